"""A pytest plugin that judges what each test loads under Apple's App Transport Security (ATS), by atsproxy.

It starts `atsproxy serve` or uses a proxy that runs (`--ats-proxy`), points the proxy variables of the tests' clients to it,
names each test to the proxy, and fails the test whose loads violate the policy. The verdict comes from the proxy itself:
`GET http://ats.setup/label` has what a test case has loaded, and how many of its loads are not decided yet.

With pytest-xdist each worker has a listener of its own, because the proxy tells test cases apart by the client's address and
the listener. docs/test-kits.md has the options. This file needs Python 3.8 and pytest 7, and nothing else.
"""

import ctypes
import fnmatch
import hashlib
import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

import pytest

VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
# The test case of loads that belong to no test, such as those of an import.
OUTSIDE = "outside tests"
# The key of the number of findings that the proxy has no room for, beside those of single findings.
OMITTED = "omitted"
# The time in seconds in which a proxy has to start, to answer and to stop.
PATIENCE = 20
# The longest time in seconds of a connect and a probe, after which each load is decided.
DECISION_TIME = 25
# Tests may replace these functions.
now, sleep = time.monotonic, time.sleep


class ProxyGone(Exception):
    """The proxy does not answer, or answers with an error."""


class ATSProxy:
    """The proxy of this process, as the fixture `ats_proxy` has it, and the test cases that it is told."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        try:
            is_address = parts.scheme == "http" and parts.hostname and parts.port
        except ValueError:
            # The port is no number, or above 65535.
            is_address = False
        if not is_address:
            raise pytest.UsageError(f"{url} is not the address of a proxy, such as http://127.0.0.1:8080.")
        # The proxy knows a client by its address: all loads and names have to come from the same one.
        try:
            host = socket.getaddrinfo(parts.hostname, parts.port, type=socket.SOCK_STREAM)[0][4][0]
        except OSError as error:
            raise pytest.UsageError(f"The host of the proxy {url} has no address: {error}.") from None
        self.host, self.port = host, parts.port
        user = parts.netloc.rpartition("@")[0]
        self.authority = f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"
        # The address for an HTTP client, with the user and the password if there are any.
        self.url = f"http://{user}@{self.authority}" if user else f"http://{self.authority}"
        self.connection = None

    def environment(self, no_proxy=""):
        """The variables that tell clients about the proxy."""
        variables = {name: self.url for name in VARIABLES}
        variables["NO_PROXY"] = no_proxy
        return {**variables, **{name.lower(): value for name, value in variables.items()}}

    def name(self, label):
        """Names the test case that this client's loads belong to from now on."""
        self.request("PUT", "/label", label.encode())

    def end(self):
        """Ends the test case."""
        self.request("DELETE", "/label")

    def loads(self, label=None):
        """What a test case has loaded, the present one without a name; None if the proxy does not know it."""
        query = "" if label is None else "?" + urllib.parse.urlencode({"name": label})
        body = self.request("GET", "/label" + query)
        return None if body is None else json.loads(body)

    def settled(self, label, seconds):
        """What a test case has loaded, once all its loads are decided, or after this time."""
        end, pause = now() + seconds, 0.005
        while True:
            found = self.loads(label)
            if found is None or not found["undecided"] or now() >= end:
                return found
            sleep(min(pause, max(end - now(), 0)))
            pause = min(2 * pause, 0.1)

    def request(self, method, path, body=None):
        # The proxy closes idle connections, so that the second attempt has a new one.
        for attempt in (1, 2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
                self.connection.request(method, path, body)
                answer = self.connection.getresponse()
                content = answer.read()
                break
            except (OSError, http.client.HTTPException) as error:
                self.connection.close()
                self.connection = None
                if attempt == 2:
                    raise ProxyGone(f"atsproxy at {self.authority} does not answer: {error!r}") from None
        if answer.status == 404 and method == "GET":
            return None
        if answer.status != 200:
            sentence = content.decode(errors="replace").strip()
            raise ProxyGone(f"{self.authority} answers {answer.status} to {method} {path}: {sentence[:300]}")
        return content


class Server:
    """`atsproxy serve` on free ports of 127.0.0.1, started by this process."""

    def __init__(self, options, listeners):
        self.folder = tempfile.mkdtemp(prefix="atsproxy-")
        self.log = os.path.join(self.folder, "log")
        self.events = options.events or os.path.join(self.folder, "events.jsonl")
        self.keeps_events = bool(options.events)
        command = [options.program, "serve", "--console", "off", "--mode", options.mode, "--events", self.events]
        command += ["--listen", "127.0.0.1:0"] * listeners
        for name, value in (("--policy", options.policy), ("--os", options.os)):
            command += [name, value] if value else []
        if not any(argument.startswith("--drain-timeout") for argument in options.arguments):
            command += ["--drain-timeout", "1"]
        try:
            with open(self.log, "wb") as log:
                self.process = subprocess.Popen(
                    command + options.arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    preexec_fn=end_with_parent if sys.platform == "linux" else None)
        except OSError as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise pytest.UsageError(
                f"{options.program} cannot be started: {error.strerror}; name the program with --ats-program.") from None
        self.ports = self.find_ports(listeners)

    def find_ports(self, count):
        end = now() + PATIENCE
        while True:
            ended = self.process.poll() is not None
            # A line may be half written. Its port is followed by the end of the line or a space.
            ports = re.findall(r"listening on 127\.0\.0\.1:(\d+)\s", self.said())
            if len(ports) == count:
                return ports
            if ended or now() > end:
                said = self.said().strip()
                self.stop()
                raise pytest.UsageError(f"atsproxy does not start: {said or 'it says nothing.'}")
            sleep(0.01)

    def said(self):
        with open(self.log, errors="replace") as log:
            return log.read()

    def stop(self):
        """Stops the proxy, and returns a sentence if it did not end well."""
        before = self.process.poll()
        if before is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        status, said = self.process.returncode, self.said().strip().splitlines()
        shutil.rmtree(self.folder, ignore_errors=True)
        if before is None and status == 0:
            return None
        when = "at its end" if before is None else "before the tests had ended"
        return f"atsproxy ended with {status} {when}. It said last: {said[-1] if said else 'nothing'}"


def end_with_parent():
    """Lets the proxy end with this process, even if SIGKILL ends it (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


class Options:
    """The options of the command line, else of the ini file."""

    NAMES = {
        "program": "the program; default the one beside Python or on the PATH",
        "policy": "the app's Info.plist, .app or .ipa; default the defaults of ATS",
        "os": "the OS whose rules apply, such as ios18.4; default the newest known",
        "mode": "observe lets all loads pass, enforce blocks violations; default observe",
        "events": "a file to keep the recording in",
        "wait": "the seconds to wait at the end of a test for loads that are not decided yet; default 5",
        "no-proxy": "hosts that tests reach without the proxy, separated by commas, such as a local driver; default none",
    }

    def __init__(self, config):
        def option(name):
            # The name in both: ats_no_proxy.
            key = "ats_" + name.replace("-", "_")
            return config.getoption(key) or config.getini(key)

        self.program = option("program") or beside_python() or shutil.which("atsproxy") or "atsproxy"
        self.policy, self.os, self.events = option("policy"), option("os"), option("events")
        self.mode, self.no_proxy = option("mode") or "observe", option("no-proxy")
        self.arguments = config.getini("ats_arguments") + config.getoption("ats_argument")
        self.proxies = config.getoption("ats_proxy")
        self.is_on = bool(self.proxies or config.getoption("ats") or config.getini("ats"))
        try:
            self.wait = float(option("wait") or 5)
        except ValueError:
            self.wait = -1
        # Neither a text nor nan or inf, with which a test would wait for ever.
        if not 0 <= self.wait < float("inf"):
            raise pytest.UsageError(f"--ats-wait {option('wait')} is not a number of seconds.")


def beside_python():
    """The program that pip has installed together with this file."""
    path = os.path.join(os.path.dirname(sys.executable), "atsproxy")
    return path if os.access(path, os.X_OK) else None


class TestCases:
    """Names each test of this process to the proxy, and fails those whose loads violate ATS."""

    def __init__(self, proxy, options):
        self.proxy, self.options = proxy, options
        self.label, self.seen, self.gone, self.told = None, {}, None, False
        # The test cases with loads that were not decided in time: what was found of each before, and its test, if any.
        self.pending = {}
        self.summary = {"loads": 0, "tests": [], "violations": 0, "allowed": [], "late": []}
        # The violations that were told, by test, host, port and rule.
        self.violations = set()
        # The number of further ones that the proxy did not name.
        self.unnamed = 0
        self.saved = {}
        for name, value in proxy.environment(options.no_proxy).items():
            self.saved[name] = os.environ.get(name)
            os.environ[name] = value

    def restore(self):
        for name, value in self.saved.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    # The name of the test.

    def pytest_sessionstart(self, session):
        try:
            self.proxy.name(OUTSIDE)
            self.outside = counts(self.proxy.loads())
        except ProxyGone as error:
            raise pytest.UsageError(str(error)) from None

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.label, self.seen, self.gone, self.told = label_of(item.nodeid), {}, None, False
        try:
            self.proxy.name(self.label)
            # The test may have run before at this proxy. What was found then is known.
            before = self.proxy.loads()
            self.seen, self.summary["loads"] = counts(before), self.summary["loads"] - (before or {}).get("loads", 0)
        except ProxyGone as error:
            self.gone = str(error)
        yield
        try:
            self.note_loads(self.proxy.loads(), item)
            self.proxy.name(OUTSIDE)
            self.review()
        except ProxyGone:
            pass
        self.label = None

    def note_loads(self, found, item):
        self.summary["loads"] += (found or {}).get("loads", 0)
        if found and (found["undecided"] or counts(found) != self.seen):
            self.pending[self.label] = self.seen, item

    def review(self, seconds=0):
        """Takes the findings of earlier tests whose loads are decided now, or whose time is over."""
        end = now() + seconds
        for label, (seen, item) in list(self.pending.items()):
            found = self.proxy.settled(label, end - now())
            if found and found["undecided"] and not seconds:
                continue
            del self.pending[label]
            if found:
                self.summary["late"] += late(found, seen, self.unexcused(new(found, seen), label, item))
            else:
                self.summary["late"].append(f"{label}: what it has loaded is not known any more")

    # The verdict.

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item):
        if self.gone:
            self.told = True
            pytest.fail(self.gone, pytrace=False)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_call(self, item):
        # A failed test of unittest has raised nothing.
        if not getattr(item, "_excinfo", None):
            self.fail_on_violations(item)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item):
        self.fail_on_violations(item)

    def fail_on_violations(self, item):
        text = self.new_violations(item)
        if text:
            pytest.fail(text, pytrace=False)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        # A test that fails for another reason, perhaps because its load was blocked.
        if report.failed and self.label is not None:
            text = self.new_violations(item)
            if text:
                report.sections.append(("App Transport Security", text))

    def new_violations(self, item):
        """What was found since it was last asked, as text for a person; None for nothing."""
        if self.told:
            return None
        try:
            found = self.proxy.settled(None, self.options.wait)
        except ProxyGone as error:
            self.told = True
            return str(error)
        if found is None or found["label"] != self.label:
            self.told = True
            return f"The test has named another test case to the proxy, or ended its own, {self.label}."
        findings = self.unexcused(new(found, self.seen), self.label, item)
        number = omitted_number(found, self.seen)
        unnamed = omitted(found, self.seen)
        self.seen = counts(found)
        if not findings and not unnamed:
            return None
        self.summary["tests"].append(self.label)
        self.violations |= {(self.label, row["host"], row["port"], row["finding"]["rule"]) for row in findings}
        self.unnamed += number
        self.summary["violations"] = len(self.violations) + self.unnamed
        lines = [f"ATS refuses loads of this test ({len(findings) + number}):", *(line(each) for each in findings)] if findings else []
        return "\n".join([*lines, *unnamed])

    def unexcused(self, findings, label, item):
        """The findings that no marker `ats_allow` of the test accepts; all of them without a test."""
        left = []
        for each in findings:
            markers = item.iter_markers("ats_allow") if item else ()
            marker = next((mark for mark in markers if accepts(mark, each)), None)
            if marker is None:
                left.append(each)
            else:
                reason = marker.kwargs.get("reason")
                self.summary["allowed"].append(f"{label}: {line(each).strip()}" + (f" ({reason})" if reason else ""))
        return left

    # The end.

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session):
        try:
            self.proxy.end()
            self.pending[OUTSIDE] = self.outside, None
            self.review(DECISION_TIME)
        except ProxyGone as error:
            self.summary["late"].append(str(error))
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["atsproxy"] = self.summary


class Distribution:
    """Starts one proxy for all workers of pytest-xdist, and adds up what they tell."""

    def __init__(self, options):
        self.options, self.server, self.proxies, self.free = options, None, [], []
        self.nodes = {}
        self.summaries = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, config, specs):
        if self.options.proxies:
            if len(self.options.proxies) < len(specs):
                raise pytest.UsageError(
                    f"{len(specs)} workers need as many listeners of the proxy: one --ats-proxy for each.")
            self.free = list(self.options.proxies)
        else:
            # A worker that is killed is replaced, at a listener that no program of the killed one knows.
            self.server = Server(self.options, 2 * len(specs))
            self.free = [f"http://127.0.0.1:{port}" for port in self.server.ports]

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        url = self.free.pop(0)
        self.nodes[node.gateway.id] = url
        node.workerinput["atsproxy"] = url

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        url = self.nodes.pop(node.gateway.id, None)
        if url is None:
            return
        self.free.append(url)
        summary = getattr(node, "workeroutput", {}).get("atsproxy")
        if summary is None:
            summary = {"loads": 0, "tests": [], "violations": 0, "allowed": [], "late": self.rest(url, node.gateway.id)}
        self.summaries.append(summary)

    def rest(self, url, worker):
        """What a worker that was killed could not tell. Its test case ends."""
        proxy, findings = ATSProxy(url), []
        try:
            found = proxy.settled(None, self.options.wait)
            if found and found["label"] != OUTSIDE:
                proxy.name(OUTSIDE)
                findings += late(found, {}, found["findings"])
            found = proxy.settled(OUTSIDE, self.options.wait)
            if found:
                findings += late(found, {}, found["findings"])
            proxy.end()
        except ProxyGone as error:
            findings.append(str(error))
        return [f"{each} [{worker} was killed]" for each in findings]


class Session:
    """Prints the summary, and fails a session with findings that failed no test."""

    def __init__(self, options, server=None, test_cases=None, distribution=None):
        self.options, self.server = options, server
        self.test_cases, self.distribution = test_cases, distribution
        self.late, self.fault, self.allowed = [], None, []
        self.loads = self.tests = self.violations = 0

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        summaries = self.distribution.summaries if self.distribution else [self.test_cases.summary]
        self.late = [text for each in summaries for text in each["late"]]
        self.tests = sum(len(set(each["tests"])) for each in summaries)
        self.violations = sum(each["violations"] for each in summaries)
        self.loads = sum(each["loads"] for each in summaries)
        self.allowed = [text for each in summaries for text in each["allowed"]]
        self.stop()
        if (self.late or self.fault) and session.exitstatus in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def stop(self):
        server = self.distribution.server if self.distribution else self.server
        if server is not None:
            self.fault = server.stop()
        self.server = None
        if self.distribution:
            self.distribution.server = None

    def pytest_terminal_summary(self, terminalreporter):
        write = terminalreporter.write_line
        terminalreporter.section("App Transport Security")
        if not self.loads:
            write("No load of a test went through the proxy. Its client may not read HTTP_PROXY and HTTPS_PROXY.")
        else:
            write(f"{count(self.loads, 'load')}: {count(self.violations, 'violation')} in {count(self.tests, 'test')}.")
        for text in self.allowed:
            write(f"accepted: {text}")
        for text in self.late:
            write(f"after the test had ended: {text}", red=True)
        if self.fault:
            write(self.fault, red=True)
        if self.options.events and not self.options.proxies:
            write(f"The recording is {self.options.events}; `atsproxy report` reads it.")

    def pytest_unconfigure(self):
        # The session may have ended before its tests.
        self.stop()
        if self.test_cases:
            self.test_cases.restore()


def label_of(name):
    """The name of a test as the proxy takes it: visible, and of at most 200 bytes."""
    text = "".join(character if character.isprintable() else "?" for character in name).strip()
    data = text.encode("utf-8", "replace")
    if len(data) <= 200 and text == name:
        return text
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{data[:180].decode('utf-8', 'ignore')} #{digest}"


def key(row):
    return row["host"], row["port"], row["decision"], row["finding"]["rule"], row["finding"]["message"]


def counts(found):
    """The number of loads of each finding, and of those that the proxy has no room for."""
    if not found:
        return {}
    unnamed = {OMITTED: found["omitted"]} if found["omitted"] else {}
    return {**{key(row): row["loads"] for row in found["findings"]}, **unnamed}


def new(found, seen):
    """The findings that more loads have than before."""
    return [row for row in found["findings"] if row["loads"] > seen.get(key(row), 0)]


def omitted_number(found, seen):
    """The number of findings that the proxy only counts, without those from before."""
    return max(0, found["omitted"] - seen.get(OMITTED, 0))


def omitted(found, seen):
    """A sentence on findings that the proxy only counts, so that no marker can accept them; none if there are no new ones."""
    number = omitted_number(found, seen)
    if not number:
        return []
    return [f"ATS refuses more loads than the proxy can tell of one test: {count(number, 'finding')} without rule and host. "
            "Divide the test, or waive findings by --ats-argument=--ignore=RULE@HOST."]


def late(found, seen, findings):
    """What was found after a test, as lines that name the test: these findings, and what else is new."""
    lines = [f"{found['label']}: {text}" for text in [*(line(row).strip() for row in findings), *omitted(found, seen)]]
    if found["undecided"]:
        lines.append(f"{found['label']}: {count(found['undecided'], 'load')} still not judged")
    return lines


def line(row):
    """A finding as one line: the host, the rule, the reason and the exception that would permit the load."""
    finding = row["finding"]
    exception = finding.get("exception")
    times = f" ×{row['loads']}" if row["loads"] > 1 else ""
    text = f"  {row['host']}:{row['port']}{times}  {finding['rule']}  {finding['message'].rstrip('.')}"
    if exception:
        keys = ", ".join(f"{name}={shown(value)}" for name, value in sorted(exception["keys"].items()))
        text += f"; an exception would {'leave this to the app' if exception.get('overridable') else 'permit it'}: {keys}"
    return text


def shown(value):
    """A value in the words of property lists: YES or NO for a boolean."""
    return {True: "YES", False: "NO"}.get(value, value) if isinstance(value, bool) else value


def accepts(mark, row):
    rule = mark.args[0] if mark.args else mark.kwargs.get("rule", "*")
    return fnmatch.fnmatchcase(row["finding"]["rule"], rule) and fnmatch.fnmatchcase(
        str(row["host"]), mark.kwargs.get("host", "*"))


def count(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


# Hooks of the plugin.


def pytest_addoption(parser):
    group = parser.getgroup("atsproxy", "App Transport Security (atsproxy)")
    group.addoption("--ats", action="store_true", help="judge the loads of each test by a proxy of its own")
    group.addoption("--ats-proxy", action="append", default=[], metavar="URL",
                    help="use a proxy that runs, such as http://127.0.0.1:8080; one for each worker")
    group.addoption("--ats-argument", action="append", default=[], metavar="ARGUMENT",
                    help="an argument for atsproxy serve, such as --ats-argument=--ca-file=root.pem")
    parser.addini("ats", "judge the loads of each test", type="bool", default=False)
    parser.addini("ats_arguments", "arguments for atsproxy serve", type="args", default=[])
    for name, meaning in Options.NAMES.items():
        group.addoption(f"--ats-{name}", metavar=name.upper(), help=meaning)
        parser.addini("ats_" + name.replace("-", "_"), meaning, default="")


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "ats_allow(rule, host='*', reason=None): accept violations of this rule of ATS in the test")
    worker = getattr(config, "workerinput", None)
    options = Options(config)
    if worker is not None:
        if "atsproxy" in worker:
            test_cases = TestCases(ATSProxy(worker["atsproxy"]), options)
            config.pluginmanager.register(test_cases, "atsproxy-test-cases")
        return
    if not options.is_on or config.getoption("collectonly") or config.getoption("help", False):
        return
    if config.getoption("dist", "no") != "no":
        distribution = Distribution(options)
        config.pluginmanager.register(distribution, "atsproxy-distribution")
        config.pluginmanager.register(Session(options, distribution=distribution), "atsproxy-session")
        return
    server = None if options.proxies else Server(options, 1)
    test_cases = TestCases(ATSProxy(options.proxies[0] if options.proxies else f"http://127.0.0.1:{server.ports[0]}"), options)
    config.pluginmanager.register(test_cases, "atsproxy-test-cases")
    config.pluginmanager.register(Session(options, server, test_cases), "atsproxy-session")


@pytest.fixture(scope="session")
def ats_proxy(pytestconfig):
    """The proxy that judges the loads of this process, with `url`, `host` and `port`; None without --ats."""
    test_cases = pytestconfig.pluginmanager.get_plugin("atsproxy-test-cases")
    return test_cases.proxy if test_cases else None
