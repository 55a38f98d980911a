import Audit
import Testing
import TransportSecurity

@Suite struct LogLineTests {
    @Test(arguments: [
        ("-1200", [-1200]), ("1200", [-1200]), ("−9802", [-9802]), ("", []), ("12", []),
        (
            "Task <9A-8B>.<1> finished with error [-1200] Error Domain=NSURLErrorDomain Code=-1200 \"An SSL error\"",
            [-1200]
        ),
        ("NSURLConnection/CFURLConnection HTTP load failed (kCFStreamErrorDomainSSL, -9824)", [-9824]),
        ("2026-11-20 10:22:01 id 12-1022 uuid ab-9802", []),
        ("errSSLATSCiphersuiteViolation", [-9882]), ("[3:-9802] -1022", [-9802, -1022]), ("-99999999999999999999", []),
    ])
    func findsCodes(text: String, codes: [Int]) {
        #expect(LogLine(text).codes == codes)
    }

    @Test func findsHosts() {
        let line = LogLine("NSErrorFailingURLKey=https://Api.Example.com/x?y=1, url=\"http://10.0.0.1:8080\" http://")
        #expect(line.hosts.map(\.description) == ["api.example.com", "10.0.0.1"])
    }

    @Test func everyKnownCodeIsExplained() {
        for code in ErrorExplanation.knownCodes {
            let explanation = ErrorExplanation(code: code)
            #expect(explanation?.meaning.hasSuffix(".") == true)
            #expect(explanation?.causes.isEmpty == false && explanation?.advice.isEmpty == false)
            #expect(LogLine(explanation?.name ?? "").codes == [code])
        }
        #expect(Set(ErrorExplanation.knownCodes).count == ErrorExplanation.knownCodes.count)
        #expect(ErrorExplanation(code: -1) == nil)
    }

    @Test func findsRecordedCauses() throws {
        let report = try ReportTests.report()
        let errors = [-1200].compactMap { ErrorExplanation(code: $0) }
        let found = ErrorExplanation.findings(in: report, behind: errors, at: [.name("old.example")])
        #expect(found.map(\.fingerprint) == ["tls.version@old.example"])
        let cleartext = [-1022].compactMap { ErrorExplanation(code: $0) }
        #expect(ErrorExplanation.findings(in: report, behind: cleartext, at: []).count == 2)
    }
}
