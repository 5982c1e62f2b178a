TRUNCATE snapshots;
