import ForwardProxy
import HTTP
import InternetNames
import TransportSecurity

/// The reason why a download failed.
public enum DownloadFailure: Error, Hashable, Sendable {
    /// The server, or the upstream proxy on the way to it, was not reached.
    case unreachable(LoadFailure)
    /// The server completed no handshake with the hello of ATS.
    case handshake(HandshakeFailure)
    /// ATS would refuse the connection. The messages of the violations; at least one.
    case violations([String])
    /// The connection broke, or was tampered with, after the handshake.
    case channel(String)
    /// The server's answer does not contain a file.
    case response(WholeResponse.Fault)
    /// The time was up. `received` is the number of bytes of the answer that had come.
    case timedOut(received: Int)

    /// Whether the server, or the upstream proxy on the way to it, was not reached.
    public var isUnreachable: Bool {
        switch self {
        case .unreachable: return true
        case .handshake, .violations, .channel, .response, .timedOut: return false
        }
    }

    /// One sentence for a person.
    public func message(about authority: Authority) -> String {
        switch self {
        case .unreachable(let failure):
            return failure.message(about: authority)
        case .handshake(let failure):
            // A connection that was lost says nothing about the server.
            guard !failure.isOfTransport else { return "\(authority) \(failure.prose)." }
            return
                "\(authority) \(failure.prose), so that ATS would refuse it; atsproxy check https://\(authority) says why."
        case .violations(let messages):
            return "ATS would refuse the connection to \(authority): \(messages.joined(separator: " "))"
        case .channel(let text):
            return "The connection to \(authority) broke: \(text)."
        case .response(let fault):
            return Self.message(fault, authority)
        case .timedOut(let received):
            return "\(authority) was too slow; \(received) bytes had come when the time was up."
        }
    }

    private static func message(_ fault: WholeResponse.Fault, _ authority: Authority) -> String {
        switch fault {
        case .status(let status, let location?) where (300...399).contains(status):
            return
                "\(authority) redirects (\(status)) to \(location.visible()), which is not followed; name that address "
                + "as the source, if it is to be trusted."
        case .status(let status, _):
            return "\(authority) answered with the status \(status)."
        case .malformed:
            return "\(authority) sent no valid HTTP, or a longer header section than is accepted."
        case .cutOff:
            return "\(authority) closed the connection before the end of the file."
        case .tooLarge:
            return "\(authority) sends more than a file of this kind may have."
        case .encoded:
            return "\(authority) sends the file in a coding that was not asked for."
        }
    }
}
