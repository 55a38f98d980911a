import Testing

@testable import DataFiles

@Suite struct DataFileSourceTests {
    @Test(arguments: DataFileKind.allCases)
    func publishersHaveAnAddressOrNone(kind: DataFileKind) throws {
        let source = DataFileSource(publishing: kind)
        #expect(source?.url.text == kind.publishedAt)
        #expect(source == (try kind.publishedAt.map { try DataFileSource("\(kind.rawValue)=\($0)") }))
    }

    @Test func keepsTheQuery() throws {
        let source = try DataFileSource("roots=https://mirror.test:8443/a/b?c=d&e==")
        #expect(source.target == "/a/b?c=d&e==")
        #expect(source.url.authority.description == "mirror.test:8443")
        #expect(try DataFileSource("roots=https://mirror.test").target == "/")
    }

    @Test(arguments: [
        "", "roots", "roots=", "root=https://a.test/", "roots=a.test/list", "roots=http://a.test/",
        "roots=wss://a.test/", "roots=https:///list", "roots=https://a@a.test/", "roots=https://a.test/#a",
        "roots=https://a.test/\u{E9}", "roots=https://a.test/ b", "roots=https://a.test/\r\nHost: b",
        "ct-log-list=https://www.gstatic.com/ct/log_list/v3/log_list.json",
        "ct-log-list=https://WWW.GSTATIC.COM./ct/log_list/v3/all_logs_list.json",
        "ct-log-list=https://chromium.googlesource.com/log_list.json",
    ])
    func refusesOtherText(text: String) {
        #expect(throws: DataFileFault.self) { try DataFileSource(text) }
    }

    /// A source at the publisher's own host is trusted only by the roots of Apple's systems.
    @Test(arguments: [
        ("ct-log-list=https://valid.apple.com/other.json", true),
        ("ct-log-list=https://valid.apple.com.evil.example/", false),
        ("public-suffixes=https://mirror.example/list.dat", false), ("roots=https://valid.apple.com/roots.pem", false),
    ])
    func knowsThePublisher(text: String, isPublisher: Bool) throws {
        #expect(try DataFileSource(text).isPublisher == isPublisher)
        for kind in DataFileKind.allCases { #expect(DataFileSource(publishing: kind)?.isPublisher != false) }
    }

    @Test(arguments: [
        ("gstatic.com", true), ("www.gstatic.com.", true), ("notgstatic.com", false), ("apple.com", false),
        ("chromium.googlesource.com", true), ("storage.googleapis.com", false),
    ])
    func knowsTheHostsOfGoogle(host: String, isGoogle: Bool) {
        #expect(LogListPublisher.isGoogle(host) == isGoogle)
    }
}
