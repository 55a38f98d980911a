"""A whole day with the page: a list that is cleared, what came since a reload, builds and policies, and loads in time."""

import mock_data
from page_test import PageTest

SINCE = """
const [row, before, time] = arguments, done = arguments[3];
import('/page/state/since.js').then(({ markAt, rowSince }) => {
  const shown = rowSince(row, markAt(time, () => before));
  done(shown && [shown.verdict, shown.word, shown.severity, shown.loads, shown.rules.map(({ id }) => id), shown.remedy.kind, shown.bytesFromServer]);
});
"""

READER = """
const done = arguments[0], real = window.fetch, questions = [];
window.fetch = (path, ...rest) => path.includes('/loads?') ? new Promise((answer, fail) => questions.push({ answer, fail })) : real(path, ...rest);
import('/page/live/loads.js').then(async ({ makeLoadReader }) => {
  const asked = async (number) => { while (questions.length < number) await new Promise((go) => setTimeout(go, 20)); };
  const table = { change: 1, isOf: () => true, apply: () => false };
  const reader = makeLoadReader({ table, isShown: () => true, onChanged() {}, onProblem() {} });
  reader.schedule();
  await asked(1);
  reader.schedule();
  questions[0].answer(new Response('{}'));
  await asked(2);
  questions[1].fail(new TypeError('no answer'));
  await asked(3);
  window.fetch = real;
  done(questions.length);
});
"""


class ClearedListTest(PageTest):
    settings = ["--rows", "60", "--rate", "0"]

    def setUp(self):
        self.steer("restart")

    def test_a_cleared_list_counts_from_then_on(self):
        self.open()
        self.assertEqual(self.row_count(), "60 rows")
        self.browser.click("#clear-list")
        self.browser.wait_for_text("#empty h2", "No load came since then")
        self.assertEqual(self.browser.text("#count-fails .number"), "0")
        self.assertIn("No load came since then", self.browser.text("#next"))
        self.steer("load", row="r3", members={"host": "again.example"})
        self.browser.wait(lambda: self.hosts() == ["again.example"], "the row does not appear")
        self.assertEqual(self.texts("c-loads"), ["1"])
        self.assertIn("1 of 60 rows", self.row_count())
        self.browser.choose("#since", "")
        self.browser.wait(lambda: self.row_count() == "60 rows", "the rows stay away")
        self.assert_quiet()

    def test_a_fixed_server_is_shown_as_it_is_since(self):
        bad = {"verdict": "blocked", "word": "Blocked", "severity": 5, "reason": "old", "rules": ["tls.version"]}
        good = {"verdict": "allowed", "word": "Allowed", "severity": 1, "reason": "", "rules": []}
        row = {"verdict": "blocked", "word": "Blocked", "severity": 5, "reason": "old", "rules": [{"id": "tls.version", "title": ""}], "loads": 9,
               "remedy": {"kind": "server", "text": "Ask."}, "refusedByDevice": 1, "bytesFromClient": 5, "bytesFromServer": 70,
               "outcomes": [{**bad, "lastSeen": "2026-01-01T10:00:00Z"}, {**good, "lastSeen": "2026-01-01T11:00:00Z"}]}
        before = {"loads": 7, "refusedByDevice": 1, "bytesFromClient": 5, "bytesFromServer": 30}
        self.open()

        def since(changes, time="2026-01-01T10:30:00Z", counts=before):
            return self.browser.run_async(SINCE, {**row, **changes}, counts, time)
        self.assertEqual(since({}), ["allowed", "Allowed", 1, 2, [], "none", 40])
        self.assertEqual(since({}, "2026-01-01T09:30:00Z"), ["blocked", "Blocked", 5, 2, ["tls.version"], "server", 40])
        self.assertEqual(since({"refusedByDevice": 2}), ["allowed", "Refused by device", 4, 2, [], "none", 40])
        refused = {"verdict": "allowed", "word": "Refused by device", "severity": 4, "rules": [], "outcomes": [{**good, "lastSeen": "2026-01-01T11:00:00Z"}]}
        self.assertEqual(since(refused), ["allowed", "Allowed", 1, 2, [], "none", 40])
        self.assertEqual(since({**refused, "refusedByDevice": 2}), ["allowed", "Refused by device", 4, 2, [], "server", 40])
        self.assertEqual(since({"outcomes": []}), ["blocked", "Blocked", 5, 2, ["tls.version"], "server", 40])
        self.assertIsNone(since({"loads": 7}))
        self.assertEqual(since({}, counts=None), ["blocked", "Blocked", 5, 9, ["tls.version"], "server", 70])

    def test_the_list_is_cleared_by_keyboard_and_again(self):
        self.open()
        self.browser.run("document.querySelector('#grid').focus()")
        self.browser.press("c")
        self.browser.wait_for_text("#empty h2", "No load came since then")
        self.steer("load", row="r3")
        self.browser.wait(lambda: self.rows_shown() == 1, "no row")
        self.browser.press("c")
        self.browser.wait_for_text("#empty h2", "No load came since then")
        self.browser.click("#empty button")
        self.browser.wait(lambda: self.row_count() == "60 rows", "the rows stay away")

    def test_what_came_since_a_reload(self):
        self.open("&since=reload")
        self.assertEqual(self.row_count(), "60 rows")
        self.assertIn("none yet", self.browser.text("#since"))
        self.steer("reload")
        self.browser.wait_for_text("#empty h2", "No load came since then")
        self.steer("load", row="r4")
        self.browser.wait(lambda: self.rows_shown() == 1, "no row")
        self.assertEqual(self.texts("c-loads"), ["1"])

    def test_a_clearing_that_the_page_does_not_know_is_none(self):
        self.open("&since=clear")
        self.assertEqual(self.row_count(), "60 rows")
        self.browser.click("#clear-list")
        self.steer("restart")
        self.browser.wait(lambda: self.row_count() == "60 rows", "the new rows stay away")

    def test_a_clearing_outlives_a_reload_of_the_page(self):
        self.open()
        self.browser.click("#clear-list")
        self.browser.wait_for_text("#empty h2", "No load came since then")
        self.steer("load", row="r3", members={"host": "again.example"})
        self.browser.wait(lambda: self.hosts() == ["again.example"], "the row does not appear")
        self.reload()
        self.browser.wait(lambda: self.hosts() == ["again.example"], "the clearing is lost")
        self.assertEqual(self.texts("c-loads"), ["1"])
        self.assertIn("Since the clearing", self.browser.text("#since"))
        self.browser.choose("#since", "")
        self.browser.wait(lambda: self.row_count() == "60 rows", "the rows stay away")
        self.reload()
        self.browser.wait(lambda: self.row_count() == "60 rows", "the rows stay away after a reload")
        self.browser.choose("#since", "clear")
        self.browser.wait(lambda: self.hosts() == ["again.example"], "the clearing is no choice any more")
        self.steer("restart")
        self.browser.wait(lambda: self.row_count() == "60 rows", "another program has the clearing")
        self.reload()
        self.browser.wait(lambda: self.row_count() == "60 rows", "the clearing of an earlier program comes back")
        self.assertNotIn("Since the clearing", self.browser.text("#since"))
        self.assert_quiet()

    def test_a_list_is_cleared_where_the_browser_keeps_nothing(self):
        self.open()
        self.browser.run("Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('refused') } })")
        self.browser.click("#clear-list")
        self.browser.wait_for_text("#empty h2", "No load came since then")

    def reload(self):
        """Loads the page again, as a person does, at the address that it has now."""
        self.browser.run("location.reload()")
        self.browser.wait(lambda: self.rows_shown() or self.browser.count("#empty h2"), "the page shows no row")

    def texts(self, column):
        return self.browser.run("return [...document.querySelectorAll('.rows .row')].filter(one => !one.hidden)"
                                ".map(one => one.querySelector('.' + arguments[0]).textContent)", column)


class BuildTest(PageTest):
    settings = ["--rows", "200", "--rate", "0"]

    def setUp(self):
        self.steer("restart")

    def test_builds_and_policies_are_filters(self):
        self.open()
        self.browser.run("document.querySelector('#filter-build').focus()")
        words = self.browser.run("return [...document.querySelector('#filter-build').options].map(one => one.text)")
        self.assertEqual([words[0], "Courier 41" in words, "Maps Lite 7.1" in words], ["Any build", True, True])
        self.browser.choose("#filter-build", "Courier/41")
        self.browser.wait(lambda: self.row_count() == "40 of 200 rows", "not filtered")
        self.assertIn("build=Courier", self.browser.run("return location.search"))
        self.browser.click("#clear")
        self.browser.run("document.querySelector('#filter-under').focus()")
        maps = self.browser.run("return [...document.querySelector('#filter-under').options].find(one => one.text === 'Maps.app').value")
        self.browser.choose("#filter-under", maps)
        self.browser.wait(lambda: self.row_count() == "40 of 200 rows", "not filtered")

    def test_rows_of_before_a_reload_say_so(self):
        self.open("&app=Maps+Lite")
        earlier = "return [...document.querySelectorAll('.rows .row:not([hidden]) .is-earlier')].filter(one => one.textContent === 'earlier policy').length"
        self.assertEqual(self.browser.run(earlier), 0)
        self.steer("reload")
        self.browser.wait(lambda: self.browser.run(earlier) > 10, "no row is of an earlier policy")
        self.browser.run("document.querySelector('#filter-under').focus()")
        words = self.browser.run("return [...document.querySelector('#filter-under').options].map(one => one.text)")
        self.assertTrue(any(word.startswith("Maps.app (earlier, ") for word in words), words)
        self.assertIn("Courier.app", words)

    def test_a_decision_under_an_earlier_policy_may_come_after_the_reload(self):
        self.open("&app=Maps+Lite&sort=host")
        row = next(one for one in map(mock_data.row, range(200)) if one["policy"]["name"] == "Maps.app")
        self.steer("reload")
        self.steer("load", row=row["id"], members={"host": "aaa.example"})
        marks = ("return [...document.querySelectorAll('.rows .row:not([hidden])')]"
                 ".filter(one => one.querySelector('.name').textContent.startsWith('aaa.example')).map(one => one.querySelector('.is-earlier').textContent)")
        self.browser.wait(lambda: self.browser.run(marks) == ["earlier policy"], "the row is not marked")


class LoadsTest(PageTest):
    settings = ["--rows", "60", "--rate", "0"]
    LINES = "#loads .rows .row"

    def setUp(self):
        self.steer("restart")

    def loads(self):
        return self.browser.run(
            "return [...document.querySelectorAll('#loads .rows .row')].filter(one => !one.hidden)"
            ".sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex')).map(one => one.querySelector('.name').textContent)")

    def open_loads(self, query=""):
        self.open(f"&view=loads{query}")
        self.browser.wait(lambda: self.browser.count(self.LINES), "no load")

    def test_loads_are_in_the_order_of_time(self):
        self.open()
        self.browser.click("#view-loads")
        self.browser.wait_for_text("#row-count", "60 loads")
        self.browser.move_pointer(600, 20)
        self.browser.run("document.activeElement.blur()")
        self.steer("load", row="r5", members={"host": "first.example"})
        self.steer("load", row="r6", members={"host": "second.example"})
        self.browser.wait(lambda: [one.split(":")[0] for one in self.loads()[:2]] == ["second.example", "first.example"], self.loads()[:2])
        self.assertEqual(self.browser.text("#row-count"), "62 loads")
        cells = self.browser.run("return [...document.querySelectorAll('#loads .rows .row:not([hidden])')].map(one => [one.querySelector('.c-duration').textContent, one.querySelector('.c-bytes').textContent])")
        self.assertTrue(all(duration.endswith(("ms", " s", "–")) and size.endswith(("KB", "–")) for duration, size in cells), cells)
        self.browser.click("#view-rows")
        self.browser.wait_for_text("#row-count", "60 rows")
        self.assert_quiet()

    def test_loads_that_one_reads_stay(self):
        self.open_loads()
        self.browser.move_pointer(600, 500)
        before = self.loads()[:10]
        self.steer("load", row="r5", members={"host": "new.example"})
        self.browser.wait_for_text("#sort-count", "1 new load: show")
        self.assertEqual(self.loads()[:10], before)
        self.browser.click("#sort-again")
        self.browser.wait(lambda: self.loads()[0].startswith("new.example"), "not shown")

    def test_filters_choose_loads(self):
        self.open_loads()
        self.browser.choose("#filter-verdict", "warning")
        self.browser.wait(lambda: "of 60 loads" in self.browser.text("#row-count"), "not filtered")
        words = self.browser.run("return [...new Set([...document.querySelectorAll('#loads .rows .row:not([hidden]) .word')].map(one => one.textContent))]")
        self.assertEqual(words, ["Warning"])
        self.browser.click("#clear")
        self.browser.choose("#filter-build", "Courier/41")
        self.browser.wait(lambda: "of 60 loads" in self.browser.text("#row-count"), "not filtered")
        self.browser.click("#clear-list")
        self.browser.wait_for_text("#empty h2", "No load that matches the filters came since then")

    def test_a_load_opens_its_row_by_keyboard(self):
        self.open_loads()
        self.browser.run("document.querySelector('#load-grid').focus()")
        self.browser.press("ArrowDown", "Enter")
        name = self.loads()[0].split("/")[0]
        self.browser.wait_for_text("#pane-title", name)
        self.browser.wait_for_text("#pane", "Last loads")
        self.browser.press("t")
        self.browser.wait_for_text("#row-count", "60 rows")

    def test_a_restarted_program_has_new_loads(self):
        self.open_loads()
        self.steer("load", row="r5", members={"host": "old.example"})
        self.browser.wait_for_text("#row-count", "61 loads")
        self.steer("restart")
        self.browser.wait_for_text("#row-count", "60 loads")

    def test_a_change_during_a_question_and_a_failure_are_asked_for_again(self):
        self.open()
        self.assertEqual(self.browser.run_async(READER), 3)

    def test_only_the_latest_are_kept(self):
        kept = ("const done = arguments[0]; import('/page/state/loads.js').then(({ LoadTable }) => {"
                "const load = (id) => ({ id: String(id), time: `2026-01-01T00:00:${String(id).padStart(2, '0')}Z`, app: { name: 'a', version: null }, rules: [], policy: 'p' });"
                "const table = new LoadTable(); table.apply({ session: 's', change: 5, limit: 3, loads: [5, 1, 4, 2, 3].map(load) });"
                "table.apply({ session: 's', change: 6, limit: 3, loads: [load(6)] }); done(table.latest().map(({ id }) => id)); })")
        self.open()
        self.assertEqual(self.browser.run_async(kept), ["6", "5", "4"])


class ComparisonTest(PageTest):
    settings = ["--rows", "60", "--rate", "0"]

    def setUp(self):
        self.browser.messages()

    def test_builds_are_compared(self):
        self.open()
        self.browser.click("#open-compare")
        self.browser.wait_for_text("#pane .result", "1 new violation")
        self.assertEqual(self.browser.run("return [document.querySelector('#compare-from').value, document.querySelector('#compare-to').value]"),
                         ["Courier/41", "Courier/42"])
        self.browser.wait_for_text("#pane", "New: 1 finding")
        self.browser.wait_for_text("#pane", "Fixed: 1 finding")
        self.browser.choose("#compare-to", "Maps Lite/7.1")
        self.browser.wait_for_text("#pane .result", "builds of two apps")
        self.assertIn("to=Maps", self.browser.run("return location.search"))
        self.browser.choose("#compare-from", "Maps Lite/0.9")
        self.browser.wait_for_text("#pane .result", "build 0.9")
        self.assert_quiet()

    def test_a_build_without_loads_is_said(self):
        self.open("&pane=compare&from=Courier%2F41&to=Courier%2F43")
        self.browser.wait_for_text("#pane .result", "Choose two builds")
        self.steer("full", isFull=True)
        self.addCleanup(self.steer, "full", isFull=False)
        self.browser.choose("#compare-to", "Courier/42")
        self.browser.wait_for_text("#pane .result", "wait already")
        self.steer("full", isFull=False)
        self.browser.click("#pane .result button")
        self.browser.wait_for_text("#pane .result", "1 new violation")

    def test_exports_are_of_the_chosen_build(self):
        self.open("&pane=export&build=Courier%2F41")
        self.browser.wait_for_text("#pane", "of the build 41 of Courier")
        href = self.browser.run("return document.querySelector('#pane [data-export=report-json]').getAttribute('href')")
        self.assertIn("app=Courier&build=41", href)


class RowTest(PageTest):
    settings = ["--rows", "60", "--rate", "0"]

    def test_a_row_is_probed_by_its_key(self):
        self.open("&verdict=allowed")
        self.browser.click(".rows .row")
        self.browser.wait(lambda: self.browser.count("#pane .probe button"), "no button")
        self.browser.press("p")
        self.browser.wait_for_text("#pane .probe", "Probed just now.")

    def test_a_row_has_a_patch_of_its_own(self):
        self.open("&rule=tls.version")
        self.browser.click(".rows .row")
        self.browser.wait_for_text("#pane", "Download a patch of this row")
        href = self.browser.run("return [...document.querySelectorAll('#pane a')].find(one => one.textContent.includes('patch of this row')).getAttribute('href')")
        self.assertRegex(href, r"^/api/v1/rows/r\d+/policy\?format=patch$")

    def test_bytes_are_shown_and_sorted(self):
        self.open("&sort=bytes", width=1600)
        cells = self.browser.run("return [...document.querySelectorAll('.rows .row:not([hidden])')].sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex')).map(one => one.querySelector('.c-bytes').textContent)")
        sizes = [float(cell.split()[0]) * (1000 if "MB" in cell else 1) for cell in cells if cell != "–"]
        self.assertGreater(len(sizes), 10)
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        self.browser.click(".rows .row")
        self.browser.wait_for_text("#pane .facts", "from servers")
