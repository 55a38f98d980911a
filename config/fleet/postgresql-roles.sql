-- Two roles for users who need not own the store: `atsproxy_push` adds recordings and can neither remove any nor change the
-- tables, and `atsproxy_read` answers questions. The owner of the store runs this file after `atsproxy-store init`, and
-- needs CREATEROLE for it:
--
--     psql -f postgresql-roles.sql postgresql://store.example/lab
--     psql -c 'GRANT atsproxy_push TO "lab-3"; GRANT atsproxy_read TO analyst' postgresql://store.example/lab
--
-- A push makes temporary tables. Every user may do that, unless TEMPORARY was revoked from PUBLIC in this database.
-- `prune` and a second `init` are for the owner.

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['atsproxy_push', 'atsproxy_read'] LOOP
        IF to_regrole(name) IS NULL THEN EXECUTE format('CREATE ROLE %I NOLOGIN', name); END IF;
    END LOOP;
END $$;

REVOKE ALL ON SCHEMA atsproxy FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA atsproxy FROM PUBLIC;
GRANT USAGE ON SCHEMA atsproxy TO atsproxy_push, atsproxy_read;
GRANT SELECT ON ALL TABLES IN SCHEMA atsproxy TO atsproxy_push, atsproxy_read;

GRANT INSERT, UPDATE ON atsproxy.proxies, atsproxy.recordings, atsproxy.policies, atsproxy.trusts, atsproxy.facts,
    atsproxy.services, atsproxy.labels, atsproxy.kinds, atsproxy.devices, atsproxy.loads TO atsproxy_push;
-- Sums are made anew.
GRANT UPDATE ON atsproxy.months TO atsproxy_push;
GRANT INSERT, DELETE ON atsproxy.loads_by_month TO atsproxy_push;
GRANT EXECUTE ON FUNCTION atsproxy.add_month(date) TO atsproxy_push;
