import Testing

@testable import Metrics

@Suite struct MetricsFormatTests {
    /// Prometheus 2.42 and 3, curl, a browser, and what RFC 9110 §12.5.1 says of specificity and weights.
    @Test(arguments: [
        (
            [
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                    + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
            ], MetricsFormat.openMetrics
        ),
        (
            [
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                    + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2"
            ], .openMetrics
        ),
        (["text/plain;version=0.0.4;q=0.5,application/openmetrics-text;version=0.0.1;q=0.75"], .openMetrics),
        (["application/openmetrics-text; version=\"1.0.0\"; charset=utf-8"], .openMetrics),
        (["APPLICATION/OpenMetrics-Text ;Q=0.9", "text/plain; q=0.8"], .openMetrics),
        (["text/plain;q=0.5, application/openmetrics-text;q=0.501"], .openMetrics),
        (["application/*"], .openMetrics),
        (["application/*, text/plain;q=0.9"], .openMetrics),
        (["*/*;q=0.1, application/openmetrics-text"], .openMetrics),
        (["*/*, text/plain;q=0"], .openMetrics),
        ([], .prometheus), ([""], .prometheus), (["*/*"], .prometheus), (["text/html, */*;q=0.8"], .prometheus),
        (["text/plain, application/openmetrics-text"], .prometheus),
        (["application/openmetrics-text;version=2.0.0, text/plain;q=0.1"], .prometheus),
        (["application/openmetrics-text;q=0"], .prometheus),
        (["application/openmetrics-text;q=0, */*"], .prometheus),
        (["application/openmetrics-text;q=2"], .prometheus),
        (["application/openmetrics-text;q=0.1234"], .prometheus),
        (["application/openmetrics-text;q=-1"], .prometheus),
        (["application/openmetrics-text;version"], .prometheus),
        (["*/openmetrics-text, application, /, ;;;, ,,"], .prometheus),
        (["image/png"], .prometheus),
    ])
    func theClientChooses(fields: [String], expected: MetricsFormat) {
        #expect(MetricsFormat.preferred(accepting: fields) == expected)
    }

    @Test func mediaRangesFollowTheGrammar() throws {
        let range = try #require(AcceptedRange(" Text/* ; VERSION = 1 ; q=0.5 ; other=x"))
        #expect((range.type, range.subtype, range.version, range.quality) == ("text", "*", "1", 500))
        #expect(AcceptedRange.all(in: "a/b;q=1.000,c, d/e").map(\.quality) == [1000, 1000])
        #expect(AcceptedRange("a/b;q=1.001") == nil && AcceptedRange("a/b;q=.5") == nil)
        #expect(AcceptedRange("a/b;q=0.")?.quality == 0 && AcceptedRange("a/b;q=0.05")?.quality == 50)
    }

    @Test func contentTypesNameFormatAndVersion() {
        #expect(MetricsFormat.prometheus.contentType == "text/plain; version=0.0.4; charset=utf-8")
        #expect(
            MetricsFormat.openMetrics.contentType == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    }
}
