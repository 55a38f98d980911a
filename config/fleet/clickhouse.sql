-- Condenses recordings of atsproxy with ClickHouse (tested with 26.9): reads the segments in a directory, and writes a condensed
-- recording, which `atsproxy report`, `advise` and `view` read:
--
--   clickhouse local --param_segments=/srv/atsproxy/lab-3 --param_condensed=/srv/atsproxy/lab-3.condensed.jsonl \
--       --queries-file clickhouse.sql
--
-- Each decision must name its `kind`. Those of earlier versions do not, and end the script: condense these recordings with
-- `atsproxy condense`. For a bucket, and for a server, see README.md. Each step is a table, so that the answers to other
-- questions can be taken from the same tables.

SET join_algorithm = 'grace_hash,hash', join_use_nulls = 0, max_bytes_ratio_before_external_group_by = 0.3,
    max_bytes_ratio_before_external_sort = 0.3, enable_named_columns_in_function_tuple = 1,
    output_format_json_quote_64bit_integers = 0, output_format_json_escape_forward_slashes = 0,
    engine_file_truncate_on_insert = 1, allow_experimental_analyzer = 1;

-- Every line once: the members by which loads are counted.
CREATE OR REPLACE TABLE events ENGINE = MergeTree ORDER BY (file, row) AS
WITH
    JSONExtract(line, 'Tuple(
        time String, event String, id String, kind String, after String, proxy Nullable(String),
        previous Nullable(String), count UInt64, client String, user String, label String, path String, tunnel String, tls Tuple(source String),
        bytesFromClient UInt64, bytesFromServer UInt64, clientRefusal String, ended String)') AS e,
    JSONExtract(e.ended, 'Tuple(bytesFromClient UInt64, bytesFromServer UInt64, clientRefusal Bool)') AS end,
    -- The number that digits of Crockford's base32 spell, of which the identifiers of loads consist.
    (digits -> reinterpretAsUInt64(reverse(right(base32Decode(leftPad(translate(
        replaceRegexpAll(digits, '[^0-9A-HJKMNP-TV-Z]', '0'), '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), 16, 'A')), 8)))) AS number
SELECT
    _path AS file, assumeNotNull(_row_number) AS row, assumeNotNull(_size) AS size, length(line) AS bytes,
    e.event AS event, e.id AS id, e.time AS time, e.proxy AS proxy, e.previous AS previous, e.count AS count,
    toUnixTimestamp64Milli(parseDateTime64BestEffortOrZero(e.time, 3, 'UTC')) AS milliseconds,
    trimBoth(line, ' \t\r') = '' AS is_blank,
    NOT is_blank AND (e.event = '' OR isNull(parseDateTime64BestEffortOrNull(e.time, 3, 'UTC'))
        OR e.id = '' AND e.event IN ('decision', 'closed', 'facts', 'policy', 'trust', 'segment')) AS is_broken,
    e.tunnel <> '' OR e.tls.source = 'tunnel' AS is_of_tunnel,
    if(throwIf(e.event = 'decision' AND e.kind = '' AND NOT is_broken,
        'a decision is of an earlier version; use atsproxy condense') = 0, e.kind, '') AS kind,
    e.after AS after, leftUTF8(e.label, 200) AS label, leftUTF8(e.user, 200) AS user, leftUTF8(e.path, 200) AS path,
    leftUTF8(if(startsWith(e.client, '['), splitByChar(']', substring(e.client, 2))[1],
        replaceRegexpOne(e.client, ':[^:]*$', '')), 64) AS device,
    -- The beginning of an identifier is the time at which the load began, and the rest of it is random.
    if(match(e.id, '^[0-9A-HJKMNP-TV-Z]{10}.{16}$'), number(left(e.id, 10)), milliseconds)::Int64 AS began,
    number(right(e.id, 12)) AS random_part, e.event = 'decision' AND e.ended <> '' AS has_ended,
    e.bytesFromClient + end.bytesFromClient AS from_client, e.bytesFromServer + end.bytesFromServer AS from_server,
    startsWith(e.clientRefusal, '{') OR end.clientRefusal AS is_refusal
FROM file(concat({segments:String}, '/*.{jsonl,jsonl.gz}'), 'LineAsString');

-- The recordings. Of several copies of one recording the longest counts; one whose last line is half written has fewer bytes.
CREATE OR REPLACE TABLE recordings ENGINE = MergeTree ORDER BY recording AS
WITH counted AS (
    SELECT
        file, count() AS lines, countIf(NOT is_broken AND NOT is_blank) AS events, sum(bytes + 1) AS bytes,
        any(size) AS file_size, argMinIf(id, row, event = 'segment') AS segment,
        argMinIf(proxy, row, event = 'segment') AS proxy,
        argMinIf(previous, row, event = 'segment') AS previous,
        argMinIf(milliseconds, row, event = 'segment' AND NOT is_broken) AS segment_began,
        -- A log may be rotated between the lines about a load, of which the later ones begin the next recording.
        argMinIf(concat(id, multiIf(event = 'closed', '/closed', is_of_tunnel, '/tunnel', '')), row,
            event IN ('decision', 'closed')) AS load,
        nullIf(minIf(time, event = 'decision'), '') AS first, nullIf(maxIf(time, event = 'decision'), '') AS last,
        sumIf(count, event = 'lost') AS lost,
        sumMapIf(map(event, 1), NOT is_broken AND NOT is_blank AND event NOT IN (
            'decision', 'closed', 'facts', 'policy', 'trust', 'service', 'label', 'segment', 'lost')) AS unknown,
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
    recording, file, name, proxy, previous, segment_began, lines, events, size, first, last, lost, unknown,
    if(is_cut_off, arrayPopBack(broken), broken) AS broken, ends_unfinished, is_cut_off
FROM described ORDER BY lines DESC, size DESC, name LIMIT 1 BY recording;

-- The decisions on loads and their ends, each with the row of `numbers` in which it counts. '' stands for none.
CREATE OR REPLACE VIEW loads AS
SELECT
    if(kind = '', repeat('0', 32), kind) AS kind, after, label,
    toString(toDate(fromUnixTimestamp64Milli(began, 'UTC'))) AS day, recording, id AS load, time,
    intDiv(milliseconds, 1000) AS second, event = 'decision' AS is_decision, has_ended,
    -- The decision on such a load is in an earlier recording. Without a segment event, the time is 0.
    event = 'closed' AND events.kind <> '' AND began <= segment_began AS is_early,
    device, user, path, random_part, from_client, from_server, is_refusal
FROM events INNER JOIN (SELECT file, recording, segment_began FROM recordings) AS chosen USING (file)
WHERE event IN ('decision', 'closed') AND NOT is_broken;

-- Loads of one kind, test case, day and recording are counted together. The intervals of their times are the shortest of
-- which 64 reach from the first load to the last. The balance tells whether each load of some lines is among those of others:
-- their number, the sum of their random parts, and their bytes.
CREATE OR REPLACE TABLE numbers ENGINE = MergeTree ORDER BY (kind, after, label, day, recording) AS
WITH ((is_chosen, bytes) -> [countIf(is_chosen), bitAnd(sumIf(random_part, is_chosen), 4611686018427387903),
    sumIf(bytes, is_chosen)]) AS tally,
spans AS (
    SELECT
        kind, after, label, day, recording, arrayFirst(
            length -> intDiv(maxIf(second, is_decision), length) - intDiv(minIf(second, is_decision), length) < 64,
            [1, 5, 15, 60, 300, 900, 3600, 10800, 43200, 86400]) AS seconds
    FROM loads GROUP BY kind, after, label, day, recording)
SELECT
    kind, after, label, day, recording, any(spans.seconds) AS seconds, countIf(is_decision) AS decisions,
    if(decisions = 0, concat(day, 'T00:00:00.000Z'), minIf(time, is_decision)) AS first,
    if(decisions = 0, concat(day, 'T00:00:00.000Z'), maxIf(time, is_decision)) AS last,
    sum(from_client) AS bytes_from_client, sum(from_server) AS bytes_from_server, countIf(is_refusal) AS refusals,
    sumMapIf(map(intDiv(second, spans.seconds), toUInt64(1)), is_decision) AS times,
    sumMapIf(map(device, toUInt64(1)), is_decision AND device <> '') AS devices,
    arraySlice(arraySort(groupUniqArrayIf(user, is_decision AND user <> '')), 1, 3) AS users,
    arraySlice(arraySort(groupUniqArrayIf(path, is_decision AND path <> '')), 1, 3) AS paths,
    arrayConcat(tally(is_decision, 0), tally(is_end, from_client + from_server), tally(is_early, from_client + from_server),
        tally(has_ended, from_client + from_server), [countIf(is_decision AND device = '')]) AS balance
FROM (SELECT *, NOT is_decision AND NOT is_early AS is_end FROM loads) AS loads
INNER JOIN spans USING (kind, after, label, day, recording)
GROUP BY kind, after, label, day, recording;

-- The lines that are kept, in a second reading: the earliest decision of each kind, and what is said about servers, policies
-- and test cases, once each, with its latest time.
CREATE OR REPLACE TABLE kept ENGINE = MergeTree ORDER BY (event, content) AS
WITH ((text, dropped) -> concat('{', arrayStringConcat(arrayMap(
    member -> concat(toJSONString(member.1), ':', member.2), arrayFilter(
        member -> NOT has(dropped, member.1), JSONExtractKeysAndValuesRaw(text))), ','), '}')) AS without,
chosen AS (
    SELECT
        line, JSONExtract(line, 'Tuple(time String, event String, id String, kind String)') AS e, e.event AS event,
        -- Who loaded something or named a test case is not kept.
        multiIf(event = 'decision', ['kind', 'after', 'ended', 'client', 'user', 'label', 'path'],
            event = 'label', ['listener', 'client'], []) AS dropped,
        if(event = 'decision', e.kind, hex(sipHash128(without(line, arrayConcat(dropped, ['time']))))) AS content
    FROM file(concat({segments:String}, '/*.{jsonl,jsonl.gz}'), 'LineAsString')
    WHERE e.time <> '' AND (event IN ('service', 'label') OR event IN ('decision', 'facts', 'policy', 'trust') AND e.id <> '')
        AND _path IN (SELECT file FROM recordings))
SELECT
    event, content, if(event = 'decision', argMin(chosen.line, (e.time, e.id)), argMax(chosen.line, e.time)) AS text,
    if(empty(any(dropped)), text, without(text, any(dropped))) AS line
FROM chosen GROUP BY event, content;

-- The lines of the condensed recording, in the order in which `atsproxy condense` merges them: by the members that identify
-- a line, which are its first ones.
CREATE OR REPLACE TABLE condensed ENGINE = MergeTree ORDER BY tuple() AS
WITH condensed AS (
    SELECT 1 AS rank, '{"event":"condensed","version":1}' AS line
    UNION ALL
    SELECT 2, concat('{"event":"recording",', substring(toJSONString(tuple(
        recording AS id, name AS name, proxy AS proxy, previous AS previous, lines AS lines, events AS events,
        size AS bytes, first AS first, last AS last, length(broken) AS brokenLines, arraySlice(broken, 1, 10) AS firstBrokenLines,
        ends_unfinished::Bool AS endsUnfinished, is_cut_off::Bool AS isCutOff, lost AS lostEvents,
        arraySum(mapValues(unknown)) AS unknownEvents, unknown AS unknownEventNames)), 2))
    FROM recordings
    UNION ALL
    SELECT 3, line FROM kept WHERE event <> 'decision'
    UNION ALL
    SELECT 4, concat('{"event":"kind","id":"', content, '","decision":', line, '}') FROM kept WHERE event = 'decision'
    UNION ALL
    SELECT 5, concat('{"event":"loads",', substring(toJSONString(tuple(
        kind AS kind, nullIf(after, '') AS after, nullIf(label, '') AS label, day AS day, recording AS recording,
        decisions AS decisions, first AS first, last AS last, bytes_from_client AS bytesFromClient,
        bytes_from_server AS bytesFromServer, refusals AS clientRefusals,
        tuple(seconds AS seconds, arrayMin(mapKeys(times)) AS start, arrayMap(
            interval -> times[interval], if(decisions = 0, [], range(start, arrayMax(mapKeys(times)) + 1))) AS counts) AS times,
        devices AS devices, users AS users, paths AS paths, balance AS balance)), 2))
    FROM numbers)
SELECT rank, line FROM condensed;

-- The last line tells a whole recording from one that was cut off. The time of a statement does not identify it.
INSERT INTO FUNCTION file({condensed:String}, 'TSVRaw', 'line String')
SELECT line FROM (
    SELECT rank, line FROM condensed
    UNION ALL SELECT 6, concat('{"event":"end","lines":', toString(count()), '}') FROM condensed)
ORDER BY rank, if(startsWith(line, '{"time":"'), substring(line, 34), line);
