-- When any process last looked after the clocks (`clocks`), and could last take mail in (`mail`).
CREATE TABLE watches (
    what TEXT PRIMARY KEY CHECK (what IN ('clocks', 'mail')),
    seen_at TIMESTAMPTZ NOT NULL
);

-- The times in which nobody did: whose deadline passed in one has so much longer.
CREATE TABLE outages (
    what TEXT NOT NULL CHECK (what IN ('clocks', 'mail')),
    began_at TIMESTAMPTZ NOT NULL,
    ended_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (what, began_at),
    CHECK (began_at < ended_at)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON watches, outages TO turnpike_app;
