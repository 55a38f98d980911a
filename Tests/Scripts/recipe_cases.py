"""Recordings of which the recipes of config/fleet must count everything as the program does. Each case writes its segments
into a folder."""

import datetime
import gzip
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))

import kinds  # noqa: E402


def write(path, lines):
    """Writes lines, compressed if the name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = b"".join(lines)
    path.write_bytes(gzip.compress(data, 6, mtime=0) if path.suffix == ".gz" else data)


def ulid(milliseconds, rest):
    """An identifier of a time."""
    return "".join("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[milliseconds >> shift & 31] for shift in range(45, -1, -5)) + rest


def milliseconds_of(time):
    return round(datetime.datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() * 1000)


def time_at(milliseconds):
    time = datetime.datetime.fromtimestamp(milliseconds // 1000, datetime.timezone.utc)
    return f"{time:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03}Z"


def segment(number, proxy, lines, begin=None):
    """The lines of a segment: what a proxy writes at its beginning, and some lines of a recording."""
    begin = begin or json.loads(lines[0])["time"]
    beginning = {"time": begin, "event": "segment", "id": ulid(milliseconds_of(begin), f"000000000000{number:04d}"),
                 "proxy": proxy}
    return dump([beginning]) + lines


def dump(events):
    """The lines of events."""
    return [json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for event in events]


def recorded(path=ROOT / "Benchmarks/lab/pattern.jsonl"):
    """The events of a recording that the program wrote, with the kinds of loads."""
    return kinds.name_kinds([json.loads(line) for line in path.read_bytes().splitlines()])


def lab(folder):
    """Segments of two proxies, in which most tunnels end in another segment than they began in."""
    recordings = folder.parent / "recordings"
    subprocess.run(
        [ROOT / "Benchmarks/lab-recordings", recordings, "--proxies", "2", "--devices", "14", "--loads", "60", "--hosts",
         "40", "--days", "2"], check=True, stderr=subprocess.DEVNULL)
    for place in (1, 2):
        with open(recordings / f"lab-{place}.jsonl", "rb") as file:
            lines = file.readlines()
        size = len(lines) // 9 + 1
        for number in range(9):
            part = segment(100 * place + number, f"lab-{place}", lines[number * size:(number + 1) * size])
            write(folder / f"lab-{place}-{number}.jsonl{'.gz' if number < 8 else ''}", part)
    # A segment was copied while it was written, and its copy is there as well.
    with gzip.open(folder / "lab-1-3.jsonl.gz") as file:
        write(folder / "copied.jsonl", file.readlines()[:40])


def later_segments(folder):
    """The last segments of that lab. What they have of loads that began before is in segments that were not copied."""
    for place in (1, 2):
        for name in (f"lab-{place}-7.jsonl.gz", f"lab-{place}-8.jsonl"):
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder.parent.parent / "lab/segments" / name, folder / name)


def one_file(folder):
    """A recording that the program wrote, without segments."""
    write(folder / "pattern.jsonl", dump(recorded()))


def example(folder):
    """Another recording that the program wrote."""
    write(folder / "MyApp.jsonl", dump(recorded(ROOT / "config/example/MyApp.jsonl")))


def peculiar(folder):
    """What proxies write seldom: lost and unknown events, lines that cannot be read, a line that is being written, users,
    paths, IPv6, a client that refuses a server, names of test cases, identifiers that are no ULIDs,
    loads that began on the day before, and loads without their decisions or their end."""
    events = recorded()
    loads = sorted({event["id"] for event in events if event["event"] == "decision"})
    for number, event in enumerate(events):
        if event["event"] == "decision":
            number = loads.index(event["id"])
            event["client"] = ["[2001:db8::7]:4711", "192.0.2.7:53012", None][number % 3]
            event["user"] = [None, "zoë", "adam", "eve", "bob"][number % 5]
            event["label"] = ["Kasse ü", "a", "a b", None][number % 4]
            event["path"] = event["path"] and f"/ä/{'x' * (number % 300)}"
        if event["event"] == "closed" and number % 3 == 0:
            event["clientRefusal"] = {"by": "alert", "alert": "unknown_ca"}
    at = events[-1]["time"]
    # Two loads that differ in nothing but whether the client accepted a server whose certificate fails.
    second = next(event for event in events if event["event"] == "decision" and event["tls"]["source"] == "tunnel")
    warning = {"rule": "certificate.trust", "message": "The certificate is not trusted.", "expected": "", "actual": "",
               "status": None, "urlError": -1202, "urlErrorText": "", "exception": None}
    for digit, accepted in (("0", False), ("1", True)):
        for event in [event for event in events if event["id"] == second["id"]]:
            copy = {**event, "id": event["id"][:-1] + digit}
            if event is second:
                copy |= {"accepted": accepted, "warnings": [warning], "violations": []}
            events.append(copy)
    for event in events:
        if event["event"] in ("decision", "closed") and event["id"] in loads:
            match loads.index(event["id"]) % 7:
                case 1: event["id"] = ulid(milliseconds_of(at) - 86_400_000, event["id"][10:])
                case 2: event["id"] = f"load-{event['id'][-4:]}"
                case 3: event["id"] = event["id"].lower()
    events = kinds.name_kinds(events)
    missing = [next(event for event in events if event["event"] == name) for name in ("decision", "closed")]
    events = [event for event in events if all(event is not lost for lost in missing)]
    events.insert(20, {"time": at, "event": "lost", "count": 3})
    events.insert(30, {"time": at, "event": "weather", "sunny": True})
    named = {"event": "label", "label": "Kasse ü", "listener": None, "client": None}
    events += [{"time": at, **named, "listener": "lab", "client": "192.0.2.7"}, {"time": events[0]["time"], **named},
               {"time": at, **named, "label": "no loads"}]
    lines = dump(events)
    lines[40:40] = [b"{\"time\": broken\n", b"[]\n", *dump([{**events[-4], "time": "yesterday"}])]
    write(folder / "peculiar.jsonl", [*lines, lines[55][:100]])


def rewritten(folder):
    """Recordings after a log shipper: other orders of members, white space, escapes, additional members."""
    write(folder / "rewritten.jsonl", [
        json.dumps({"host_name": "lab-3", **event}, sort_keys=number % 2 == 0).encode() + b"\n"
        for number, event in enumerate(recorded())])


def ended_first(folder):
    """Tunnels that ended before they were judged, of which clients refused some servers. The first segment has the ends, the
    second one the first decisions, and the third one those on what was seen in the tunnels."""
    events = recorded()
    decisions = {}
    for event in events:
        if event["event"] == "decision":
            decisions.setdefault(event["id"], []).append(event)
    further = [parts[1] for parts in decisions.values() if len(parts) > 1]
    if not further:
        sys.exit("run-recipes: the pattern has no second decision")
    ends = [event for event in events if event["event"] == "closed"]
    for end in ends[::3]:
        end["clientRefusal"] = {"by": "alert", "alert": "unknown_ca"}
    first = [event for event in events if event["event"] not in ("decision", "closed")]
    second = [parts[0] for parts in decisions.values()]
    parts = [first + ends, second, further]
    lines = dump(kinds.name_kinds([event for part in parts for event in part]))
    for number, part in enumerate(parts):
        # The later segments begin when all loads have begun.
        begin = events[-1]["time"] if number else None
        write(folder / f"lab-1-{number}.jsonl", segment(number, "lab-1", lines[:len(part)], begin))
        lines = lines[len(part):]


def early_ends(folder):
    """A segment with the ends of loads that are early if they began before it, or at the same time as it."""
    events = recorded()
    end = next(event for event in events if event["event"] == "closed")
    begin = milliseconds_of(end["time"])
    ids = [ulid(at, end["id"][10:]) for at in (begin - 86_400_000, begin - 1, begin, begin + 1)]
    ids += ["load-1", ulid(begin - 86_400_000, "-1")]
    kinds_of_ends = [{name: end[name] for name in ("kind", "after")}, {"kind": None, "after": None}]
    ends = [{**end, "id": load, "time": time_at(begin + later), **names}
            for load in ids for later in (0, 1) for names in kinds_of_ends]
    others = [event for event in events if event["event"] != "closed"]
    write(folder / "lab-1-0.jsonl", segment(0, "lab-1", dump(ends + others), end["time"]))


def rotated(folder):
    """Logs that were rotated in the middle of a load, so that each begins with another line about it, and a copy whose last
    line was half written."""
    events = recorded()
    lines = dump(events)
    loads = {}
    for event, line in zip(events, lines):
        if event["event"] in ("decision", "closed"):
            loads.setdefault(event["id"], []).append(line)
    long = next(parts for parts in loads.values() if len(parts) == 3)
    others = [line for parts in loads.values() if parts is not long for line in parts]
    known = [line for event, line in zip(events, lines) if event["event"] not in ("decision", "closed")]
    third = len(others) // 3
    for number, first in enumerate(long):
        write(folder / f"events.jsonl.{number}.jsonl", [*known, first, *others[number * third:(number + 1) * third]])
    last = [*known, long[0], *others[:third]]
    write(folder / "half-written.jsonl", [*last[:-1], last[-1][:100]])


CASES = [lab, later_segments, one_file, example, peculiar, rewritten, ended_first, early_ends, rotated]
