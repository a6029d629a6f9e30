/*
 * Prepares a database on a server for rows that come with their numbers and sums from elsewhere. The tables are made in
 * the same transaction, so nobody else waits for any of this.
 */
#include "core/store/postgresql/server_db.h"

/*
 * Drops the foreign keys, which come back at the end. Then all rows are checked together: row by row it took longer
 * than the rows themselves.
 */
bool server_begin_copying(struct db *db, struct err *err)
{
    static const char sql[] =
        "CREATE TEMPORARY TABLE kept_key ON COMMIT DROP AS"
        " SELECT conrelid::regclass AS of_table, conname AS name, pg_get_constraintdef(oid) AS definition"
        " FROM pg_constraint WHERE connamespace = quote_ident(current_schema())::regnamespace AND contype = "
        "'f';"
        "DO $$ DECLARE kept RECORD; BEGIN"
        " FOR kept IN SELECT * FROM kept_key LOOP"
        " EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', kept.of_table, kept.name);"
        " END LOOP;"
        " FOR kept IN SELECT oid::regclass AS name FROM pg_class"
        " WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'r' LOOP"
        " EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', kept.name);"
        " END LOOP; END $$";
    return db_execute(db, sql, err);
}

/*
 * Brings the keys and triggers back, and makes the sequences continue after the copied numbers. Tables without rows get no
 * statistics, as in server_count_anew.
 */
bool server_end_copying(struct db *db, struct err *err)
{
    static const char sql[] =
        "DO $$ DECLARE kept RECORD; has_rows BOOLEAN; last BIGINT; BEGIN"
        " FOR kept IN SELECT oid::regclass AS name FROM pg_class"
        " WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'r' LOOP"
        " EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', kept.name);"
        " EXECUTE format('SELECT EXISTS (SELECT FROM %s)', kept.name) INTO has_rows;"
        " IF has_rows THEN EXECUTE format('ANALYZE %s', kept.name); END IF;"
        " END LOOP;"
        " FOR kept IN SELECT * FROM kept_key LOOP"
        " EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', kept.of_table, kept.name, kept.definition);"
        " END LOOP;"
        " FOR kept IN SELECT attrelid::regclass AS of_table, attname AS key,"
        " pg_get_serial_sequence(attrelid::regclass::text, attname) AS sequence"
        " FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
        " WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relkind = 'r' AND attidentity "
        "<> ''"
        " UNION ALL SELECT 'import', 'import_id', 'import_number' LOOP"
        " EXECUTE format('SELECT max(%I) FROM %s', kept.key, kept.of_table) INTO last;"
        " PERFORM setval(kept.sequence, coalesce(last, 1), last IS NOT NULL);"
        " END LOOP; END $$";
    return db_execute(db, sql, err);
}
