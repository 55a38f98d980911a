"""The list: filters, groups, order, and that what one reads stays where it is."""

from page_test import PageTest


class ListTest(PageTest):
    settings = ["--rows", "200", "--rate", "0"]

    def setUp(self):
        if self.is_mock:
            self.steer("restart")

    def test_each_filter_shows_its_rows_alone(self):
        self.open()
        everything = self.row_count()
        self.assertEqual(everything, "200 rows")
        for name, value, check in [
                ("verdict", "fails", lambda: self.words() == {"Blocked"}),
                ("verdict", "warning", lambda: self.words() == {"Warning"}),
                ("verdict", "refused", lambda: self.words() == {"Refused by device"}),
                ("rule", "cleartext", lambda: self.texts("c-rules") == {"cleartext"}),
                ("app", "Maps Lite", lambda: all(text.startswith("Maps Lite") for text in self.texts("c-app"))),
                ("device", "192.0.2.8", lambda: "of 200 rows" in self.row_count()),
                ("label", "checkout", lambda: self.row_count() == "50 of 200 rows")]:
            with self.subTest(name=name, value=value):
                self.browser.choose(f"#filter-{name}", value)
                self.browser.wait(lambda: "of 200" in self.row_count() and check(), f"{self.row_count()}: {self.words()}")
                self.assertIn(f"{name}=", self.browser.run("return location.search"))
                self.browser.click("#clear")
                self.browser.wait(lambda: self.row_count() == everything, "clearing shows not all")

    def test_text_is_searched_in_all_that_is_shown(self):
        self.open()
        self.browser.click("#search")
        self.browser.press(*"tls.version courier")
        self.browser.wait(lambda: "of 200 rows" in self.row_count() and self.texts("c-rules") == {"tls.version"}, "not filtered")
        self.browser.run("document.querySelector('#search').select()")
        self.browser.press(*"nothing has this")
        self.browser.wait_for_text("#empty", "No row matches")
        self.browser.click("#empty button")
        self.browser.wait(lambda: self.row_count() == "200 rows", "the filters stay")

    def test_a_word_is_the_beginning_of_a_word_and_a_port_has_its_colon(self):
        self.open()
        rows = [{"host": "api.example.com", "port": 443}, {"host": "myapi.example.net", "port": 8443}, {"host": "2001:db8::44", "port": 80}]
        found = ("const [rows, words] = arguments, done = arguments[2];"
                 "import('/page/state/words.js').then(({ wordTest }) => done(words.map((word) => {"
                 "const test = wordTest(word, (row) => [row.host], (row) => row.port); return rows.map((row) => test === null || test(row)); })))")
        cases = {"api": [1, 0, 0], "API.ex": [1, 0, 0], "example": [1, 1, 0], "xample": [0, 0, 0], "443": [0, 0, 0], "44": [0, 0, 1], ":443": [1, 0, 0],
                 ":44": [0, 0, 0], "myapi.example.net:8443": [0, 1, 0], "api:8443": [0, 0, 0], "[2001:db8::44]:80": [0, 0, 1], "2001:db8": [0, 0, 1],
                 "com api": [1, 0, 0], ".example": [1, 1, 0], " ": [1, 1, 1]}
        answers = self.browser.run_async(found, rows, list(cases))
        self.assertEqual(dict(zip(cases, ([int(one) for one in answer] for answer in answers))), cases)
        self.browser.click("#search")
        self.browser.press(*":8443")
        self.browser.wait(lambda: "of 200 rows" in self.row_count(), "not filtered")
        self.assertTrue(all(host.endswith(":8443") for host in self.hosts()), self.hosts())
        self.browser.run("document.querySelector('#search').select()")
        self.browser.press(*"844")
        self.browser.wait_for_text("#empty", "No row matches")

    def test_other_traffic_is_hidden(self):
        self.open()
        self.browser.click("#others")
        self.browser.wait(lambda: self.row_count() == "160 of 200 rows", self.row_count())

    def test_rows_are_grouped(self):
        for group, name in [("owner", "example.com"), ("app", "Courier")]:
            self.open(f"&group={group}")
            groups = self.browser.run("return [...document.querySelectorAll('.is-group .name')].map(one => one.textContent)")
            self.assertTrue(groups, group)
            self.browser.click(".is-group")
            self.browser.wait(lambda: self.browser.count(".is-group[aria-expanded=false]") == 1, "the group stays open")
            self.browser.press("ArrowRight")
            self.browser.wait(lambda: self.browser.count(".is-group[aria-expanded=false]") == 0, "the group stays closed")
            self.browser.click("#search")
            self.browser.press(*name)
            self.browser.wait(lambda: name in self.browser.text(".is-group .name"), f"no group {name}")

    def test_paper_has_the_rows_in_order_and_in_light_colours(self):
        self.open(is_dark=True)
        self.browser.devtools("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.addCleanup(self.browser.devtools, "Emulation.setEmulatedMedia", media="")
        self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.rows_shown(), 200)
        tops = self.browser.run("return [...document.querySelectorAll('.rows .row')].map(one => [Number(one.getAttribute('aria-rowindex')), one.getBoundingClientRect().top])")
        self.assertEqual(tops, sorted(tops))
        self.assertEqual(len({top for _, top in tops}), 200)
        self.assertEqual(self.browser.run("return getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
        self.browser.devtools("Emulation.setEmulatedMedia", media="")
        self.browser.run("window.dispatchEvent(new Event('afterprint'))")
        self.assertLess(self.rows_shown(), 60)

    def test_a_row_of_several_builds_says_so(self):
        self.open()
        find = "return [...document.querySelectorAll('.rows .c-app')].find(one => one.textContent.endsWith(' +1'))?.title"
        self.browser.wait(lambda: self.browser.run(find), "no row has several builds")
        self.assertRegex(self.browser.run(find), r" 0\.9, \S+$")

    def test_loads_that_name_no_app_say_so(self):
        self.open("&group=app")
        self.browser.wait(lambda: "No app named" in self.browser.run(
            "return [...document.querySelectorAll('.is-group .name')].map(one => one.textContent)"), "no group without an app")
        self.open("&app=unknown")
        self.browser.wait(lambda: self.row_count() == "40 of 200 rows" and self.texts("c-app") == {"–"}, self.row_count())
        self.assertEqual(self.browser.run("return document.querySelector('#filter-app').selectedOptions[0].text"), "No app named")
        self.browser.click(".rows .row")
        self.browser.wait_for_text("#pane .facts", "No app named")

    def test_rows_that_changed_in_loads_leave_the_order_whole(self):
        self.open()
        order = ("const done = arguments[0]; Promise.all([import('/page/state/order.js'), import('/page/state/table.js'), import('/page/state/address.js')]).then(([{ Order }, { Table }, { defaults }]) => {"
                 "const row = (id, loads) => ({ id, host: id, port: 1, severity: 5, verdict: 'blocked', loads, rules: [], devices: [], labels: [] });"
                 "const table = new Table(); table.reset({ session: 's', revision: 1, rows: [row('a', 30), row('b', 20), row('c', 10)] });"
                 "const order = new Order(table, { ...defaults }); order.rebuild();"
                 "table.apply({ revision: 2, rows: [row('a', 1 + 30), row('b', 99), row('c', 98), row('d', 25)].map((one) => one.id === 'a' ? row('a', 22) : one) });"
                 "order.update(false); done(order.lines.map(({ id }) => id)); })")
        self.assertEqual(self.browser.run_async(order), ["a", "d", "b", "c"])

    def test_headings_sort(self):
        self.open()
        self.browser.click(".head .c-host button")
        hosts = self.hosts()
        self.assertEqual(hosts, sorted(hosts))
        self.browser.click(".head .c-host button")
        hosts = self.hosts()
        self.assertEqual(hosts, sorted(hosts, reverse=True))
        self.assertEqual(self.browser.run("return document.querySelector('.head .c-host').ariaSort"), "descending")

    def test_what_one_reads_stays_where_it_is(self):
        self.open()
        self.browser.move_pointer(400, 400)
        before = self.hosts()
        shifts = ("const done = arguments[0]; let sum = 0; new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.value }))"
                  ".observe({ type: 'layout-shift' }); setTimeout(() => done(sum), 1500)")
        self.steer("row", number=900, members={"severity": 5, "verdict": "blocked", "word": "Blocked", "loads": 5000, "host": "a.new.example"})
        self.steer("row", number=3, members={"loads": 4000})
        self.steer("row", number=100, members={"severity": 5, "verdict": "blocked", "word": "Blocked", "loads": 4000})
        self.browser.wait_for_text("#sort-count", "2 changes: sort again")
        self.assertEqual(self.browser.run_async(shifts), 0)
        self.assertEqual(self.hosts()[:12], before[:12])
        self.browser.click("#sort-again")
        self.assertEqual(self.hosts()[0], "a.new.example")
        self.browser.move_pointer(600, 20)
        self.steer("row", number=901, members={"severity": 5, "verdict": "blocked", "word": "Blocked", "loads": 6000, "host": "b.new.example"})
        self.browser.wait(lambda: self.hosts()[0] == "b.new.example", "nobody reads, and the order stays")

    def test_a_scrolled_list_stays(self):
        self.open()
        self.browser.run("document.querySelector('.grid').scrollTop = 1600")
        self.browser.wait(lambda: self.browser.run("return [...document.querySelectorAll('.rows .row')].some(one => !one.hidden && one.getAttribute('aria-rowindex') > 60)"), "not scrolled")
        before = self.hosts()
        self.steer("add", rows=20)
        self.browser.wait_for_text("#row-count", "220 rows")
        self.browser.wait_for_text("#sort-count", "20 changes: sort again")
        self.assertEqual(self.hosts()[10:20], before[10:20])

    def test_of_many_rows_few_exist(self):
        self.open()
        self.assertLess(self.rows_shown(), 60)
        self.browser.run("document.querySelector('.grid').focus()")
        self.browser.press("End")
        index = "return document.querySelector('#' + document.querySelector('.grid').getAttribute('aria-activedescendant'))?.getAttribute('aria-rowindex')"
        self.assertEqual(int(self.browser.run(index)), int(self.browser.run("return document.querySelector('.grid').getAttribute('aria-rowcount')")))

    def texts(self, column):
        return set(self.browser.run("return [...document.querySelectorAll('.rows .row')].filter(one => !one.hidden)"
                                    ".map(one => one.querySelector('.' + arguments[0]).textContent)", column))


class GroupTest(PageTest):
    settings = ["--rows", "0", "--rate", "0"]

    def test_rows_in_a_group_are_indented(self):
        """With the first group closed, the row of the second one is the third line, as it is without groups."""
        for number, owner, loads in [(1, "a.example", 30), (2, "a.example", 20), (3, "b.example", 10)]:
            self.steer("row", number=number, members={"host": f"{number}.{owner}", "owner": owner, "loads": loads, "severity": 5})
        self.open("&group=owner")
        self.browser.wait(lambda: self.lines() == [["a.example", "1"], ["1.a.example", "2"], ["2.a.example", "2"], ["b.example", "1"], ["3.b.example", "2"]], self.lines())
        self.browser.click(".is-group")
        closed = [["a.example", "1"], ["b.example", "1"], ["3.b.example", "2"]]
        self.browser.wait(lambda: self.lines() == closed, self.lines())
        for _ in range(2):
            self.browser.choose("#filter-group", "none")
            self.browser.wait(lambda: self.lines() == [["1.a.example", None], ["2.a.example", None], ["3.b.example", None]], "a row stays indented")
            self.browser.choose("#filter-group", "owner")
            self.browser.wait(lambda: self.lines() == closed, "a row stands at the edge")

    def lines(self):
        """The name and the level of each line, in the order of the screen."""
        return self.browser.run(
            "return [...document.querySelectorAll('.rows .row')].filter(one => !one.hidden)"
            ".sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))"
            ".map(one => [one.querySelector('.name').textContent.replace(/:8443$/, ''), one.getAttribute('aria-level')])")
