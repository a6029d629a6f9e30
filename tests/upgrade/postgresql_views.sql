CREATE OR REPLACE VIEW seen_setting AS SELECT key FROM setting;
