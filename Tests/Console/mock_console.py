"""The state of a mock console: rows that change by themselves or on demand, and everybody who reads the stream."""

import collections
import json
import random
import threading
import time

import mock_data

TICK = 0.25
LOAD_LIMIT = 2000
NEVER_LOADED = "No load from this domain was seen."


class MockConsole:
    """`settings`: rows, rate (changes a second), source, green, empty, hostile."""

    def __init__(self, settings):
        self.lock = threading.Condition()
        self.settings = settings
        self.uploaded = []
        self.streams = 0
        self.era = 0
        self.is_refusing = False
        self.is_silent = False
        self.is_forgetful = False
        self.is_failing = False
        self.is_held = False
        self.is_full = False
        self.waiting = 0
        self.delay = 0
        self.status_delay = 0
        self.lists = 0
        self.resets = 0
        self.is_unreachable = False
        self.status_changes = {}
        self.restart()
        threading.Thread(target=self._change, daemon=True).start()

    def restart(self):
        """A new session: every id and revision begins anew, and every stream ends."""
        with self.lock:
            self.session = f"{random.getrandbits(64):016x}"
            self.started = mock_data.moment(-4000)
            self.revision = 1
            number = self.settings["rows"]
            self.rows = {}
            for one in (mock_data.row(index, is_green=self.settings["green"]) for index in range(number)):
                self.rows[one["id"]] = one
            if self.settings["hostile"]:
                one = mock_data.hostile_row(number)
                self.rows[one["id"]] = one
            self.changed = {}
            self.probes = {}
            self.reloaded = None
            self.loads = collections.deque(maxlen=LOAD_LIMIT)
            self.load_number = 0
            for one in list(self.rows.values())[:200]:
                self._load(one, mock_data.moment(-300))
            self.devices = [self._device(index) for index in range(3)] if number else []
            self.lock.notify_all()

    def reload(self):
        """The program reads its configuration again, with another policy."""
        with self.lock:
            self.reloaded = mock_data.moment()
            self.revision += 1
            for identity, one in self.rows.items():
                self.rows[identity] = {**one, "beforeReload": {name: one[name] for name in ("loads", "refusedByDevice", "bytesFromClient", "bytesFromServer")}}
                self.changed[identity] = self.revision
            self.lock.notify_all()

    def load(self, identity, members):
        """A further load of a row, which changes members of it."""
        with self.lock:
            time = mock_data.moment()
            one = {**self.rows[identity], "loads": self.rows[identity]["loads"] + 1, "lastSeen": time, **members}
            self._load(one, time)
            self._put(one)

    def list_loads(self, after):
        with self.lock:
            return {"session": self.session, "change": self.load_number, "limit": LOAD_LIMIT,
                    "loads": [load for number, load in reversed(self.loads) if number > after]}

    def _load(self, one, time):
        self.load_number += 1
        load = mock_data.load(self.load_number, one, time)
        self.loads.append((self.load_number, load))

    def stop_streams(self):
        """Ends every stream, as a proxy that stops does."""
        with self.lock:
            self.era += 1
            self.lock.notify_all()

    def hold(self, is_held):
        """Holds computations up, or lets them go on."""
        with self.lock:
            self.is_held = is_held
            self.lock.notify_all()

    def wait_until_released(self):
        """Waits while computations are held up; `waiting` counts the requests that do."""
        with self.lock:
            self.waiting += 1
            self.lock.wait_for(lambda: not self.is_held)
            self.waiting -= 1

    def reset(self):
        """Makes every reader of the stream read all rows, as after changes that are not kept."""
        with self.lock:
            self.resets += 1
            self.revision += 1
            self.lock.notify_all()

    def add(self, number):
        """More rows, the first of which are bad."""
        with self.lock:
            for index in range(len(self.rows), len(self.rows) + number):
                self._put(mock_data.row(index, is_green=self.settings["green"]))
            if not self.devices:
                self.devices = [self._device(0)]

    def put(self, one):
        """One row as it is given."""
        with self.lock:
            self._put(one)

    def probe(self, identity):
        """Probes the server of a row again, at most once in five seconds: whether it does."""
        with self.lock:
            if time.monotonic() < self.probes.get(identity, 0) + 5:
                return False
            self.probes[identity] = time.monotonic()
            if not self.is_unreachable:
                self._put({**self.rows[identity], "probed": mock_data.moment()})
            return True

    def status(self):
        with self.lock:
            rows = list(self.rows.values())
            counted = {
                "hosts": len({one["host"] for one in rows}), "rows": len(rows), "hiddenRows": 0, "hiddenFailures": 0,
                "loads": sum(one["loads"] for one in rows), "wouldFail": sum(one["severity"] == 5 for one in rows),
                "failsUnlessAccepted": sum(one["verdict"] == "failsUnlessAccepted" for one in rows),
                "warnings": sum(one["verdict"] == "warning" for one in rows),
                "notJudged": sum(one["verdict"] == "notJudged" for one in rows),
                "undetermined": sum(one["verdict"] == "undetermined" for one in rows),
                **{verdict: sum(one["verdict"] == verdict for one in rows) for verdict in ("failed", "allowed", "exempt")},
                "exceptionsNeverNeeded": 2 if rows and not self.settings["green"] else 0,
                "refusedByDevices": sum(one["refusedByDevice"] > 0 for one in rows)}
            is_live = self.settings["source"] == "live"
            return {
                "version": "0.18.0", "source": self.settings["source"], "session": self.session, "started": self.started,
                "now": mock_data.moment(), "reloaded": self.reloaded, "revision": self.revision,
                "listeners": [{"address": "0.0.0.0:8080", "mode": "observe", "os": "ios26.4", "policy": "Courier.app"}] if is_live else [],
                "recordings": [{"path": "events.jsonl", "events": 3 * len(rows), "lost": 0, "problem": None}], "lost": 0, "notices": [],
                "counts": counted, "coverage": {"expected": 4, "seen": 3, "missing": ["pay.bank.example"]} if rows else None,
                "hostCoverage": {
                    "known": 4, "covered": 3, "percent": 75, "isAtMost": True,
                    "sentence": "Coverage is at most 75 %: 3 of 4 known hosts were judged in every load, on complete evidence.",
                    "reasons": [{"reason": "not-loaded", "hosts": 1, "sentence": "1 host expected, but without a judged load.", "names": ["pay.bank.example"]}],
                    "limits": ["whether 1 host may use HTTP/3 is not known"],
                } if rows else None,
                "data": [{"name": "Certificate Transparency log list", "date": "2026-08-01", "ageDays": 113, "isOld": True, "remedy": "Install a newer atsproxy."},
                         {"name": "Apple's roots", "date": "2026-10-04", "ageDays": 49, "isOld": False, "remedy": "Install a newer atsproxy."}],
                "devices": self.devices if is_live else [],
                "setup": {"addresses": ["192.168.1.20:8080"], "isReachableByDevices": True,
                          "advice": "Type 192.168.1.20:8080 into the phone's Wi-Fi settings, then use the app.",
                          "code": mock_data.SETUP_CODE} if is_live else None,
                "policies": mock_data.POLICIES + self.uploaded, "systems": mock_data.SYSTEMS,
                "policiesInForce": [one["id"] for one in mock_data.POLICIES[:1 if self.reloaded else 2]] if is_live else None,
                "exceptionsNeverNeeded": [{"domain": "old.example.com", "keys": ["NSExceptionAllowsInsecureHTTPLoads"], "policy": "Courier.app", "reason": NEVER_LOADED},
                                          {"domain": "beta.example.net", "keys": ["NSExceptionMinimumTLSVersion"], "policy": "Courier.app", "reason": NEVER_LOADED}]
                if counted["exceptionsNeverNeeded"] else [],
                **self.status_changes}

    def list(self):
        with self.lock:
            return {"session": self.session, "revision": self.revision, "rows": list(self.rows.values()), "hiddenRows": 0}

    def what_if(self, policy, system):
        """Without exceptions warnings become violations; under another OS or policy what was blocked is allowed."""
        with self.lock:
            rows = list(self.rows.values())
        wanted = {"defaults": ("warning", {"verdict": "blocked", "word": "Blocked", "reason": "Trust must hold without an exception."})}
        exempted = ("blocked", {"verdict": "allowed", "word": "Allowed", "reason": "The policy has an exception for this host."})
        before, after = wanted.get(policy, exempted)
        changes = [{"row": one["id"], "host": one["host"], "before": {name: one[name] for name in ("verdict", "word", "reason")},
                    "after": after} for one in rows if one["verdict"] == before]
        name = next((one["name"] for one in mock_data.POLICIES + self.uploaded if one["id"] == policy), policy or system)
        return {"changes": changes, "unchanged": len(rows) - len(changes), "undetermined": 1,
                "sentence": f"Under {name}, {len(changes)} rows would be {after['verdict']}."}

    def follow(self, known):
        """The events of one stream after the id of an event, as bytes, until it ends; comments while nothing happens."""
        with self.lock:
            self.streams += 1
            session, era, revision, resets = self.session, self.era, self.revision, self.resets
        try:
            here = {"session": session, "revision": revision}
            known = position(known)
            if known and known[0] == session and known[1] <= revision:
                revision = known[1]
                yield event("hello", here, f"{session}-{revision}")
            else:
                yield event("hello", here, f"{session}-{revision}")
                if known:
                    yield event("reset", here, f"{session}-{revision}")
            sent_status = None
            while True:
                with self.lock:
                    self.lock.wait(TICK * 4)
                    if (self.session, self.era) != (session, era):
                        return
                    changed = [self.rows[identity] for identity, at in self.changed.items() if at > revision] if not self.is_silent else []
                    new = self.revision
                    is_reset, resets = self.resets != resets, self.resets
                if is_reset:
                    yield event("reset", {"session": session, "revision": new}, f"{session}-{new}")
                    revision = new
                elif changed:
                    yield event("rows", {"revision": new, "rows": changed, "hiddenRows": 0}, f"{session}-{new}")
                    revision = new
                    # The status comes later, as it may from the program, so that the page has drawn the rows by then.
                    time.sleep(0.1)
                status = self.status()
                text = json.dumps({**status, "now": None})
                if not self.is_silent and text != sent_status:
                    yield event("status", status)
                    sent_status = text
                elif not self.is_silent:
                    yield b": still here\n\n"
        finally:
            with self.lock:
                self.streams -= 1

    def _put(self, one):
        self.revision += 1
        self.rows[one["id"]] = one
        self.changed[one["id"]] = self.revision
        self.lock.notify_all()

    def _change(self):
        """Changes rows at the rate of the settings, in ticks, as the program does."""
        while True:
            time.sleep(TICK)
            number = int(self.settings["rate"] * TICK)
            if not number:
                continue
            with self.lock:
                identities = random.sample(list(self.rows), min(number, len(self.rows)))
                self.revision += 1
                now = mock_data.moment()
                for identity in identities:
                    one = self.rows[identity]
                    self.rows[identity] = {**one, "loads": one["loads"] + 1, "lastSeen": now}
                    self._load(self.rows[identity], now)
                    self.changed[identity] = self.revision
                self.lock.notify_all()

    @staticmethod
    def _device(index):
        return {"address": f"192.0.2.{7 + index}", "user": None, "apps": ["Courier", "Maps Lite"][:1 + index % 2],
                "loads": [12, 340, 0][index % 3], "firstSeen": mock_data.moment(-3600), "lastSeen": mock_data.moment(-5)}


def event(name, value, identity=None):
    line = f"id: {identity}\n" if identity else ""
    return f"event: {name}\n{line}data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()


def position(text):
    """The session and revision of `SESSION-REVISION`; None for any other text, as in the program."""
    session, dash, revision = (text or "").rpartition("-")
    return (session, int(revision)) if dash and revision.isdigit() else None
