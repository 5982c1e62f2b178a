-- Who may act for the operator is decided by the owner of the tables alone, and not by whoever gets SQL
-- through the server.
REVOKE INSERT, DELETE ON admins FROM turnpike_app;
