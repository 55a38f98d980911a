import Testing

@testable import Metrics

@Suite struct MetricsTextTests {
    private static let families: [MetricFamily] = [
        MetricFamily("a_build", .info, "The \"version\".", [.init([.init("version", "1.0")], .integer(1))]),
        .counter("a_loads", "Loads,\nby \\ mode.", by: "mode", ["x", "y"], named: \.self) { $0 == "x" ? 3 : 0 },
        .gauge("a_open", "Open ones.", -2),
        .counter("a_received_bytes", "Bytes.", 9_007_199_254_740_993),
        MetricFamily(
            "a_duration_seconds", .histogram, "Durations.",
            [.init([.init("kind", "z")], .histogram(.init(bounds: [0.005, 1], counts: [1, 0, 2], sum: 7.5)))]),
        MetricFamily(
            "a_time", .gauge, "Times.",
            [
                .init([], .number(0.1)), .init([.init("l", "i")], .number(.infinity)),
                .init([.init("l", "m")], .number(-.infinity)), .init([.init("l", "n")], .number(.nan)),
                .init([.init("l", "e")], .number(1e-05)),
            ]),
        MetricFamily("a_none", .gauge, "None.", []),
    ]

    private func text(_ format: MetricsFormat) -> String {
        String(decoding: MetricsText(Self.families, in: format).bytes, as: UTF8.self)
    }

    @Test func prometheus() {
        #expect(
            text(.prometheus) == #"""
                # HELP a_build_info The "version".
                # TYPE a_build_info gauge
                a_build_info{version="1.0"} 1
                # HELP a_loads_total Loads,\nby \\ mode.
                # TYPE a_loads_total counter
                a_loads_total{mode="x"} 3
                a_loads_total{mode="y"} 0
                # HELP a_open Open ones.
                # TYPE a_open gauge
                a_open -2
                # HELP a_received_bytes_total Bytes.
                # TYPE a_received_bytes_total counter
                a_received_bytes_total 9007199254740993
                # HELP a_duration_seconds Durations.
                # TYPE a_duration_seconds histogram
                a_duration_seconds_bucket{kind="z",le="0.005"} 1
                a_duration_seconds_bucket{kind="z",le="1.0"} 1
                a_duration_seconds_bucket{kind="z",le="+Inf"} 3
                a_duration_seconds_sum{kind="z"} 7.5
                a_duration_seconds_count{kind="z"} 3
                # HELP a_time Times.
                # TYPE a_time gauge
                a_time 0.1
                a_time{l="i"} +Inf
                a_time{l="m"} -Inf
                a_time{l="n"} NaN
                a_time{l="e"} 1e-05
                # HELP a_none None.
                # TYPE a_none gauge

                """#)
    }

    @Test func openMetrics() {
        let text = text(.openMetrics)
        #expect(
            text.hasPrefix(
                #"""
                # TYPE a_build info
                # HELP a_build The \"version\".
                a_build_info{version="1.0"} 1
                # TYPE a_loads counter
                # HELP a_loads Loads,\nby \\ mode.
                a_loads_total{mode="x"} 3
                a_loads_total{mode="y"} 0
                # TYPE a_open gauge
                # HELP a_open Open ones.
                a_open -2
                # TYPE a_received_bytes counter
                # UNIT a_received_bytes bytes
                # HELP a_received_bytes Bytes.
                a_received_bytes_total 9007199254740993
                # TYPE a_duration_seconds histogram
                # UNIT a_duration_seconds seconds
                # HELP a_duration_seconds Durations.
                a_duration_seconds_bucket{kind="z",le="0.005"} 1

                """#))
        #expect(text.hasSuffix("# HELP a_none None.\n# EOF\n"))
    }

    /// A series goes on when the format changes.
    @Test func samplesAreTheSameInBothFormats() {
        func samples(_ format: MetricsFormat) -> [Substring] {
            text(format).split(separator: "\n").filter { !$0.hasPrefix("#") }
        }
        #expect(samples(.prometheus) == samples(.openMetrics))
    }

    /// No text ends its line or its quotes, and each is read back as it was.
    @Test func labelsAreReadBackAsTheyWere() throws {
        let alphabet: [Unicode.Scalar] = ["\\", "\"", "\n", "n", "a", "}", " ", "\r", "é", "\u{0}", "\u{1F600}"]
        var random = SystemRandomNumberGenerator()
        for format in MetricsFormat.allCases {
            for _ in 0..<500 {
                var value = ""
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    value.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
                }
                let family = MetricFamily("a", .gauge, value, [.init([.init("l", value)], .integer(1))])
                let text = String(decoding: MetricsText([family], in: format).bytes, as: UTF8.self)
                let line = try #require(text.unicodeScalars.split(separator: "\n").first { $0.first != "#" })
                let inner = line.dropFirst("a{l=\"".unicodeScalars.count).dropLast("\"} 1".unicodeScalars.count)
                #expect(Self.read(inner) == value)
            }
        }
    }

    private static func read(_ text: Substring.UnicodeScalarView) -> String {
        var (value, isEscaped) = ("", false)
        for scalar in text {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
            } else {
                value.unicodeScalars.append(isEscaped && scalar == "n" ? "\n" : scalar)
                isEscaped = false
            }
        }
        return value
    }
}
