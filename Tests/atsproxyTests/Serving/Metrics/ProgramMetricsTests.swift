import Metrics
import Networking
import Testing
import TransportSecurity

@testable import DataInUse
@testable import MetricsServing
@testable import atsproxy
@testable import Settings

@Suite struct ProgramMetricsTests {
    private func value(_ name: String, in families: [MetricFamily]) -> MetricFamily.Value? {
        families.first { $0.name == name }?.samples.first?.value
    }

    /// There are metrics before the proxy listens, and they say so.
    @Test func beforeTheProxyListens() {
        let metrics = ProgramMetrics()
        #expect(metrics.readiness == .starting)
        #expect(value("atsproxy_ready", in: metrics.families) == .integer(0))
        let build = metrics.families.first { $0.name == "atsproxy_build" }?.samples.first?.labels ?? []
        #expect(build.map(\.name) == ["version", "openssl", "libevent"])
        for label in build.dropFirst() { #expect(label.value.first?.isNumber == true, "\(label)") }
    }

    @Test func reloadsAreCounted() {
        let reloads = ReloadCounters()
        reloads.count(isSuccess: true, at: Instant(milliseconds: 1_500))
        reloads.count(isSuccess: false, at: Instant(milliseconds: 9_000))
        #expect(value("atsproxy_reloads", in: reloads.families) == .integer(2))
        #expect(value("atsproxy_reload_failures", in: reloads.families) == .integer(1))
        #expect(value("atsproxy_last_reload_successful", in: reloads.families) == .integer(0))
        #expect(
            value("atsproxy_last_reload_success_timestamp_seconds", in: reloads.families) == .number(1.5))
    }

    @Test func datesAreThoseOfTheShippedFiles() throws {
        let settings = try ServeSettings(SettingsLayer(), over: nil)
        let dates = DataFileDates(of: try settings.configuration(), settings)
        #expect(dates.roots?.date == ShippedFile.date(of: .roots))
        #expect(dates.logList?.date == ShippedFile.date(of: .logList))
        #expect(dates.publicSuffixes?.date == ShippedFile.date(of: .publicSuffixes))
        #expect(dates.family.samples.map { $0.labels[0].value } == ["roots", "ct-log-list", "public-suffixes"])
        #expect(DataFileDates().family.samples.isEmpty)
    }

    @Test func theProcessIsThisOne() throws {
        let now = ProcessStatistics.now
        let descriptors = try #require(now.openDescriptors)
        // Two descriptors each, which are more than other tests close meanwhile.
        let pipes = try (0..<100).map { _ in try SelfPipe() }
        #expect(try #require(ProcessStatistics.now.openDescriptors) >= descriptors + 100)
        withExtendedLifetime(pipes) {}
        #expect(try #require(now.processorSeconds) > 0)
        #if os(Linux) && PORTABLE
        #expect(now.families.count == 3)
        #else
        #expect(try #require(now.residentBytes) > 1 << 20)
        #expect(try #require(now.virtualBytes) >= now.residentBytes ?? 0)
        let age = Double(WallClock.now.milliseconds) / 1000 - (try #require(now.startSeconds))
        #expect(age >= -1 && age < 24 * 3600)
        #expect(now.families.count == 6)
        #endif
    }

    #if os(Linux) && !PORTABLE
    /// The name of a program may have spaces and parentheses.
    @Test func theNameOfTheProgramIsSkipped() {
        var numbers = ProcessStatistics()
        let fields = (3...52).map(String.init).joined(separator: " ")
        numbers.add(stat: "1 (a) S (b) \(fields)\n")
        #expect(numbers.virtualBytes == 23 && numbers.residentBytes ?? 0 >= 24 * 4096)
        var none = ProcessStatistics()
        for text in ["", "1 (a", "1 (a) S 1 2", "1 (a) \(String(repeating: "x ", count: 60))"] { none.add(stat: text) }
        #expect(none.virtualBytes == nil && none.startSeconds == nil)
    }
    #endif
}
