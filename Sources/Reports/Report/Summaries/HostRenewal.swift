import InternetNames
import JSONWriting
import TransportSecurity

/// A server whose certificate ought to be replaced, because it ends soon.
public struct HostRenewal: Hashable, Sendable {
    /// The server.
    public var authority: Authority
    /// The notice on its certificates.
    public var notice: RenewalNotice
    /// Whether a report fails for the notice. Otherwise, the notice is advice.
    public var isFailing: Bool

    /// Creates the notice on a server.
    public init(authority: Authority, notice: RenewalNotice, isFailing: Bool) {
        self.authority = authority
        self.notice = notice
        self.isFailing = isFailing
    }

    /// The identifier of a renewal in tables, in JUnit, in SARIF and for Xcode.
    static let identifier = "certificate.renewal"

    /// The step to take.
    static let fix = "Replace the certificates before they end."

    /// The notice in a sentence that names the server.
    package func sentence(at time: Instant) -> String { "\(authority): \(notice.sentence(at: time))" }

    /// Whether the certificates of the left server end first.
    static func isBefore(_ left: HostRenewal, than right: HostRenewal) -> Bool {
        (left.notice.notAfter, left.authority.description) < (right.notice.notAfter, right.authority.description)
    }
}

extension HostRenewal: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("host", authority.host)
            json.member("port", authority.port)
            json.member("since", notice.since)
            json.member("notAfter", notice.notAfter)
            json.member("issuer", notice.issuer)
            json.member("failing", isFailing)
        }
    }
}
