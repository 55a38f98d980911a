-- Condenses recordings of atsproxy with DuckDB (tested with 2.0): reads the segments in a directory or a bucket, and writes a
-- condensed recording, which `atsproxy report`, `advise` and `view` read. Set two variables before:
--
--   SET VARIABLE segments = '/srv/atsproxy/lab-3';              -- a directory, or s3://bucket/lab-3 after LOAD httpfs
--   SET VARIABLE condensed = '/srv/atsproxy/lab-3.condensed.jsonl';
--
-- Each decision must name its `kind`. Those of earlier versions do not, and end the script: condense these recordings with
-- `atsproxy condense`. Each step is a table, so that the answers to other questions can be taken from the same tables. See
-- README.md.

-- Only these names are recordings, as for atsproxy itself.
SET VARIABLE files = (
    SELECT list(file ORDER BY file) FROM glob(rtrim(getvariable('segments'), '/') || '/*')
    WHERE regexp_matches(file, '\.jsonl(\.gz)?$'));

-- The number that digits of Crockford's base32 spell, of which the identifiers of loads consist.
CREATE OR REPLACE TEMP MACRO number(digits) AS list_reduce(
    list_transform(string_split(digits, ''),
        lambda digit: greatest(strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', digit) - 1, 0)),
    lambda number, digit: 32 * number + digit);

-- Every line once, in the order of the files: the members by which loads are counted.
CREATE OR REPLACE TEMP TABLE events AS
WITH lines AS (
    SELECT filename AS file, strlen(json) AS bytes, json_transform(json, '{
        "time": "VARCHAR", "event": "VARCHAR", "id": "VARCHAR", "kind": "VARCHAR", "after": "VARCHAR", "proxy": "VARCHAR",
        "previous": "VARCHAR", "count": "UBIGINT", "client": "VARCHAR", "user": "VARCHAR", "label": "VARCHAR",
        "path": "VARCHAR",
        "tunnel": "JSON", "tls": {"source": "VARCHAR"},
        "bytesFromClient": "UBIGINT", "bytesFromServer": "UBIGINT", "clientRefusal": "JSON",
        "ended": {"bytesFromClient": "UBIGINT", "bytesFromServer": "UBIGINT", "clientRefusal": "BOOLEAN"}}') AS e
    FROM read_json_objects(
        getvariable('files'), format = 'newline_delimited', filename = true, ignore_errors = true,
        maximum_object_size = 67108864))
SELECT
    file, bytes, e.event AS event, e.id AS id, e.time AS time, e.proxy AS proxy, e.previous AS previous,
    coalesce(e.count, 0) AS count,
    epoch_ms(TRY_CAST(e.time AS TIMESTAMP)) AS milliseconds,
    e.event IS NULL OR milliseconds IS NULL OR e.id IS NULL
        AND e.event IN ('decision', 'closed', 'facts', 'policy', 'trust', 'segment') AS is_broken,
    coalesce(e.tunnel, 'null') <> 'null' OR coalesce(e.tls.source, '') = 'tunnel' AS is_of_tunnel,
    CASE WHEN is_broken OR e.event <> 'decision' OR e.kind IS NOT NULL THEN e.kind
        ELSE error(file || ' has a decision of an earlier version; use atsproxy condense') END AS kind,
    e.after AS after, left(e.label, 200) AS label, left(e.user, 200) AS user, left(e.path, 200) AS path,
    left(CASE WHEN starts_with(e.client, '[') THEN split_part(substr(e.client, 2), ']', 1)
        ELSE regexp_replace(e.client, ':[^:]*$', '') END, 64) AS device,
    -- The beginning of an identifier is the time at which the load began, and the rest of it is random.
    CASE WHEN regexp_full_match(e.id, '[0-9A-HJKMNP-TV-Z]{10}.{16}') THEN number(left(e.id, 10))
        ELSE milliseconds END AS began,
    number(right(e.id, 12)) AS random_part, e.event = 'decision' AND e.ended IS NOT NULL AS has_ended,
    coalesce(e.bytesFromClient, e.ended.bytesFromClient, 0) AS from_client,
    coalesce(e.bytesFromServer, e.ended.bytesFromServer, 0) AS from_server,
    coalesce(starts_with(e.clientRefusal, '{'), e.ended.clientRefusal, false) AS is_refusal
FROM lines;

-- The recordings. Of several copies of one recording the longest counts; one whose last line is half written has fewer bytes.
CREATE OR REPLACE TEMP TABLE recordings AS
WITH counted AS (
    SELECT
        file, min(rowid) AS first_row, max(rowid) AS last_row, count(*) AS lines,
        count(*) FILTER (NOT is_broken) AS events, sum(bytes + 1) AS bytes,
        arg_min(id, rowid) FILTER (event = 'segment') AS segment,
        arg_min(proxy, rowid) FILTER (event = 'segment') AS proxy,
        arg_min(previous, rowid) FILTER (event = 'segment') AS previous,
        arg_min(milliseconds, rowid) FILTER (event = 'segment' AND NOT is_broken) AS segment_began,
        -- A log may be rotated between the lines about a load, of which the later ones begin the next recording.
        arg_min(id || CASE WHEN event = 'closed' THEN '/closed' WHEN is_of_tunnel THEN '/tunnel' ELSE '' END, rowid)
            FILTER (event IN ('decision', 'closed')) AS load,
        min(time) FILTER (event = 'decision') AS first, max(time) FILTER (event = 'decision') AS last,
        coalesce(sum(count) FILTER (event = 'lost'), 0) AS lost,
        histogram(event) FILTER (NOT is_broken AND event NOT IN (
            'decision', 'closed', 'facts', 'policy', 'trust', 'service', 'label', 'segment', 'lost')) AS unknown,
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
    id, file, name, proxy, previous, segment_began, lines, events, size, first, last, lost, unknown,
    list_transform(list_filter(broken, lambda row: row IS DISTINCT FROM cut_off),
        lambda row: row - first_row + CASE WHEN cut_off = first_row THEN 0 ELSE 1 END) AS broken,
    cut_off IS NOT NULL AS is_cut_off, cut_off IS NOT NULL OR size < bytes AS ends_unfinished
FROM described
QUALIFY row_number() OVER (PARTITION BY id ORDER BY lines DESC, size DESC, name) = 1;

-- The decisions on loads and their ends, each with the row of `numbers` in which it counts. '' stands for none.
CREATE OR REPLACE TEMP VIEW loads AS
SELECT
    coalesce(kind, repeat('0', 32)) AS kind, coalesce(after, '') AS after, coalesce(label, '') AS label,
    strftime(make_timestamp_ms(began), '%Y-%m-%d') AS day, recordings.id AS recording, events.id AS load, time,
    milliseconds // 1000 AS second, event = 'decision' AS is_decision, has_ended,
    -- The decision on such a load is in an earlier recording.
    event = 'closed' AND kind IS NOT NULL AND coalesce(began <= segment_began, false) AS is_early,
    coalesce(device, '') AS device, coalesce(user, '') AS user, coalesce(path, '') AS path, random_part,
    from_client, from_server, is_refusal
FROM events JOIN recordings USING (file) WHERE event IN ('decision', 'closed') AND NOT is_broken;

-- What tells whether each load of some lines is among those of others: their number, and the sum of their random parts.
CREATE OR REPLACE TEMP MACRO tally(is_chosen, bytes) AS [
    count(*) FILTER (is_chosen), coalesce(sum(random_part) FILTER (is_chosen), 0) % 4611686018427387904,
    coalesce(sum(bytes) FILTER (is_chosen), 0)];

-- Loads of one kind, test case, day and recording are counted together. The intervals of their times are the shortest of
-- which 64 reach from the first load to the last.
CREATE OR REPLACE TEMP TABLE numbers AS
WITH spans AS (
    SELECT kind, after, label, day, recording, coalesce(list_filter(
        [1, 5, 15, 60, 300, 900, 3600, 10800, 43200, 86400],
        lambda length: max(second) // length - min(second) // length < 64)[1], 1) AS seconds
    FROM loads WHERE is_decision GROUP BY ALL)
SELECT
    kind, after, label, day, recording, coalesce(any_value(seconds), 1) AS seconds,
    count(*) FILTER (is_decision) AS decisions, coalesce(min(time) FILTER (is_decision), day || 'T00:00:00.000Z') AS first,
    coalesce(max(time) FILTER (is_decision), day || 'T00:00:00.000Z') AS last,
    sum(from_client) AS from_client, sum(from_server) AS from_server, count(*) FILTER (is_refusal) AS refusals,
    coalesce(histogram(second // seconds) FILTER (is_decision), MAP {}) AS times,
    coalesce(histogram(device) FILTER (is_decision AND device <> ''), MAP {}) AS devices,
    coalesce(list_sort(list(DISTINCT user) FILTER (is_decision AND user <> ''))[:3], []) AS users,
    coalesce(list_sort(list(DISTINCT path) FILTER (is_decision AND path <> ''))[:3], []) AS paths,
    flatten([tally(is_decision, 0), tally(NOT is_decision AND NOT is_early, from_client + from_server),
        tally(is_early, from_client + from_server), tally(has_ended, from_client + from_server),
        [count(*) FILTER (is_decision AND device = '')]]) AS balance
FROM loads LEFT JOIN spans USING (kind, after, label, day, recording) GROUP BY kind, after, label, day, recording;

-- The lines that are kept, in a second reading: the earliest decision of each kind, and what is said about servers, policies
-- and test cases, once each, with its latest time.
CREATE OR REPLACE TEMP TABLE kept AS
WITH lines AS (
    SELECT file, json::VARCHAR AS text, json_extract_string(json, ['$.event', '$.time', '$.id', '$.kind']) AS member
    FROM read_json_objects(
        getvariable('files'), format = 'newline_delimited', filename = 'file', ignore_errors = true,
        maximum_object_size = 67108864)),
chosen AS (
    SELECT
        member[1] AS event, member[2] AS time, member[4] AS kind,
        -- Who named a test case is not kept.
        CASE WHEN event = 'label' THEN json_merge_patch(text, '{"listener": null, "client": null}')::VARCHAR
            ELSE text END AS line
    FROM lines
    WHERE file IN (SELECT file FROM recordings) AND member[2] IS NOT NULL AND (
        member[1] IN ('service', 'label') OR member[1] IN ('facts', 'policy', 'trust') AND member[3] IS NOT NULL
        OR member[1] = 'decision' AND (member[4], member[2], member[3]) IN (
            SELECT min((kind, time, load)) FROM loads WHERE is_decision GROUP BY kind)))
SELECT
    event, CASE WHEN event = 'decision' THEN kind ELSE json_merge_patch(line, '{"time": null}')::VARCHAR END AS content,
    arg_max(line, time) AS line
FROM chosen GROUP BY event, content;

-- The lines of the condensed recording, in the order in which `atsproxy condense` merges them: by the members that identify
-- a line, which are its first ones.
CREATE OR REPLACE TEMP VIEW condensed AS
SELECT 1 AS rank, '{"event":"condensed","version":1}' AS line
UNION ALL
SELECT 2, concat('{"event":"recording",', ltrim(to_json({
    id: id, name: name, proxy: proxy, previous: previous, lines: lines, events: events, bytes: size, first: first,
    last: last,
    brokenLines: len(broken), firstBrokenLines: broken[:10],
    endsUnfinished: ends_unfinished, isCutOff: is_cut_off, lostEvents: lost,
    unknownEvents: coalesce(list_sum(map_values(unknown)), 0), unknownEventNames: coalesce(unknown, MAP {})
}), '{'))
FROM recordings
UNION ALL
SELECT 3, line FROM kept WHERE event <> 'decision'
UNION ALL
SELECT 4, concat('{"event":"kind","id":"', content, '","decision":', json_merge_patch(line, '{"kind": null, "after": null,
    "ended": null, "client": null, "user": null, "label": null, "path": null}'), '}')
FROM kept WHERE event = 'decision'
UNION ALL
SELECT 5, concat('{"event":"loads",', ltrim(to_json({
    kind: kind, after: nullif(after, ''), label: nullif(label, ''), day: day, recording: recording, decisions: decisions,
    first: first, last: last, bytesFromClient: from_client, bytesFromServer: from_server, clientRefusals: refusals,
    times: {seconds: seconds, start: coalesce(list_min(map_keys(times)), 0), counts: coalesce(list_transform(
        range(list_min(map_keys(times)), list_max(map_keys(times)) + 1),
        lambda interval: coalesce(times[interval], 0)), [])},
    devices: devices, users: users, paths: paths, balance: balance}), '{'))
FROM numbers;

-- Neither the delimiter nor the quote occurs in JSON, so that each line is written as it is.
CREATE OR REPLACE TEMP TABLE condensed_lines AS SELECT * FROM condensed;
COPY (
    SELECT line FROM (
        FROM condensed_lines
        -- The last line tells a whole recording from one that was cut off.
        UNION ALL SELECT 6, concat('{"event":"end","lines":', count(*), '}') FROM condensed_lines)
    -- The time of a statement does not identify it.
    ORDER BY rank, CASE WHEN starts_with(line, '{"time":"') THEN substr(line, 34) ELSE line END
) TO (getvariable('condensed')) (FORMAT csv, HEADER false, DELIMITER E'\x01', QUOTE E'\x02', ESCAPE E'\x02');
