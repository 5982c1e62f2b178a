GRANT INSERT, DELETE ON admins TO turnpike_app;
