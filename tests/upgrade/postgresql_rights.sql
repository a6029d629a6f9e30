DO $$ BEGIN EXECUTE format('GRANT SELECT ON seen_setting TO %I', current_database() || '_annotator'); END $$;
