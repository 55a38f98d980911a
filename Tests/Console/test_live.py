"""A program that starts, stops, starts again and loses things, and a page that says so and recovers by itself."""

from page_test import PageTest

# Two failed attempts 30 seconds after the last contact, then a failure while the page says that the program was started again.
CONNECTION = """
const done = arguments[0];
import('/page/live/connection.js').then(({ makeConnection }) => {
  const before = { setTimeout, clearTimeout, Date };
  const timers = new Map(), news = document.querySelector('#news');
  let last = 1e6, now = '2026-01-01T10:00:05Z';
  const runTimers = () => [...timers.values()].forEach((action) => action());
  window.setTimeout = (action) => { timers.set(++last, action); return last; };
  window.clearTimeout = (timer) => timers.delete(timer);
  window.Date = class extends before.Date { constructor(...values) { super(...(values.length ? values : [now])); } };
  const connection = makeConnection();
  connection.setState('live');
  now = '2026-01-01T10:00:35Z';
  connection.setState('lost');
  const [first] = timers.keys();
  connection.setState('lost');
  const waiting = [...timers.keys()].filter((timer) => timer === first).length;
  runTimers();
  const lost = news.textContent;
  connection.setState('live');
  timers.clear();
  connection.sayRestarted();
  connection.fail({ status: 500, message: 'A failure that came meanwhile.' });
  runTimers();
  Object.assign(window, before);
  done([waiting, lost, news.textContent]);
});
"""
ENDED_STREAM = """
const done = arguments[0], states = [], controller = new AbortController();
import('/page/live/stream.js').then(({ follow }) => {
  window.setTimeout = () => 0;
  window.fetch = () => Promise.reject(new TypeError('no network'));
  const onState = (state) => { states.push(state); controller.abort(); };
  follow({ position: () => null, onEvent: () => {}, onState, signal: controller.signal }).then(() => done(states));
});
"""


class LiveTest(PageTest):
    settings = ["--rows", "20", "--rate", "0"]

    def tearDown(self):
        self.steer("refuse", isRefusing=False)
        self.steer("silence", isSilent=False)
        self.steer("fail", isFailing=False)
        self.steer("status")

    def test_a_stopped_program_is_said_and_found_again(self):
        self.open()
        self.steer("refuse", isRefusing=True)
        self.browser.wait_for_text("#news", "does not answer")
        self.assertIn("Not connected", self.browser.text("#connection"))
        self.assertGreater(self.rows_shown(), 5)
        self.steer("refuse", isRefusing=False)
        self.browser.time_limit = 30
        self.browser.wait_for_text("#connection", "Live")
        self.assertEqual(self.browser.text("#news"), "")

    def test_a_restarted_program_has_new_rows(self):
        self.open()
        self.steer("settings", rows=7)
        self.steer("restart")
        self.browser.wait_for_text("#row-count", "7 rows")
        self.assertIn("started again", self.browser.text("#news"))
        self.steer("add", rows=1)
        self.browser.wait_for_text("#row-count", "8 rows")
        self.steer("settings", rows=20)
        self.steer("restart")
        self.browser.wait_for_text("#row-count", "20 rows")

    def test_changes_missed_in_a_pause_arrive(self):
        self.open()
        self.steer("silence", isSilent=True)
        self.steer("row", number=500, members={"host": "missed.example"})
        self.steer("silence", isSilent=False)
        self.browser.wait(lambda: "missed.example" in self.hosts(), "the row never appears")
        self.steer("restart")

    def test_changes_missed_between_two_streams_arrive(self):
        for is_forgetful in [False, True]:
            with self.subTest(is_forgetful=is_forgetful):
                self.open()
                self.browser.wait(lambda: self.steer("settings")["streams"] == 1, "no stream")
                host = f"cut-{is_forgetful}.example".lower()
                self.steer("silence", isSilent=True)
                self.steer("row", number=510, members={"host": host})
                self.steer("cut", isForgetful=is_forgetful)
                self.steer("silence", isSilent=False)
                self.browser.wait(lambda: host in self.hosts(), "the row never appears")
                self.steer("restart")
        self.steer("cut", isForgetful=False)

    def test_an_answer_that_arrives_late_replaces_no_later_status(self):
        self.open()
        self.browser.wait(lambda: self.steer("settings")["streams"] == 1, "no stream")
        before = int(self.browser.text("#count-fails .number"))
        self.steer("status-delay", seconds=2)
        self.addCleanup(self.steer, "status-delay", seconds=0)
        lists = self.steer("settings")["lists"]
        self.steer("reset")
        self.browser.wait(lambda: self.steer("settings")["lists"] > lists, "the page does not read again")
        self.steer("row", number=540, members={"severity": 5, "verdict": "blocked", "word": "Blocked", "host": "later.example"})
        self.browser.wait(lambda: int(self.browser.text("#count-fails .number")) == before + 1, "the event is not shown")
        # The row is shown once the late status is: both are taken in after it arrived.
        self.browser.wait(lambda: self.row_count() == "21 rows", "the rows are not read again")
        self.assertEqual(int(self.browser.text("#count-fails .number")), before + 1)
        self.steer("restart")

    def test_one_failed_request_is_asked_again_and_is_no_lost_connection(self):
        self.open()
        self.browser.wait(lambda: self.steer("settings")["streams"] == 1, "no stream")
        self.steer("silence", isSilent=True)
        self.steer("row", number=520, members={"host": "again.example"})
        self.steer("fail", isFailing=True)
        self.steer("reset")
        self.browser.wait_for_text("#news", "does not answer")
        self.steer("fail", isFailing=False)
        self.assertIn("Live", self.browser.text("#connection"))
        self.browser.wait(lambda: "again.example" in self.hosts(), "the rows are not read again")
        self.assertEqual(self.browser.text("#news"), "")
        self.assertIn("Live", self.browser.text("#connection"))
        self.steer("restart")

    def test_a_page_that_finds_nobody_at_first_becomes_live(self):
        self.steer("fail", isFailing=True)
        self.browser.open(self.url)
        self.browser.wait_for_text("#connection", "Live")
        self.steer("fail", isFailing=False)
        self.browser.wait(self.rows_shown, "no row appears")
        self.browser.wait_for_text("#connection", "Live")
        self.assertEqual(self.browser.text("#news"), "")
        self.assertEqual(self.row_count(), "20 rows")

    def test_the_last_contact_is_that_before_the_loss(self):
        self.open()
        waiting, news, later = self.browser.run_async(CONNECTION)
        self.assertEqual(waiting, 1)
        self.assertRegex(news, r"as of [^.]*:05\.")
        self.assertEqual(later, "A failure that came meanwhile.")

    def test_a_stream_that_nobody_wants_is_not_waited_for(self):
        """The tab is hidden just when the stream ends. No timer runs out here, so that a pause would last forever."""
        self.open()
        self.assertEqual(self.browser.run_async(ENDED_STREAM), ["lost"])

    def test_notices_are_shown(self):
        self.open()
        self.steer("status", notices=[
            {"kind": "rotated", "severity": "note", "message": "The recording was rotated.", "remedy": ""},
            {"kind": "disk", "severity": "error", "message": "No space is left for events.jsonl.", "remedy": "Make room; the proxy tries again."}])
        self.browser.wait_for_text("#notice", "No space is left for events.jsonl.")
        self.browser.click("#notice")
        self.browser.wait_for_text("#pane", "Make room; the proxy tries again.")
        self.assertIn("The recording was rotated.", self.browser.text("#pane"))

    def test_every_severity_can_be_read_on_every_screen(self):
        hidden = {"kind": "limit", "message": "7 further destinations are not shown, and numbers of rows lack them.", "remedy": "Choose loads with --app or --host."}
        for severity, tone in [("note", "plain"), ("warning", "warn"), ("error", "bad")]:
            for width in [390, 1280]:
                with self.subTest(severity=severity, width=width):
                    self.steer("status", notices=[{**hidden, "severity": severity}])
                    self.open(width=width)
                    self.browser.wait_for_text("#notice", "7 further destinations")
                    right, size = self.browser.run("const one = document.querySelector('#notice').getBoundingClientRect(); return [one.right, one.width]")
                    self.assertLessEqual(right, width)
                    self.assertGreater(size, 150)
                    self.assertTrue(self.browser.count(f"#notice.tone-{tone}"))
                    self.browser.click("#notice")
                    self.browser.wait_for_text(f"#pane .callout.tone-{tone}", f"{severity.capitalize()}: 7 further destinations are not shown")
                    self.assertIn("Choose loads with --app", self.browser.text("#pane"))

    def test_the_strip_follows_and_leads(self):
        self.open()
        before = int(self.browser.text("#count-fails .number"))
        self.steer("row", number=700, members={"severity": 5, "verdict": "blocked", "word": "Blocked"})
        self.browser.wait(lambda: int(self.browser.text("#count-fails .number")) == before + 1, "the strip stays")
        self.browser.click("#count-fails")
        self.browser.wait(lambda: self.words() == {"Blocked"}, "not filtered")
        self.browser.click("#count-coverage")
        self.browser.wait_for_text("#pane", "pay.bank.example")
        self.browser.click("#count-data")
        self.browser.wait_for_text("#pane", "Install a newer atsproxy.")
        self.browser.click("#count-unneeded")
        self.browser.wait_for_text("#pane", "NSExceptionAllowsInsecureHTTPLoads")
        self.browser.click("#count-refused")
        self.browser.wait(lambda: not self.browser.count("#pane:not([hidden])"), "the panel of another counter stays")
        self.steer("restart")


class TokenTest(PageTest):
    settings = ["--rows", "5", "--rate", "0"]

    def test_a_lost_token_is_said(self):
        self.open()
        self.steer("token")
        self.browser.wait_for_text("#locked-out", "Open the address that atsproxy printed")
        self.assertEqual(self.rows_shown(), 5)
        token = self.steer("settings")["token"]
        self.browser.run_async("fetch('/?token=' + arguments[0]).then(() => arguments[1]())", token)
        self.browser.time_limit = 40
        self.browser.wait(lambda: not self.browser.count("#locked-out"), "the page stays closed")
        self.steer("row", number=530, members={"host": "signed-in.example"})
        self.browser.wait(lambda: "signed-in.example" in self.hosts(), "the page does not go on")


class FirstStepsTest(PageTest):
    settings = ["--rows", "0", "--rate", "0", "--green"]

    def test_each_step_says_the_next(self):
        self.open()
        self.browser.wait_for_text("#empty", "Waiting for the first load")
        self.assertEqual(self.browser.count("#empty .qr"), 1)
        self.assertIn("192.168.1.20:8080", self.browser.text("#empty"))
        self.assertIn("scan the code", self.browser.text("#empty"))
        self.steer("status", setup={"addresses": [], "isReachableByDevices": False, "advice": "Start with --listen 0.0.0.0:8080."})
        self.open()
        self.browser.wait_for_text("#empty", "Start with --listen 0.0.0.0:8080.")
        self.assertNotIn("scan the code", self.browser.text("#empty"))
        self.assertNotIn("--listen", self.browser.text("#next"))
        device = {"address": "192.0.2.9", "user": None, "apps": [], "loads": 0, "firstSeen": None, "lastSeen": None}
        self.steer("status", devices=[device])
        self.browser.wait_for_text("#empty h2", "Now use the app")
        self.steer("status", devices=[{**device, "loads": 3}], coverage=None)
        self.steer("add", rows=3)
        self.browser.wait(lambda: self.rows_shown() == 3, "no row appears")
        self.assertEqual(self.browser.count("#empty"), 0)
        self.browser.wait_for_text("#next", "All 3 hosts meet ATS")
        self.browser.click("#open-devices")
        self.browser.wait_for_text("#pane .devices .tone-good", "loads")
        self.steer("status", setup={"addresses": [], "isReachableByDevices": False, "advice": "Start with --listen 0.0.0.0:8080."})
        self.browser.run("document.activeElement.blur()")
        self.browser.wait_for_text("#pane", "Start with --listen 0.0.0.0:8080.")
        self.assert_quiet()


class VerdictOfAllTest(PageTest):
    """That all meets ATS is said only where all was judged, and is shown."""

    settings = ["--rows", "6", "--rate", "0", "--green"]

    def setUp(self):
        self.steer("status", coverage=None)
        self.steer("restart")

    def test_rows_are_not_called_hosts(self):
        for number in (40, 41):
            self.steer("row", number=number, members={"severity": 5, "verdict": "blocked", "word": "Blocked", "host": "same.example"})
        self.open()
        self.browser.wait_for_text("#next", "2 rows would fail.")

    def test_failures_and_exemptions_are_not_green(self):
        failed, exempt = {"severity": 3, "verdict": "failed", "word": "Failed"}, {"severity": 0, "verdict": "exempt", "word": "Exempt"}
        for members, sentence in [(exempt, "ATS does not apply to 1 row; the rest meets ATS."), (failed, "1 row failed in the network and was not judged.")]:
            self.steer("row", number=50 + members["severity"], members=members)
            self.open()
            self.browser.wait_for_text("#next", sentence)

    def test_a_question_that_is_not_answered_is_not_green(self):
        self.open("&pane=whatif&policy=defaults")
        self.browser.wait_for_text("#pane .result", "1 not determined")
        self.assertEqual(self.browser.count("#pane .result .tone-good"), 0)

    def test_what_was_lost_or_hidden_is_not_green(self):
        counts = {"hosts": 6, "rows": 6, "hiddenRows": 0, "hiddenFailures": 0, "loads": 9, "wouldFail": 0, "warnings": 0, "undetermined": 0, "exceptionsNeverNeeded": None,
                  "refusedByDevices": 0, "failed": 0, "exempt": 0}
        recording = {"path": "events.jsonl", "events": 9, "lost": 0, "problem": None}
        for changes, sentence in [({}, "All 6 hosts meet ATS."), ({"lost": 3}, "3 events were lost"), ({"counts": {**counts, "hiddenRows": 7}}, "Nothing that is shown fails. 7 further destinations are not shown: see the notices."),
                                  ({"counts": {**counts, "hiddenRows": 7, "hiddenFailures": 1}}, "1 destination that is not shown would fail: see the notices."),
                                  ({"recordings": [{**recording, "lost": 2}]}, "2 events were lost"), ({"counts": {**counts, "exempt": 6}}, "ATS applies to none of the rows"),
                                  ({"recordings": [{**recording, "problem": "line 3 is no JSON"}]}, "cannot be read in full: line 3 is no JSON")]:
            with self.subTest(sentence=sentence):
                self.steer("status", **{"coverage": None, "counts": counts, "exceptionsNeverNeeded": None, **changes})
                self.open("&pane=unneeded")
                self.browser.wait_for_text("#next", sentence)
                self.assertEqual(self.browser.text("#count-unneeded .number"), "–")
                self.browser.wait_for_text("#pane", "Not known")

    def test_without_a_policy_no_exception_is_counted(self):
        self.steer("status", coverage=None, policies=[{"id": "defaults", "name": "App Store defaults", "origin": "defaults", "hasFile": False}], exceptionsNeverNeeded=[])
        self.open("&pane=unneeded")
        self.assertEqual(self.browser.text("#count-unneeded .number"), "–")
        self.browser.wait_for_text("#pane", "No load was judged under a policy of an app")
        self.steer("status", coverage=None)
        self.browser.wait_for_text("#pane", "The policy declares no exception that was never needed.")
        self.assertEqual(self.browser.text("#count-unneeded .number"), "0")


class RecordingTest(PageTest):
    settings = ["--rows", "12", "--rate", "0", "--source", "recordings"]

    def test_a_recording_is_called_one(self):
        self.open()
        self.browser.wait_for_text("#connection", "Recording")
        self.assertIn("events.jsonl", self.browser.text("#source"))
        self.assertEqual(self.browser.text("#since"), "All loads")
        self.browser.click("#open-devices")
        self.browser.wait_for_text("#pane", "A recording is shown.")

    def test_nothing_is_cut_off_on_a_narrow_screen(self):
        """Above 620 pixels the counters are in one line, which can be scrolled."""
        for width in [240, 320, 390, 568, 600, 740]:
            with self.subTest(width=width):
                self.open(width=width, height=844)
                self.browser.wait_for_text("#connection", "Recording")
                beyond = self.browser.run(
                    "return [...document.querySelectorAll('.top button, .counter, .counter-word, #more-filters, .rows .row > :not([hidden])')]"
                    ".filter(one => innerWidth <= 620 || !one.closest('.counters'))"
                    ".filter(one => one.getBoundingClientRect().right > innerWidth || !one.closest('.row') && one.scrollWidth > one.clientWidth && one.clientWidth)"
                    ".map(one => one.id || one.className)")
                self.assertEqual(beyond, [])

    def test_rows_are_reached_on_a_low_screen(self):
        for width, height in [(320, 256), (568, 320), (1280, 256)]:
            with self.subTest(width=width, height=height):
                self.open(width=width, height=height)
                self.browser.run("scrollTo(0, document.documentElement.scrollHeight)")
                top, bottom = self.browser.run("const one = document.querySelector('.grid').getBoundingClientRect(); return [Math.max(0, one.top), Math.min(innerHeight, one.bottom)]")
                self.assertGreater(bottom - top, 150)
                self.browser.click(".rows .row")
                self.browser.wait_for_text("#pane", "Why")
                self.assertEqual(self.browser.run("return Math.round(document.querySelector('#pane').getBoundingClientRect().top)"), 0)

    def test_a_telephone_shows_the_apps(self):
        self.open(width=390, height=844)
        self.assertTrue(self.browser.run("return [...document.querySelectorAll('.rows .c-app')].some(one => one.offsetWidth > 20 && one.textContent.startsWith('Courier'))"))


class SevenTabsTest(PageTest):
    settings = ["--rows", "30", "--rate", "8"]

    def test_a_second_tab_reads_all_rows_once(self):
        """Reading takes longer than it takes until the next change. Events go on until the tab has shown several rows."""
        self.steer("delay", seconds=0.6)
        self.addCleanup(self.steer, "delay", seconds=0)
        self.open()
        first = self.browser.call("GET", "/window")
        tab = self.browser.call("POST", "/window/new", {"type": "tab"})["handle"]
        self.browser.call("POST", "/window", {"handle": tab})
        self.open()
        self.browser.wait_for_text("#connection", "Live")

        def show_rows(numbers):
            for number in numbers:
                self.steer("row", number=number)
                self.browser.wait_for_text("#row-count", f"{number + 1} rows")

        # The first row may be in the list that the tab reads at first, and the second one in the list that it reads
        # because the stream was ahead. From then on events are enough.
        show_rows(range(30, 32))
        before = self.steer("settings")["lists"]
        show_rows(range(32, 40))
        self.assertEqual(self.steer("settings")["lists"], before)
        self.browser.call("DELETE", "/window")
        self.browser.call("POST", "/window", {"handle": first})

    def test_seven_tabs_work(self):
        self.open()
        tabs = [self.browser.call("GET", "/window")]
        for _ in range(6):
            tab = self.browser.call("POST", "/window/new", {"type": "tab"})["handle"]
            self.browser.call("POST", "/window", {"handle": tab})
            self.open()
            tabs.append(tab)
        self.steer("settings", rate=0)
        self.steer("row", number=800, members={"host": "late.example", "severity": 5, "loads": 9999})
        for tab in tabs:
            self.browser.call("POST", "/window", {"handle": tab})
            self.browser.wait(lambda: "late.example" in self.hosts(), "a tab does not follow")
            self.browser.wait_for_text("#connection", "Live")
            self.browser.click("#open-export")
            self.browser.wait_for_text("#pane-title", "Export")
        self.browser.wait(lambda: self.steer("settings")["streams"] == 1, "the tabs do not share one stream")
        for tab in tabs[:-1]:
            self.browser.call("POST", "/window", {"handle": tab})
            self.browser.call("DELETE", "/window")
        self.browser.call("POST", "/window", {"handle": tabs[-1]})
        self.steer("row", number=801, members={"host": "later.example", "severity": 5, "loads": 9998})
        self.browser.wait(lambda: "later.example" in self.hosts(), "the last tab does not follow")
