import EventSamples
import Foundation
import InternetNames
import Testing
import TransportSecurity

@testable import Events

@Suite struct DecisionEventTests {
    @Test func writesTheMembersInTheirOrder() {
        let text = String(decoding: Samples.decision.line, as: UTF8.self)
        #expect(text.hasPrefix(Self.beginning))
        #expect(text.contains(Self.violation))
        #expect(
            text.hasSuffix(
                #""notes":[{"rule":"certificate.revoked","code":"undetermined","message":"No staple."},"# + Self.end))
    }

    private static let beginning = #"""
        {"time":"2026-11-20T22:54:00.123Z","event":"decision","id":"01JD","listener":"127.0.0.1:8080",\#
        "client":"127.0.0.1:53012","user":null,"app":{"name":"MyApp","version":"42","api":"URLSession","os":"ios18.1",\#
        "userAgent":"MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0"},"method":"CONNECT","scheme":"https",\#
        "host":"legacy.example.com","port":443,"path":null,"address":"203.0.113.7","route":"direct","mode":"enforce",\#
        "decision":"blocked","policy":{"source":"MyApp.app","os":"ios18.1","applies":true,"reason":"default",\#
        "matched":null,"allowsInsecureHTTPLoads":false,"minimumTLSVersion":"TLSv1.2","requiresForwardSecrecy":true,\#
        "requiresCertificateTransparency":false},"facts":"sha256:00","tls":{"source":"assessment","offer":"tls1.0",\#
        "version":"TLSv1.0","cipher":"TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA","group":"P-256","alpn":null,\#
        "extendedMasterSecret":true,"ocspStapled":false,"scts":0,"anchor":"system","certificates":[{\#
        "subject":"CN=legacy.example.com","issuer":"CN=Test CA","notBefore":"2026-11-20T22:54:00.123Z",\#
        "notAfter":"2026-11-21T22:54:00.123Z","key":"RSA 2048","signature":"sha256WithRSAEncryption","sha256":"00ab",\#
        "spki":"AQID"}]},
        """#

    private static let violation = #"""
        "violations":[{"rule":"tls.version","expected":"TLSv1.2","actual":"TLSv1.0","status":-9836,"urlError":-1200,\#
        "urlErrorText":"A TLS error caused the secure connection to fail.",\#
        "message":"legacy.example.com offers nothing newer than TLS 1.0; the policy asks for TLS 1.2.",\#
        "exception":{"domain":"legacy.example.com","keys":{"NSExceptionMinimumTLSVersion":"TLSv1.0",\#
        "NSIncludesSubdomains":true}}}],"warnings":[{
        """#

    private static let end = #"{"rule":null,"code":null,"message":"A note."}],"error":null}"#

    /// A later version may have further codes, and earlier ones had none.
    @Test(
        arguments: [("\"advice\"", Note.Code.advice), ("\"of-later\"", nil), ("null", nil)] as [(String, Note.Code?)])
    func readsCodesThatItKnows(text: String, code: Note.Code?) throws {
        let line = #"{"rule":null,"code":\#(text),"message":"m"}"#
        #expect(try JSONDecoder().decode(Note.self, from: Data(line.utf8)) == Note(code, "m"))
    }

    @Test func omitsMembersAboutAMissingClient() throws {
        var event = Samples.decision
        event.client = nil
        let object = try JSONSerialization.jsonObject(with: Data(event.line)) as? [String: Any]
        let names = try #require(object).keys
        #expect(Set(names).isDisjoint(with: ["listener", "client", "user", "app", "method"]))
        #expect(names.contains("mode"))
    }

    @Test func readsEventsOfVersionsWithoutRoutes() throws {
        var event = Samples.decision
        let line = String(decoding: event.line, as: UTF8.self)
        let old = line.replacingOccurrences(of: #""route":"direct","#, with: "")
        event.route = nil
        #expect(old != line)
        #expect(try JSONDecoder().decode(DecisionEvent.self, from: Data(old.utf8)).route == nil)
        #expect(String(decoding: event.line, as: UTF8.self).contains(#""route":null"#))
    }

    @Test func carriesFactsOnlyWhereTheyAreGiven() throws {
        var event = Samples.decision
        #expect(!String(decoding: event.line, as: UTF8.self).contains("serverFacts"))
        let facts = FactsEvent(
            time: event.time, id: "sha256:00", host: .name("legacy.example.com"), port: 443, address: nil, attempts: [])
        event.origin = .check(serverFacts: [facts])
        let read = try JSONDecoder().decode(DecisionEvent.self, from: Data(event.line))
        #expect(read == event)
    }

    /// A server chooses how many certificates it sends and how long their names are, and each decision repeats them.
    @Test func certificatesOfADecisionAreBounded() throws {
        var event = Samples.decision
        let name = String(repeating: "é", count: 60_000)
        var summary = try #require(event.tls?.value.certificates.first?.value)
        summary.subject = CertificateSummary.cut(name)
        #expect(summary.subject == name.prefix(256) + "…" && CertificateSummary.cut("CN=a") == "CN=a")
        event.tls = event.tls?.changed { $0.certificates = Array(repeating: CachedJSON(summary), count: 60) }
        #expect(event.line.count < 8192)
        let read = try JSONDecoder().decode(DecisionEvent.self, from: Data(event.line))
        #expect(read.tls?.value.certificates.count == 6 && read.tls?.value.certificateCount == 60)
        #expect(read.line == event.line)
        #expect(!String(decoding: Samples.decision.line, as: UTF8.self).contains("certificateCount"))
    }

    @Test func nothingFromTheNetworkReachesTheLineUnescaped() {
        let hostile = "\u{1B}]0;x\u{7}\n\u{7F}\u{9B}\u{202E}\u{2028}\"\\"
        var event = Samples.decision
        event.path = ByteString(hostile)
        event.host = .name(hostile)
        event.client?.method = ByteString(hostile)
        event.client?.user = hostile
        event.client?.app = CachedJSON(ClientApp(userAgent: hostile))
        event.tls = event.tls?.changed { tls in
            tls.certificates = tls.certificates.map { $0.changed { $0.subject = hostile } }
            tls.alpn = hostile
        }
        event.notes = [Note(nil, hostile)]
        event.violations[0].exception = Finding.Exception(domain: hostile, keys: [hostile: .string(hostile)])
        let text = String(decoding: event.line, as: UTF8.self)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value > 0x7E })
    }
}
