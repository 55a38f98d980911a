import InternetNames
import JSONWriting
import Testing

@testable import DeviceManagement

@Suite struct DomainDiscoveryTests {
    private func session(_ account: String?, _ answer: DiscoveryAnswer) throws -> DiscoverySession {
        var session = DiscoverySession(WellKnownRequest(to: try LoadURL("a.example").authority, for: account))
        session.judged(.accepted)
        session.answered(answer)
        return session
    }

    private let document = DiscoveryAnswer.document(
        Array(#"{"Servers":[{"Version":"mdm-byod","BaseURL":"https://mdm.example/enroll?token=1"}]}"#.utf8),
        contentType: "application/json")

    @Test func anotherWayWithoutAQueryIsANote() throws {
        let domain = try LoadURL("a.example").authority
        let same = DomainDiscovery(
            of: domain, device: try session("a@a.example", document), plain: try session(nil, document))
        #expect(same.findings.isEmpty)
        let other = DomainDiscovery(
            of: domain, device: try session("a@a.example", document),
            plain: try session(nil, .status(403, location: nil)))
        #expect(other.findings.map(\.code) == [.differsWithoutQuery])
        #expect(other.findings.allSatisfy { $0.code.severity == .note })
        #expect(same.uses.map(\.activity) == [.discovery, .enrollment, .discovery, .enrollment])
    }

    @Test func theLineHasHopsServersAndFindings() throws {
        let domain = try LoadURL("a.example").authority
        let discovery = DomainDiscovery(
            of: domain, device: try session("a@a.example", document), plain: try session(nil, document))
        #expect(
            String(decoding: discovery.line, as: UTF8.self)
                == #"{"event":"discovery","domain":"a.example","hops":[{"url":"https://a.example/.well-known/"#
                + #"com.apple.remotemanagement?…","status":200,"contentType":"application/json","location":null}],"#
                + #""servers":[{"version":"mdm-byod","baseURL":"https://mdm.example/enroll…"}],"findings":[]}"#)
    }
}
