/// What the fields Connection and Proxy-Connection say (RFC 9110 §7.6.1).
struct ConnectionOptions: Sendable {
    /// The sender closes after this message.
    private(set) var close = false
    /// The sender would keep the connection; what HTTP/1.0 needs to say.
    private(set) var keepAlive = false
    /// The sender's Upgrade field is meant.
    private(set) var upgrade = false
    /// Fields that are for this hop alone, by the sender's word.
    private var nominated: [ArraySlice<UInt8>] = []

    /// More options than this in one head are refused, because each is compared with each field.
    private static let limit = 32

    /// The options in those fields; nil where there are too many.
    init?(_ fields: Fields) {
        guard fields.has(.connection) || fields.has(.proxyConnection) else { return }
        var count = 0
        fields.forEachMember(of: .connection) { option in
            count += 1
            if count <= Self.limit { read(option) }
        }
        // No standard has Proxy-Connection, but clients send it to proxies instead of Connection.
        fields.forEachMember(of: .proxyConnection) { option in
            if option.equals(ignoringCase: "close") { close = true }
            if option.equals(ignoringCase: "keep-alive") { keepAlive = true }
        }
        guard count <= Self.limit else { return nil }
    }

    private mutating func read(_ option: ArraySlice<UInt8>) {
        if option.equals(ignoringCase: "close") {
            close = true
        } else if option.equals(ignoringCase: "keep-alive") {
            keepAlive = true
        } else if option.equals(ignoringCase: "upgrade") {
            upgrade = true
        } else {
            nominated.append(option)
        }
    }

    /// Whether the sender of a message of that version keeps the connection open after it.
    ///
    /// RFC 9112 §9.3 would have a proxy close on every HTTP/1.0 client, for fear of older proxies in between that
    /// pass `Connection` on unread. Those are gone, and the clients that still say it expect to be heard.
    func persist(_ version: HTTPVersion) -> Bool {
        switch version {
        case .http1_0: return keepAlive && !close
        case .http1_1: return !close
        }
    }

    /// Whether the field stays behind at this hop.
    ///
    /// What says where a message ends, to whom it goes or who sent it stays in, whatever Connection nominates:
    /// a client that could have those taken out would choose what the origin believes of the request.
    func drops(_ name: ArraySlice<UInt8>, known: FieldName?) -> Bool {
        if let known { return known.isHopByHop }
        return nominated.contains { $0.equals(ignoringCase: name) }
    }
}
