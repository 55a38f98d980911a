/// The errors of connections: those of the system in `NSPOSIXErrorDomain`, which logs show as `[1:54]`, and those of
/// the way through a proxy in `kCFErrorDomainCFNetwork`.
///
/// Sources: Darwin's `sys/errno.h` (XNU) and CFNetwork's `CFNetworkErrors.h`.
enum ConnectionErrorTable {
    static let entries: [ErrorExplanation] = system + proxy

    private static let system: [ErrorExplanation] = [
        ErrorExplanation(.connection, 32, "EPIPE", .closed, "The server had closed the connection already."),
        ErrorExplanation(.connection, 50, "ENETDOWN", .offline, "The network of the device is down."),
        ErrorExplanation(.connection, 51, "ENETUNREACH", .offline, "No route leads to the server."),
        ErrorExplanation(.connection, 53, "ECONNABORTED", .closed, "The system broke off the connection."),
        ErrorExplanation(.connection, 54, "ECONNRESET", .closed, "The other side reset the connection."),
        ErrorExplanation(.connection, 57, "ENOTCONN", .closed, "The connection was closed already."),
        ErrorExplanation(.connection, 60, "ETIMEDOUT", .unreachable, "The connection timed out."),
        ErrorExplanation(.connection, 61, "ECONNREFUSED", .unreachable, "Nothing listens on that port."),
        ErrorExplanation(.connection, 64, "EHOSTDOWN", .unreachable, "The host does not answer."),
        ErrorExplanation(.connection, 65, "EHOSTUNREACH", .unreachable, "No route leads to the host."),
        ErrorExplanation(.connection, 89, "ECANCELED", .cancelled, "The connection was cancelled by the app."),
    ]

    private static let proxy: [ErrorExplanation] = [
        ErrorExplanation(
            .proxy, 306, "kCFErrorHTTPProxyConnectionFailure", .proxy, "The proxy could not be connected to."),
        ErrorExplanation(
            .proxy, 307, "kCFErrorHTTPBadProxyCredentials", .proxy, "The proxy refused the credentials.",
            causes: ["The device has no password for the proxy, or a wrong one."],
            advice: ["Enter the name and password of --auth-file in the proxy settings of the device."]),
        ErrorExplanation(
            .proxy, 308, "kCFErrorPACFileError", .proxy, "The file with the automatic proxy settings failed.",
            causes: ["The file cannot be loaded, or is wrong."]),
        ErrorExplanation(
            .proxy, 310, "kCFErrorHTTPSProxyConnectionFailure", .proxy,
            "The proxy opened no tunnel to the server."),
        ErrorExplanation(
            .proxy, 311, "kCFStreamErrorHTTPSProxyFailureUnexpectedResponseToCONNECTMethod", .proxy,
            "The proxy answered CONNECT with something else than success."),
    ]
}
