/// The presence of a client that waits for a computed response, and may have gone meanwhile.
///
/// A client that will send nothing more may still wait. The server sends it two interim responses, which clients of
/// HTTP/1.1 take at any time. The system of a client that has gone answers the first one with a reset. The second one
/// then fails.
enum ClientPresence {
    /// The client has not finished.
    case assumed
    /// The client has finished, and was sent the first interim response.
    case askedOnce
    /// The client was sent both: it is there if the connection still is.
    case askedTwice

    /// The interim response (102, RFC 2518 §10.1).
    static let question = Array("HTTP/1.1 102 Processing\r\n\r\n".utf8)
}
