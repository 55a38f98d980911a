-- The tables of `atsproxy-store` in PostgreSQL 15 or newer. `atsproxy-store init` runs this file; a second run changes
-- nothing.
--
-- A recording is counted once: `recordings.position` says how far it was read, and is written in the transaction that
-- adds its loads. What a proxy saw of one kind of load, of one test case, on one day, is one row of `loads`.
--
-- Bodies are JSON in `text`, because `jsonb` refuses \u0000. In all other texts, U+2400 stands for a zero byte if a zero
-- follows it, and for itself if it is doubled. In a key, '' stands for "none", and so does the identifier of zeros.
--
-- Untried with Citus. Its rules for keys allow this: `recordings` and `loads` are distributed by `proxy` and `loads_by_month`
-- by `kind`, which each primary key contains, and the other tables are reference tables. `prune` probably fails then, because it deletes rows of reference tables that no distributed
-- table refers to.

CREATE SCHEMA IF NOT EXISTS atsproxy;

CREATE TABLE IF NOT EXISTS atsproxy.schema_version (
    version integer PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now()
);

-- Batches of one proxy take turns by a lock on its row.
CREATE TABLE IF NOT EXISTS atsproxy.proxies (
    name text PRIMARY KEY,
    last_push timestamptz
);

CREATE TABLE IF NOT EXISTS atsproxy.recordings (
    proxy text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    -- The number of bytes, of the decompressed recording, that are counted in `loads`.
    position bigint NOT NULL,
    -- Whether the recording was closed when it was read to its end. It is not opened again.
    is_complete boolean NOT NULL DEFAULT false,
    -- Whether its loads were pruned. It is kept so that it is not counted again.
    is_pruned boolean NOT NULL DEFAULT false,
    lines bigint NOT NULL,
    events bigint NOT NULL,
    broken_lines bigint NOT NULL,
    lost_events bigint NOT NULL,
    first_load timestamptz,
    last_load timestamptz,
    -- The least time of what the recording says of policies, trust stores, facts, services and labels; null if it says
    -- nothing.
    first_statement timestamptz,
    pushed timestamptz NOT NULL DEFAULT now(),
    -- The line of a condensed recording.
    body text NOT NULL,
    -- The SHA-256 digest of the counted bytes, in hexadecimal.
    digest text NOT NULL,
    PRIMARY KEY (proxy, id)
);

-- The days before which loads were pruned. What is pushed of these days later is left out.
CREATE TABLE IF NOT EXISTS atsproxy.prunings (
    day date PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now()
);

-- Policies, trust stores, facts about servers, and what the DNS says of services: events as recorded, known by the digest of
-- what they say, with the latest time at which it was recorded.
CREATE TABLE IF NOT EXISTS atsproxy.policies (
    digest text PRIMARY KEY,
    id text NOT NULL,
    time timestamptz NOT NULL,
    body text NOT NULL
);

CREATE TABLE IF NOT EXISTS atsproxy.trusts (
    digest text PRIMARY KEY,
    id text NOT NULL,
    time timestamptz NOT NULL,
    body text NOT NULL
);

CREATE TABLE IF NOT EXISTS atsproxy.facts (
    digest text PRIMARY KEY,
    id text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL,
    -- An identifier in `trusts`.
    trust text,
    time timestamptz NOT NULL,
    body text NOT NULL
);
CREATE INDEX IF NOT EXISTS facts_id ON atsproxy.facts (id);
CREATE INDEX IF NOT EXISTS facts_host ON atsproxy.facts (host);

CREATE TABLE IF NOT EXISTS atsproxy.services (
    digest text PRIMARY KEY,
    host text NOT NULL,
    port integer NOT NULL,
    time timestamptz NOT NULL,
    body text NOT NULL
);

-- The names of test cases, also of those without loads: the event as recorded, without client and listener.
CREATE TABLE IF NOT EXISTS atsproxy.labels (
    digest text PRIMARY KEY,
    id text NOT NULL,
    time timestamptz NOT NULL,
    body text NOT NULL
);

-- Each kind of load once: loads that every question of `atsproxy report` answers alike.
CREATE TABLE IF NOT EXISTS atsproxy.kinds (
    id uuid PRIMARY KEY,
    app text,
    build text,
    os text,
    host text,
    port integer,
    mode text,
    decision text,
    -- The rules that are violated, by name.
    rules text[] NOT NULL,
    -- Identifiers in `policies` and `facts`.
    policy text,
    facts text,
    -- The earliest decision of this kind, and its load.
    time timestamptz NOT NULL,
    load text NOT NULL,
    body text NOT NULL
);
CREATE INDEX IF NOT EXISTS kinds_app_build ON atsproxy.kinds (app, build);
CREATE INDEX IF NOT EXISTS kinds_host ON atsproxy.kinds (host);
CREATE INDEX IF NOT EXISTS kinds_rules ON atsproxy.kinds USING gin (rules);
CREATE INDEX IF NOT EXISTS kinds_facts ON atsproxy.kinds (facts);

CREATE TABLE IF NOT EXISTS atsproxy.devices (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address text NOT NULL UNIQUE
);

CREATE TABLE IF NOT EXISTS atsproxy.loads (
    proxy text NOT NULL,
    day date NOT NULL,
    -- The identifier of zeros for ends that came before the decisions on their loads.
    kind uuid NOT NULL,
    -- For further decisions on loads, the kind of the first ones.
    after uuid NOT NULL,
    -- The test case.
    label text NOT NULL,
    decisions bigint NOT NULL,
    first_load timestamptz NOT NULL,
    last_load timestamptz NOT NULL,
    bytes_from_client bigint NOT NULL,
    bytes_from_server bigint NOT NULL,
    client_refusals bigint NOT NULL,
    -- The decisions over time: the length of an interval in seconds, the number of the first interval since 1970, and the
    -- decisions in each.
    times_seconds bigint NOT NULL,
    times_start bigint NOT NULL,
    times_counts integer[] NOT NULL,
    -- The devices, in the order of their identifiers, the decisions on loads of each, and those on loads of all others.
    devices integer[] NOT NULL,
    device_decisions bigint[] NOT NULL,
    other_device_decisions bigint NOT NULL,
    -- Samples.
    users text[] NOT NULL,
    paths text[] NOT NULL,
    -- Of the loads with a decision, with an end, with an end in a later recording and with an end before the decision: their
    -- number, the sum of the random parts of their identifiers, and their bytes. They tell whether decisions or ends are missing.
    balance bigint[] NOT NULL,
    PRIMARY KEY (proxy, day, kind, after, label)
) PARTITION BY RANGE (day);
CREATE INDEX IF NOT EXISTS loads_kind ON atsproxy.loads (kind, day);
CREATE INDEX IF NOT EXISTS loads_after ON atsproxy.loads (after, day)
    WHERE after <> '00000000-0000-0000-0000-000000000000';
CREATE INDEX IF NOT EXISTS loads_label ON atsproxy.loads (label, day) WHERE label <> '';

-- Partitions for wrong clocks: days before 2000 and from 2100 on. `add_month` makes the partition of each other month.
CREATE TABLE IF NOT EXISTS atsproxy.loads_before_2000
    PARTITION OF atsproxy.loads FOR VALUES FROM (MINVALUE) TO ('2000-01-01');
CREATE TABLE IF NOT EXISTS atsproxy.loads_after_2099
    PARTITION OF atsproxy.loads FOR VALUES FROM ('2100-01-01') TO (MAXVALUE);

CREATE TABLE IF NOT EXISTS atsproxy.months (
    month date PRIMARY KEY,
    -- The day up to which `loads_by_month` holds; the first day of the month if it holds nothing.
    through date NOT NULL
);

-- Makes the partition of a month, if it is missing. Attaching an empty table lets all others read and write meanwhile.
CREATE OR REPLACE FUNCTION atsproxy.add_month(given date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    month date := date_trunc('month', given::timestamp)::date;
    partition text := to_char(month, '"loads_"YYYY_MM');
BEGIN
    IF month < '2000-01-01' OR month >= '2100-01-01' THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(hashtext('atsproxy.add_month'), 0);
    IF to_regclass(format('atsproxy.%I', partition)) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE atsproxy.%I (LIKE atsproxy.loads INCLUDING STORAGE) WITH (fillfactor = 80)', partition);
    EXECUTE format(
        'ALTER TABLE atsproxy.loads ATTACH PARTITION atsproxy.%I FOR VALUES FROM (%L) TO (%L)',
        partition, month, (month + interval '1 month')::date);
    INSERT INTO atsproxy.months VALUES (month, month) ON CONFLICT DO NOTHING;
END $$;

-- Only the owner of the store and those to whom it grants this make partitions; see `postgresql-roles.sql`.
REVOKE ALL ON FUNCTION atsproxy.add_month(date) FROM PUBLIC;

-- The sums of each month's first days over all proxies, so that a question about a year reads few rows. They hold up to the
-- day in `months.through`, which is not included: a batch to an earlier day resets it, in the same transaction. A question
-- about single proxies reads `loads`.
CREATE TABLE IF NOT EXISTS atsproxy.loads_by_month (
    LIKE atsproxy.loads INCLUDING COMMENTS,
    PRIMARY KEY (day, kind, after, label)
);
ALTER TABLE atsproxy.loads_by_month DROP COLUMN IF EXISTS proxy;
COMMENT ON COLUMN atsproxy.loads_by_month.day IS 'The first day of the month.';
