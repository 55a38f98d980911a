-- Condenses recordings of atsproxy with DuckDB (tested with 2.0): reads the segments in a directory or a bucket, and writes a
-- condensed recording, which `atsproxy report`, `advise` and `view` read. Set two variables before:
--
--   SET VARIABLE segments = '/srv/atsproxy/lab-3';              -- a directory, or s3://bucket/lab-3 after LOAD httpfs
--   SET VARIABLE condensed = '/srv/atsproxy/lab-3.condensed.jsonl';
--
-- Each step is a table, so that the answers to other questions can be taken from the same tables. See README.md.

-- Only these names are recordings, as for atsproxy itself.
SET VARIABLE files = (
    SELECT list(file ORDER BY file) FROM glob(rtrim(getvariable('segments'), '/') || '/*')
    WHERE regexp_matches(file, '\.jsonl(\.gz)?$'));

-- Every line once, in the order of the files: the members by which loads are counted.
CREATE OR REPLACE TEMP TABLE events AS
WITH lines AS (
    SELECT filename AS file, strlen(json) AS bytes, json_transform(json, '{
        "time": "VARCHAR", "event": "VARCHAR", "id": "VARCHAR", "proxy": "VARCHAR", "count": "UBIGINT",
        "client": "VARCHAR", "user": "VARCHAR", "label": "VARCHAR", "path": "VARCHAR",
        "scheme": "VARCHAR", "host": "VARCHAR", "port": "VARCHAR", "route": "JSON", "mode": "VARCHAR",
        "decision": "VARCHAR", "policy": "JSON", "facts": "VARCHAR", "tunnel": "JSON", "accepted": "JSON",
        "app": {"name": "VARCHAR", "version": "VARCHAR", "api": "VARCHAR", "os": "VARCHAR"},
        "tls": {"source": "VARCHAR", "version": "VARCHAR", "cipher": "VARCHAR"},
        "violations": [{"rule": "VARCHAR"}], "warnings": [{"rule": "VARCHAR"}],
        "error": {"kind": "JSON", "nextHop": "JSON", "receivedStatus": "JSON"},
        "bytesFromClient": "UBIGINT", "bytesFromServer": "UBIGINT", "clientRefusal": "JSON"}') AS e
    FROM read_json_objects(
        getvariable('files'), format = 'newline_delimited', filename = true, ignore_errors = true,
        maximum_object_size = 67108864))
SELECT
    file, bytes, e.event AS event, e.id AS id, e.time AS time,
    e.event IS NULL OR TRY_CAST(e.time AS TIMESTAMP) IS NULL
        OR e.id IS NULL AND e.event IN ('decision', 'closed', 'facts', 'policy', 'trust', 'segment') AS is_broken,
    -- Loads are of one kind if they do not differ in anything that a verdict depends on.
    CASE WHEN e.event = 'decision' THEN md5(concat_ws(chr(1),
        coalesce(e.scheme, ''), coalesce(e.host, ''), coalesce(e.port, ''), coalesce(e.route, 'null'),
        coalesce(e.mode, ''), coalesce(e.decision, ''), coalesce(e.policy, 'null'), coalesce(e.facts, ''),
        coalesce(e.tunnel, 'null'), coalesce(e.accepted, 'null'), e.app, e.tls, e.violations, e.warnings, e.error)) END AS kind,
    -- A decision on what was seen in a tunnel is the second one on its load.
    coalesce(e.tunnel, 'null') <> 'null' OR coalesce(e.tls.source, '') = 'tunnel' AS is_second,
    left(CASE WHEN starts_with(e.client, '[') THEN split_part(substr(e.client, 2), ']', 1)
        ELSE regexp_replace(e.client, ':[^:]*$', '') END, 64) AS device,
    left(nullif(e.label, ''), 200) AS label, left(nullif(e.user, ''), 200) AS user,
    left(nullif(e.path, ''), 200) AS path, e.proxy AS proxy, coalesce(e.count, 0) AS count,
    coalesce(e.bytesFromClient, 0) AS from_client, coalesce(e.bytesFromServer, 0) AS from_server,
    coalesce(starts_with(e.clientRefusal, '{'), false) AS is_refusal
FROM lines;

-- The recordings. Of several copies of one recording the longest counts; one whose last line is half written has fewer bytes.
CREATE OR REPLACE TEMP TABLE recordings AS
WITH counted AS (
    SELECT
        file, min(rowid) AS first_row, max(rowid) AS last_row, count(*) AS lines,
        count(*) FILTER (NOT is_broken) AS events, sum(bytes + 1) AS bytes,
        arg_min(id, rowid) FILTER (event = 'segment') AS segment,
        arg_min(proxy, rowid) FILTER (event = 'segment') AS proxy,
        -- A log may be rotated between the lines about a load, of which the later ones begin the next recording.
        arg_min(id || CASE WHEN event = 'closed' THEN '/closed' WHEN is_second THEN '/tunnel' ELSE '' END, rowid)
            FILTER (event IN ('decision', 'closed')) AS load,
        min(time) FILTER (event = 'decision') AS first, max(time) FILTER (event = 'decision') AS last,
        coalesce(sum(count) FILTER (event = 'lost'), 0) AS lost,
        histogram(event) FILTER (NOT is_broken AND event NOT IN (
            'decision', 'closed', 'facts', 'policy', 'trust', 'service', 'segment', 'lost')) AS unknown,
        coalesce(list(rowid ORDER BY rowid) FILTER (is_broken), []) AS broken
    FROM events GROUP BY file),
described AS (
    SELECT
        counted.*, coalesce(segment, load, 'file:' || file) AS id,
        CASE WHEN segment IS NULL THEN file ELSE regexp_extract(file, '([^/]*?)(\.gz)?$', 1) END AS name,
        CASE WHEN file LIKE '%.gz' THEN counted.bytes ELSE blob.size END AS size,
        -- DuckDB gives a line that ends with the file, such as one that is being written, as the last one or the first.
        CASE WHEN file LIKE '%.gz' THEN NULL
            WHEN list_contains(broken, first_row) THEN first_row
            WHEN list_contains(broken, last_row) THEN last_row END AS cut_off
    FROM counted JOIN read_blob(getvariable('files')) AS blob ON file = filename)
SELECT
    id, file, name, proxy, lines, events, size, first, last, lost, unknown,
    list_transform(list_filter(broken, lambda row: row IS DISTINCT FROM cut_off),
        lambda row: row - first_row + CASE WHEN cut_off = first_row THEN 0 ELSE 1 END) AS broken,
    cut_off IS NOT NULL AS is_cut_off, cut_off IS NOT NULL OR size < bytes AS ends_unfinished
FROM described
QUALIFY row_number() OVER (PARTITION BY id ORDER BY lines DESC, size DESC, name) = 1;

-- The decisions, each with the first one on the same load. The rest of a load's numbers are counted with that.
CREATE OR REPLACE TEMP TABLE decisions AS
SELECT
    recordings.id AS recording, events.id AS load, time, device, user, path, kind, is_second, n,
    CASE WHEN n > 1 THEN first_kind END AS after, first_label AS label, first_day AS day,
    -- The first decision may be in another recording, unless the load began after this segment. Identifiers are in the order of
    -- time.
    first_is_second AND (proxy IS NULL OR events.id <= recordings.id) AS is_single, n = count AS is_last
FROM (
    SELECT
        file, id, time, device, user, path, kind, is_second,
        row_number() OVER load AS n, count(*) OVER (PARTITION BY file, id) AS count,
        first_value(kind) OVER load AS first_kind, first_value(label) OVER load AS first_label,
        first_value(left(time, 10)) OVER load AS first_day, first_value(is_second) OVER load AS first_is_second
    FROM events WHERE event = 'decision' AND NOT is_broken
    WINDOW load AS (PARTITION BY file, id ORDER BY is_second, events.rowid)) AS events
JOIN recordings USING (file);

-- The end of each load. One that comes before the decision is kept apart, because another decision on the load may be in
-- another recording.
CREATE OR REPLACE TEMP TABLE ends AS
SELECT
    recordings.id AS recording, events.id AS load,
    arg_min(from_client, events.rowid) FILTER (event = 'closed') AS from_client,
    arg_min(from_server, events.rowid) FILTER (event = 'closed') AS from_server,
    arg_min(is_refusal, events.rowid) FILTER (event = 'closed') AS is_refusal,
    coalesce(min(events.rowid) FILTER (event = 'closed') < min(events.rowid) FILTER (event = 'decision'), false) AS is_early
FROM events JOIN recordings USING (file)
WHERE event IN ('closed', 'decision') AND NOT is_broken
GROUP BY recordings.id, events.id HAVING count(*) FILTER (event = 'closed') > 0;

-- The earliest decision of each kind stands for it.
CREATE OR REPLACE TEMP TABLE kinds AS
SELECT kind, unnest(arg_min({time: time, load: load, is_second: is_second}, (time, load)))
FROM decisions WHERE NOT is_single GROUP BY kind;

-- The lines that are kept as they are, in a second reading: one decision of each kind, decisions whose load is not known,
-- and what is said about servers and policies, once each.
CREATE OR REPLACE TEMP TABLE kept AS
WITH lines AS (
    SELECT file, json::VARCHAR AS line, json_extract_string(
        json, ['$.event', '$.time', '$.id', '$.tunnel', '$.tls.source']) AS member
    FROM read_json_objects(
        getvariable('files'), format = 'newline_delimited', filename = 'file', ignore_errors = true,
        maximum_object_size = 67108864)),
wanted AS (
    SELECT time, load, is_second FROM kinds
    UNION SELECT time, load, is_second FROM decisions WHERE is_single),
chosen AS (
    SELECT
        file, line, member[1] AS event, member[2] AS time, member[3] AS id,
        coalesce(member[4], 'null') <> 'null' OR coalesce(member[5], '') = 'tunnel' AS is_second
    FROM lines
    WHERE member[1] IN ('facts', 'policy', 'trust', 'service')
        OR member[1] = 'decision' AND ((member[2], member[3]) IN (SELECT (time, load) FROM wanted)
            OR json_exists(line, '$.serverFacts')))
SELECT
    event, id, is_second, max(time) AS time, arg_max(line, time) AS line,
    CASE WHEN event = 'decision' THEN line ELSE json_merge_patch(line, '{"time": null}')::VARCHAR END AS content
FROM chosen WHERE file IN (SELECT file FROM recordings)
GROUP BY event, id, is_second, content;

-- Loads of one kind, test case, day and recording are counted together. The intervals of their times are the shortest of
-- which 64 reach from the first load to the last.
CREATE OR REPLACE TEMP TABLE numbers AS
WITH spans AS (
    SELECT
        kind, after, label, day, recording, list_filter(
            [1, 5, 15, 60, 300, 900, 3600, 10800, 43200, 86400],
            lambda length: epoch_ms(max(time)::TIMESTAMP) // 1000 // length
                - epoch_ms(min(time)::TIMESTAMP) // 1000 // length < 64)[1] AS seconds
    FROM decisions WHERE NOT is_single GROUP BY ALL)
SELECT
    decisions.kind AS kind, decisions.after AS after, decisions.label AS label, decisions.day AS day,
    decisions.recording AS recording, any_value(seconds) AS seconds, count(*) AS decisions, min(time) AS first,
    max(time) AS last, coalesce(sum(from_client) FILTER (is_last OR n = 1), 0) AS from_client,
    coalesce(sum(from_server) FILTER (is_last OR n = 1), 0) AS from_server,
    count(*) FILTER (n = 1 AND is_refusal) AS refusals,
    histogram(epoch_ms(time::TIMESTAMP) // 1000 // seconds) AS times,
    coalesce(histogram(device) FILTER (device <> ''), MAP {}) AS devices,
    list_sort(list(DISTINCT user) FILTER (user IS NOT NULL))[:3] AS users,
    list_sort(list(DISTINCT path) FILTER (path IS NOT NULL))[:3] AS paths
FROM decisions
JOIN spans ON decisions.kind = spans.kind AND decisions.after IS NOT DISTINCT FROM spans.after
    AND decisions.label IS NOT DISTINCT FROM spans.label AND decisions.day = spans.day
    AND decisions.recording = spans.recording
LEFT JOIN ends ON decisions.recording = ends.recording AND decisions.load = ends.load AND NOT ends.is_early
WHERE NOT is_single
GROUP BY decisions.kind, decisions.after, decisions.label, decisions.day, decisions.recording;

-- The lines of the condensed recording, in the order in which `atsproxy condense` merges them. What is known of one load
-- stands together.
CREATE OR REPLACE TEMP VIEW condensed AS
SELECT 1 AS rank, '' AS a, '' AS b, '' AS c, '' AS d, '' AS e, '{"event":"condensed","version":1}' AS line
UNION ALL
SELECT 2, to_json(id)::VARCHAR, '', '', '', '', concat('{"event":"recording",', ltrim(to_json({
    id: id, name: name, proxy: proxy, lines: lines, events: events, bytes: size, first: first, last: last,
    brokenLines: len(broken), firstBrokenLines: broken[:10],
    endsUnfinished: ends_unfinished, isCutOff: is_cut_off, lostEvents: lost,
    unknownEvents: coalesce(list_sum(map_values(unknown)), 0), unknownEventNames: coalesce(unknown, MAP {})
}), '{'))
FROM recordings
UNION ALL
SELECT 3, CASE WHEN starts_with(line, '{"time":"') THEN substr(line, 34) ELSE line END, '', '', '', '', line
FROM (
    SELECT line FROM kept WHERE event <> 'decision'
    UNION SELECT unnest(json_extract(line, '$.serverFacts[*]'))::VARCHAR FROM kept WHERE event = 'decision')
UNION ALL
SELECT 4, to_json(kind)::VARCHAR, '', '', '', '', concat(
    '{"event":"kind","id":"', kind, '","decision":',
    json_merge_patch(line, '{"client": null, "user": null, "label": null, "path": null, "serverFacts": null}'), '}')
FROM kinds JOIN (
    SELECT time, id AS load, is_second, any_value(line) AS line FROM kept WHERE event = 'decision' GROUP BY ALL
) USING (time, load, is_second)
UNION ALL
SELECT 5, to_json(kind)::VARCHAR, coalesce(to_json(after)::VARCHAR, 'null'), coalesce(to_json(label)::VARCHAR, 'null'), to_json(day)::VARCHAR,
    to_json(recording)::VARCHAR, concat('{"event":"loads",', ltrim(to_json({
    kind: kind, after: after, label: label, day: day, recording: recording, decisions: decisions, first: first,
    last: last, bytesFromClient: from_client, bytesFromServer: from_server, clientRefusals: refusals,
    times: {seconds: seconds, start: list_min(map_keys(times)), counts: list_transform(
        range(list_min(map_keys(times)), list_max(map_keys(times)) + 1),
        lambda interval: coalesce(times[interval], 0))},
    devices: devices, users: coalesce(users, []), paths: coalesce(paths, [])}), '{'))
FROM numbers
UNION ALL
SELECT 6, to_json(load)::VARCHAR, '6', to_json(recording)::VARCHAR, '', '', concat('{"event":"open",', ltrim(to_json({
    id: load, recording: recording, kind: any_value(kind) FILTER (n = 1),
    second: any_value(kind) FILTER (n > 1 AND is_last), label: any_value(label), day: any_value(day)}), '{'))
FROM decisions ANTI JOIN (SELECT recording, load FROM ends WHERE NOT is_early) USING (recording, load)
WHERE NOT is_single GROUP BY load, recording
UNION ALL
SELECT 6, to_json(load)::VARCHAR, '7', to_json(recording)::VARCHAR, '', '', concat('{"event":"single",', ltrim(to_json({
    id: load, recording: recording, decision: line::JSON}), '{'))
FROM decisions JOIN (SELECT time, id AS load, is_second, line FROM kept) USING (time, load, is_second)
WHERE is_single
UNION ALL
SELECT 6, to_json(load)::VARCHAR, '8', to_json(recording)::VARCHAR, '', '', concat('{"event":"ended",', ltrim(to_json({
    id: load, recording: recording, bytesFromClient: from_client, bytesFromServer: from_server,
    clientRefusal: is_refusal}), '{'))
FROM ends ANTI JOIN (
    SELECT recording, load FROM decisions SEMI JOIN (SELECT recording, load FROM ends WHERE NOT is_early)
    USING (recording, load) WHERE NOT is_single) USING (recording, load);

-- Neither the delimiter nor the quote occurs in JSON, so that each line is written as it is.
CREATE OR REPLACE TEMP TABLE condensed_lines AS SELECT * FROM condensed;
COPY (
    SELECT line FROM (
        FROM condensed_lines
        -- The last line tells a whole recording from one that was cut off.
        UNION ALL SELECT 9, '', '', '', '', '', concat('{"event":"end","lines":', count(*), '}') FROM condensed_lines)
    ORDER BY rank, a, b, c, d, e) TO (getvariable('condensed'))
    (FORMAT csv, HEADER false, DELIMITER E'\x01', QUOTE E'\x02', ESCAPE E'\x02');
