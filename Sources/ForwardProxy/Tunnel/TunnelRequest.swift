import InternetNames
import TransportSecurity

/// An HTTP request that a client sent in cleartext inside a CONNECT tunnel.
///
/// Where it goes is what CONNECT named, whatever its own target or Host says. Its query is not kept.
public struct TunnelRequest: Hashable, Sendable {
    /// `http`, or `ws` where it asks for a WebSocket.
    public var scheme: Load.Scheme
    /// The method, as spelled.
    public var method: WireText
    /// The path without its query; nil where the target has none.
    public var path: WireText?

    /// The request of that head.
    init(_ head: RequestHead) {
        scheme = head.opensWebSocket ? .ws : .http
        method = WireText(head.method)
        switch head.target {
        case .origin(let path): self.path = WireText(path)
        case .absolute(let target): path = target.normalizedPath
        case .authority, .asterisk: path = nil
        }
    }
}

/// Reads the head of the first request in a tunnel. What the tunnel showed before it was known to be HTTP is kept, and
/// read first.
struct TunnelRequestReader {
    /// The result.
    enum Result {
        case incomplete
        case request(TunnelRequest)
        case failed(RequestError)
    }

    /// The client's bytes before it was known what it speaks; never more than a protocol's longest opening.
    private var opening: [UInt8] = []
    private var parser: RequestParser?

    /// Whether it reads a head at the moment.
    var isReading: Bool { parser != nil }

    /// Keeps bytes of a client that has not shown yet what it speaks.
    mutating func keep(_ bytes: Span<UInt8>) {
        let room = max(0, Self.openingLimit - opening.count)
        bytes.extracting(first: room).withUnsafeBufferPointer { opening.append(contentsOf: $0) }
    }

    /// Begins with what was kept, and goes on with what has come now: the client speaks HTTP.
    mutating func begin(_ limits: Limits, with bytes: Span<UInt8>) -> Result {
        parser = RequestParser(limits: limits)
        let kept = opening
        opening = []
        if !kept.isEmpty {
            let result = read(kept.span)
            guard case .incomplete = result else { return result }
        }
        return read(bytes)
    }

    /// Keeps nothing any longer: the client speaks something else.
    mutating func stop() {
        opening = []
        parser = nil
    }

    /// Reads on.
    mutating func read(_ bytes: Span<UInt8>) -> Result {
        var offset = 0
        do throws(RequestError) {
            guard let head = try parser?.consume(bytes, at: &offset) else { return .incomplete }
            stop()
            return .request(TunnelRequest(head))
        } catch {
            stop()
            return .failed(error)
        }
    }

    /// `PRI * HTTP/2.0` and the longest methods tell themselves within this.
    private static let openingLimit = 32
}
