-- Condenses recordings of atsproxy with ClickHouse (tested with 26.9): reads the segments in a directory, and writes a condensed
-- recording, which `atsproxy report`, `advise` and `view` read:
--
--   clickhouse local --param_segments=/srv/atsproxy/lab-3 --param_condensed=/srv/atsproxy/lab-3.condensed.jsonl \
--       --queries-file clickhouse.sql
--
-- For a bucket, and for a server, see README.md. Each step is a table, so that the answers to other questions can be taken
-- from the same tables.

SET join_algorithm = 'grace_hash,hash', join_use_nulls = 0, max_bytes_ratio_before_external_group_by = 0.3,
    max_bytes_ratio_before_external_sort = 0.3, enable_named_columns_in_function_tuple = 1,
    output_format_json_quote_64bit_integers = 0, output_format_json_escape_forward_slashes = 0,
    engine_file_truncate_on_insert = 1, allow_experimental_analyzer = 1;

-- Every line once: the members by which loads are counted.
CREATE OR REPLACE TABLE events ENGINE = MergeTree ORDER BY (file, id, is_second, row) AS
WITH JSONExtract(line, 'Tuple(
    time String, event String, id String, proxy Nullable(String), count UInt64,
    client String, user String, label String, path String,
    scheme String, host String, port String, route String, mode String,
    decision String, policy String, facts String, tunnel String, accepted String,
    app Tuple(name String, version String, api String, os String),
    tls Tuple(source String, version String, cipher String),
    violations Array(Tuple(rule String)), warnings Array(Tuple(rule String)),
    error Tuple(kind String, nextHop String, receivedStatus String),
    bytesFromClient UInt64, bytesFromServer UInt64, clientRefusal String)') AS e
SELECT
    _path AS file, assumeNotNull(_row_number) AS row, assumeNotNull(_size) AS size, length(line) AS bytes, e.event AS event, e.id AS id,
    e.time AS time,
    toUnixTimestamp64Milli(parseDateTime64BestEffortOrZero(e.time, 3, 'UTC')) AS milliseconds,
    trimBoth(line, ' \t\r') = '' AS is_blank,
    NOT is_blank AND (e.event = '' OR isNull(parseDateTime64BestEffortOrNull(e.time, 3, 'UTC'))
        OR e.id = '' AND e.event IN ('decision', 'closed', 'facts', 'policy', 'trust', 'segment')) AS is_broken,
    -- Loads are of one kind if they do not differ in anything that a verdict depends on.
    if(e.event = 'decision', lower(hex(sipHash128(
        e.scheme, e.host, e.port, e.route, e.mode, e.decision, e.policy, e.facts, e.tunnel,
        -- A member that is null and one that is missing are the same.
        if(e.accepted = 'null', '', e.accepted), e.app, e.tls, e.violations,
        e.warnings, e.error))), '') AS kind,
    -- A decision on what was seen in a tunnel is the second one on its load.
    e.tunnel <> '' OR e.tls.source = 'tunnel' AS is_second,
    leftUTF8(if(startsWith(e.client, '['), splitByChar(']', substring(e.client, 2))[1],
        replaceRegexpOne(e.client, ':[^:]*$', '')), 64) AS device,
    leftUTF8(e.label, 200) AS label, leftUTF8(e.user, 200) AS user, leftUTF8(e.path, 200) AS path, e.proxy AS proxy,
    e.count AS count, e.bytesFromClient AS from_client, e.bytesFromServer AS from_server,
    startsWith(e.clientRefusal, '{') AS is_refusal
FROM file(concat({segments:String}, '/*.{jsonl,jsonl.gz}'), 'LineAsString');

-- The recordings. Of several copies of one recording the longest counts; one whose last line is half written has fewer bytes.
CREATE OR REPLACE TABLE recordings ENGINE = MergeTree ORDER BY recording AS
WITH counted AS (
    SELECT
        file, count() AS lines, countIf(NOT is_broken AND NOT is_blank) AS events, sum(bytes + 1) AS bytes,
        any(size) AS file_size, argMinIf(id, row, event = 'segment') AS segment,
        argMinIf(proxy, row, event = 'segment') AS proxy,
        -- A log may be rotated between the lines about a load, of which the later ones begin the next recording.
        argMinIf(concat(id, multiIf(event = 'closed', '/closed', is_second, '/tunnel', '')), row,
            event IN ('decision', 'closed')) AS load,
        nullIf(minIf(time, event = 'decision'), '') AS first, nullIf(maxIf(time, event = 'decision'), '') AS last,
        sumIf(count, event = 'lost') AS lost,
        sumMapIf(map(event, 1), NOT is_broken AND NOT is_blank AND event NOT IN (
            'decision', 'closed', 'facts', 'policy', 'trust', 'service', 'segment', 'lost')) AS unknown,
        arraySort(groupArrayIf(row + 1, is_broken)) AS broken, max(row) + 1 AS last_line
    FROM events GROUP BY file),
described AS (
    SELECT
        *, multiIf(segment <> '', segment, load <> '', load, concat('file:', file)) AS recording,
        if(segment = '', file, replaceRegexpOne(splitByChar('/', file)[-1], '\\.gz$', '')) AS name,
        if(endsWith(file, '.gz'), bytes, file_size) AS size,
        size < bytes AS ends_unfinished, ends_unfinished AND has(broken, last_line) AS is_cut_off
    FROM counted)
SELECT
    recording, file, name, proxy, lines, events, size, first, last, lost, unknown,
    if(is_cut_off, arrayPopBack(broken), broken) AS broken, ends_unfinished, is_cut_off
FROM described ORDER BY lines DESC, size DESC, name LIMIT 1 BY recording;

-- The decisions, each with the first one on the same load. The rest of a load's numbers are counted with that.
CREATE OR REPLACE TABLE decisions ENGINE = MergeTree ORDER BY (recording, load) AS
SELECT
    recording, id AS load, time, milliseconds, device, user, path, kind, is_second, n,
    if(n > 1, first_kind, '') AS after, first_label AS label, first_day AS day,
    -- The first decision may be in another recording, unless the load began after this segment. Identifiers are in the order of
    -- time.
    first_is_second AND (proxy IS NULL OR id <= recording) AS is_single, n = number AS is_last
FROM (
    SELECT
        file, id, time, milliseconds, device, user, path, kind, is_second,
        row_number() OVER load AS n, count() OVER (PARTITION BY file, id) AS number,
        first_value(kind) OVER load AS first_kind, first_value(label) OVER load AS first_label,
        first_value(left(time, 10)) OVER load AS first_day, first_value(is_second) OVER load AS first_is_second
    FROM events WHERE event = 'decision' AND NOT is_broken
    WINDOW load AS (PARTITION BY file, id ORDER BY is_second, row)) AS numbered
INNER JOIN (SELECT file, recording, proxy FROM recordings) AS chosen USING (file);

-- The end of each load. One that comes before the decision is kept apart, because another decision on the load may be in
-- another recording.
CREATE OR REPLACE TABLE ends ENGINE = MergeTree ORDER BY (recording, load) AS
SELECT
    recording, id AS load, argMinIf(from_client, row, event = 'closed') AS from_client,
    argMinIf(from_server, row, event = 'closed') AS from_server, argMinIf(is_refusal, row, event = 'closed') AS is_refusal,
    countIf(event = 'decision') > 0 AND minIf(row, event = 'closed') < minIf(row, event = 'decision') AS is_early
FROM (SELECT * FROM events WHERE event IN ('closed', 'decision') AND NOT is_broken) AS events
INNER JOIN (SELECT file, recording FROM recordings) AS chosen USING (file)
GROUP BY recording, load HAVING countIf(event = 'closed') > 0;

-- The earliest decision of each kind stands for it.
CREATE OR REPLACE TABLE kinds ENGINE = MergeTree ORDER BY kind AS
SELECT kind, earliest.1 AS time, earliest.2 AS load, earliest.3 AS is_second
FROM (SELECT kind, argMin((time, load, is_second), (time, load)) AS earliest FROM decisions WHERE NOT is_single GROUP BY kind);

-- The lines that are kept as they are, in a second reading: one decision of each kind, decisions whose load is not known,
-- and what is said about servers and policies, once each.
CREATE OR REPLACE TABLE kept ENGINE = MergeTree ORDER BY (event, time) AS
WITH wanted AS (
    SELECT time, load, is_second FROM kinds
    UNION DISTINCT SELECT time, load, is_second FROM decisions WHERE is_single),
chosen AS (
    SELECT
        _path AS file, line,
        JSONExtract(line, 'Tuple(
            time String, event String, id String, tunnel String, tls Tuple(source String), serverFacts String)') AS e,
        e.event AS event, e.time AS time, e.id AS id, e.tunnel <> '' OR e.tls.source = 'tunnel' AS is_second,
        if(event = 'decision', sipHash128(line), sipHash128(arrayFilter(
            member -> member.1 <> 'time', JSONExtractKeysAndValuesRaw(line)))) AS content
    FROM file(concat({segments:String}, '/*.{jsonl,jsonl.gz}'), 'LineAsString')
    WHERE event IN ('facts', 'policy', 'trust', 'service')
        OR event = 'decision' AND ((time, id) IN (SELECT time, load FROM wanted) OR e.serverFacts <> ''))
SELECT event, id, is_second, max(chosen.time) AS time, argMax(chosen.line, chosen.time) AS line
FROM chosen WHERE file IN (SELECT file FROM recordings)
GROUP BY event, id, is_second, content;

-- Loads of one kind, test case, day and recording are counted together. The intervals of their times are the shortest of
-- which 64 reach from the first load to the last.
CREATE OR REPLACE TABLE numbers ENGINE = MergeTree ORDER BY (kind, after, label, day, recording) AS
WITH spans AS (
    SELECT
        kind, after, label, day, recording, arrayFirst(
            length -> intDiv(intDiv(max(milliseconds), 1000), length) - intDiv(intDiv(min(milliseconds), 1000), length) < 64,
            [1, 5, 15, 60, 300, 900, 3600, 10800, 43200, 86400]) AS seconds
    FROM decisions WHERE NOT is_single GROUP BY kind, after, label, day, recording)
SELECT
    kind, after, label, day, recording, any(spans.seconds) AS seconds, count() AS decisions, min(time) AS first,
    max(time) AS last, sumIf(ends.from_client, is_last OR n = 1) AS from_client,
    sumIf(ends.from_server, is_last OR n = 1) AS from_server, countIf(n = 1 AND ends.is_refusal) AS refusals,
    sumMap(map(intDiv(intDiv(milliseconds, 1000), spans.seconds), toUInt64(1))) AS times,
    sumMapIf(map(device, toUInt64(1)), device <> '') AS devices,
    arraySlice(arraySort(groupUniqArrayIf(user, user <> '')), 1, 3) AS users,
    arraySlice(arraySort(groupUniqArrayIf(path, path <> '')), 1, 3) AS paths
FROM (SELECT * FROM decisions WHERE NOT is_single) AS decisions
INNER JOIN spans USING (kind, after, label, day, recording)
LEFT JOIN (SELECT * FROM ends WHERE NOT is_early) AS ends USING (recording, load)
GROUP BY kind, after, label, day, recording;

-- The lines of the condensed recording, in the order in which `atsproxy condense` merges them.
CREATE OR REPLACE TABLE condensed ENGINE = MergeTree ORDER BY tuple() AS
WITH condensed AS (
    SELECT 1 AS rank, [''] AS key, '{"event":"condensed","version":1}' AS line
    UNION ALL
    SELECT 2, [toJSONString(recording)], concat('{"event":"recording",', substring(toJSONString(tuple(
        recording AS id, name AS name, proxy AS proxy, lines AS lines, events AS events, size AS bytes, first AS first,
        last AS last, length(broken) AS brokenLines, arraySlice(broken, 1, 10) AS firstBrokenLines,
        ends_unfinished::Bool AS endsUnfinished, is_cut_off::Bool AS isCutOff, lost AS lostEvents,
        arraySum(mapValues(unknown)) AS unknownEvents, unknown AS unknownEventNames)), 2))
    FROM recordings
    UNION ALL
    SELECT 3, [if(startsWith(line, '{"time":"'), substring(line, 34), line)], line
    FROM (
        SELECT line FROM kept WHERE event <> 'decision'
        UNION DISTINCT SELECT arrayJoin(JSONExtractArrayRaw(line, 'serverFacts')) FROM kept WHERE event = 'decision')
    UNION ALL
    SELECT 4, [toJSONString(kind)], concat('{"event":"kind","id":"', kind, '","decision":{', arrayStringConcat(arrayMap(
        member -> concat(toJSONString(member.1), ':', member.2), arrayFilter(
            member -> member.1 NOT IN ('client', 'user', 'label', 'path', 'serverFacts'),
            JSONExtractKeysAndValuesRaw(line))), ','), '}}')
    FROM kinds INNER JOIN (
        SELECT time, id AS load, is_second, any(line) AS line FROM kept WHERE event = 'decision'
        GROUP BY time, load, is_second) AS lines USING (time, load, is_second)
    UNION ALL
    SELECT 5, [toJSONString(kind), toJSONString(nullIf(after, '')), toJSONString(nullIf(label, '')), toJSONString(day),
        toJSONString(recording)], concat('{"event":"loads",', substring(toJSONString(tuple(
        kind AS kind, nullIf(after, '') AS after, nullIf(label, '') AS label, day AS day, recording AS recording,
        decisions AS decisions, first AS first, last AS last, from_client AS bytesFromClient,
        from_server AS bytesFromServer, refusals AS clientRefusals,
        tuple(seconds AS seconds, arrayMin(mapKeys(times)) AS start, arrayMap(
            interval -> times[interval], range(arrayMin(mapKeys(times)), arrayMax(mapKeys(times)) + 1)) AS counts) AS times,
        devices AS devices, users AS users, paths AS paths)), 2))
    FROM numbers
    UNION ALL
    SELECT 6, [toJSONString(load), '6', toJSONString(recording)], concat('{"event":"open",', substring(toJSONString(tuple(
        load AS id, recording AS recording, first_kind AS kind, nullIf(second_kind, '') AS second,
        nullIf(label, '') AS label, day AS day)), 2))
    FROM (
        SELECT
            load, recording, anyIf(decisions.kind, n = 1) AS first_kind,
            anyIf(decisions.kind, n > 1 AND is_last) AS second_kind, any(decisions.label) AS label,
            any(decisions.day) AS day
        FROM decisions LEFT ANTI JOIN (SELECT recording, load FROM ends WHERE NOT is_early) AS ends
        USING (recording, load)
        WHERE NOT is_single GROUP BY load, recording)
    UNION ALL
    SELECT 6, [toJSONString(load), '7', toJSONString(recording)], concat(
        '{"event":"single","id":', toJSONString(load), ',"recording":', toJSONString(recording), ',"decision":', line, '}')
    FROM (SELECT * FROM decisions WHERE is_single) AS decisions
    INNER JOIN (SELECT time, id AS load, is_second, line FROM kept) AS lines USING (time, load, is_second)
    UNION ALL
    SELECT 6, [toJSONString(load), '8', toJSONString(recording)], concat('{"event":"ended",', substring(toJSONString(tuple(
        load AS id, recording AS recording, from_client AS bytesFromClient, from_server AS bytesFromServer,
        is_refusal::Bool AS clientRefusal)), 2))
    FROM ends LEFT ANTI JOIN (
        SELECT recording, load FROM decisions
        INNER JOIN (SELECT recording, load FROM ends WHERE NOT is_early) AS counted USING (recording, load)
        WHERE NOT is_single) AS decisions
    USING (recording, load))
SELECT rank, key, line FROM condensed;

-- The last line tells a whole recording from one that was cut off.
INSERT INTO FUNCTION file({condensed:String}, 'TSVRaw', 'line String')
SELECT line FROM (
    SELECT rank, key, line FROM condensed
    UNION ALL SELECT 9, [''], concat('{"event":"end","lines":', toString(count()), '}') FROM condensed)
ORDER BY rank, key;
