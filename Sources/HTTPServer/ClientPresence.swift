/// The progress in finding out whether a client still waits for a response that is being computed.
///
/// A client that has finished sending may still wait for its response, or may have gone. To find out, the server sends
/// two interim responses, which clients of HTTP/1.1 accept at any time. The system of a client that has gone answers
/// the first one with a reset, and the second one then fails.
enum ClientPresence {
    /// The client has not finished sending, and is therefore assumed to wait.
    case assumed
    /// The client has finished sending. The first interim response was sent.
    case askedOnce
    /// Both interim responses were sent. The client waits if the connection still exists.
    case askedTwice

    /// The interim response (102, RFC 2518 §10.1).
    static let question = Array("HTTP/1.1 102 Processing\r\n\r\n".utf8)
}
