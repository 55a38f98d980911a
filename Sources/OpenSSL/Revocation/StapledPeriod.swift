import COpenSSL
import TransportSecurity

/// The period of the statements in a stapled OCSP response (RFC 6960 §4.2.2.1), whatever they say.
public struct StapledPeriod: Hashable, Sendable {
    /// The time at which the statement was known to be true.
    public var thisUpdate: Instant
    /// The time by which there will be a newer one; nil if it names none.
    public var nextUpdate: Instant?

    /// Reads the period of the first statement in a response in DER; nil if it cannot be read. Nothing is verified.
    public init?(der: [UInt8]) {
        guard let response = try? StapledResponse(der: der), let window = response.firstWindow, let from = window.from
        else { return nil }
        thisUpdate = from
        nextUpdate = window.until
    }
}
