import Networking
import OpenSSL
import TransportSecurity

/// A file with the connection on which it came.
public struct DownloadedFile {
    /// The content.
    public var bytes: [UInt8]
    /// The handshake of the connection.
    var handshake: Handshake

    /// Why ATS without exceptions would refuse the connection by other rules and another trust store; empty if it would not.
    ///
    /// A list of logs or a file of roots by which its own source cannot be reached would prevent its own correction.
    public func findings(by rules: RuleSet, trusting trust: TrustStore, of request: DownloadRequest) -> [String] {
        var request = request
        request.rules = rules
        return request.findings(on: handshake, ChainEvaluator(trust).evaluate(handshake, at: WallClock.now))
    }
}
