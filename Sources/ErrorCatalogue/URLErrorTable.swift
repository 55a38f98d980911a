/// The errors of URL loads: the domains `NSURLErrorDomain` and `kCFErrorDomainCFNetwork`.
///
/// Sources: Foundation's `NSURLError.h` and CFNetwork's `CFNetworkErrors.h`, which have the same numbers.
/// `-3008` and below are codes of the same headers that network failures do not show.
enum URLErrorTable {
    static let entries: [ErrorExplanation] = session + requests + responses + files + security

    private static func row(
        _ code: Int, _ name: String, _ kind: ErrorKind, _ meaning: String, causes: [String]? = nil,
        advice: [String]? = nil
    ) -> ErrorExplanation {
        ErrorExplanation(.load, code, name, kind, meaning, causes: causes, advice: advice)
    }

    private static let session: [ErrorExplanation] = [
        row(
            -995, "NSURLErrorBackgroundSessionRequiresSharedContainer", .program,
            "A background session of an extension has no shared container."),
        row(
            -996, "NSURLErrorBackgroundSessionInUseByAnotherProcess", .program,
            "Another process uses the background session."),
        row(
            -997, "NSURLErrorBackgroundSessionWasDisconnected", .program,
            "The connection to the process of the background session was lost."),
        row(-998, "NSURLErrorUnknown", .response, "The load failed for a reason that has no code."),
        row(
            -999, "NSURLErrorCancelled", .cancelled, "The load was cancelled by the app or by its delegate.",
            causes: [
                "The delegate answered a challenge for the server's trust with cancel, as pinning libraries do.",
                "The app cancelled the task, or another load took its place.",
            ]),
    ]

    private static let requests: [ErrorExplanation] = [
        row(-1000, "NSURLErrorBadURL", .program, "The URL cannot be parsed."),
        row(
            -1001, "NSURLErrorTimedOut", .unreachable, "The server did not answer in time.",
            causes: ["The server or the network is slow.", "A firewall drops the packets."]),
        row(-1002, "NSURLErrorUnsupportedURL", .program, "The scheme of the URL is not supported."),
        row(-1003, "NSURLErrorCannotFindHost", .lookup, "The host has no address."),
        row(-1004, "NSURLErrorCannotConnectToHost", .unreachable, "The server could not be connected to."),
        row(
            -1005, "NSURLErrorNetworkConnectionLost", .closed, "The connection was lost during the load.",
            causes: [
                "The server closed a connection that the client meant to use again.",
                "The network changed, or something on the way ended the connection.",
            ]),
        row(-1006, "NSURLErrorDNSLookupFailed", .lookup, "The lookup of the host in DNS failed."),
        row(
            -1007, "NSURLErrorHTTPTooManyRedirects", .response, "The server redirects in a loop, or too often.",
            causes: ["Two URLs of the server redirect to each other."]),
        row(-1008, "NSURLErrorResourceUnavailable", .response, "The resource cannot be retrieved."),
        row(-1009, "NSURLErrorNotConnectedToInternet", .offline, "The device has no network."),
        row(
            -1010, "NSURLErrorRedirectToNonExistentLocation", .response, "The server redirects, but names no location."),
        row(
            -1018, "NSURLErrorInternationalRoamingOff", .offline, "Roaming is off.",
            causes: ["The device is abroad, and roaming of data is switched off."]),
        row(-1019, "NSURLErrorCallIsActive", .offline, "A telephone call is active, and the network permits no data."),
        row(-1020, "NSURLErrorDataNotAllowed", .offline, "The app must not use cellular data."),
        row(-1021, "NSURLErrorRequestBodyStreamExhausted", .program, "The body of the request cannot be sent again."),
    ]

    private static let responses: [ErrorExplanation] = [
        row(-1011, "NSURLErrorBadServerResponse", .response, "The response is not valid HTTP."),
        row(
            -1012, "NSURLErrorUserCancelledAuthentication", .cancelled, "An authentication challenge was cancelled.",
            causes: ["The delegate refused the challenge, for example because a pin of its own did not match."]),
        row(
            -1013, "NSURLErrorUserAuthenticationRequired", .response, "The server demands a login.",
            causes: ["The request has no credentials, or wrong ones."]),
        row(-1014, "NSURLErrorZeroByteResource", .response, "The response has no body where one was announced."),
        row(-1015, "NSURLErrorCannotDecodeRawData", .response, "The content coding of the response cannot be decoded."),
        row(-1016, "NSURLErrorCannotDecodeContentData", .response, "The content of the response cannot be decoded."),
        row(-1017, "NSURLErrorCannotParseResponse", .response, "The response cannot be parsed."),
    ]

    private static let files: [ErrorExplanation] = [
        row(-1100, "NSURLErrorFileDoesNotExist", .file, "The file or resource does not exist."),
        row(-1101, "NSURLErrorFileIsDirectory", .file, "The file is a directory."),
        row(-1102, "NSURLErrorNoPermissionsToReadFile", .file, "The resource must not be read."),
        row(-1103, "NSURLErrorDataLengthExceedsMaximum", .file, "The resource is larger than permitted."),
        row(-1104, "NSURLErrorFileOutsideSafeArea", .file, "The file is outside of the folders that the app may use."),
        row(
            -2000, "NSURLErrorCannotLoadFromNetwork", .offline,
            "The load may only come from the cache, which does not have the resource.",
            causes: ["The cache policy of the request is returnCacheDataDontLoad."]),
        row(-3000, "NSURLErrorCannotCreateFile", .file, "The file of a download cannot be created."),
        row(-3001, "NSURLErrorCannotOpenFile", .file, "The file of a download cannot be opened."),
        row(-3002, "NSURLErrorCannotCloseFile", .file, "The file of a download cannot be closed."),
        row(-3003, "NSURLErrorCannotWriteToFile", .file, "The file of a download cannot be written."),
        row(-3004, "NSURLErrorCannotRemoveFile", .file, "The file of a download cannot be removed."),
        row(-3005, "NSURLErrorCannotMoveFile", .file, "The file of a download cannot be moved."),
        row(
            -3006, "NSURLErrorDownloadDecodingFailedMidStream", .response,
            "The content coding of a download could not be decoded in its midst."),
        row(
            -3007, "NSURLErrorDownloadDecodingFailedToComplete", .response,
            "The content coding of a download could not be decoded to its end."),
    ]

    private static let security: [ErrorExplanation] = [
        row(
            -1022, "NSURLErrorAppTransportSecurityRequiresSecureConnection", .cleartext,
            "ATS blocked a load in cleartext before it left the device.",
            causes: [
                "The URL begins with http: (or ws:), and no exception permits cleartext for its host.",
                "A server redirected from https to http; each hop is judged on its own.",
                "The exception names another spelling of the host: a port, a wildcard, upper case, or no "
                    + "NSIncludesSubdomains.",
            ]),
        row(
            -1200, "NSURLErrorSecureConnectionFailed", .secureConnection,
            "TLS could not be set up; under ATS a failure of trust ends in this code, too.",
            causes: [
                "The server offers no TLS 1.2, or no cipher suite that ATS accepts.",
                "The certificate fails under ATS: expired, not for this host, a weak key or signature, an untrusted "
                    + "root, missing Certificate Transparency.",
                "A key that NSPinnedDomains demands is missing.",
                "A proxy or firewall breaks the connection, or presents a certificate of its own.",
            ],
            advice: ErrorKind.secureConnection.advice + [
                "Look at the underlying code, such as -9802, in the error's user info."
            ]),
        row(
            -1201, "NSURLErrorServerCertificateHasBadDate", .date,
            "A certificate is out of date, or the device's clock is wrong."),
        row(
            -1202, "NSURLErrorServerCertificateUntrusted", .trust,
            "The server's certificate is not trusted, where ATS leaves that to the app.",
            causes: [
                "The certificate does not name the host.", "It is self-signed, or its root is not trusted.",
                "It has expired or is not yet valid, by the clock of the device.",
                "The server does not send its intermediate certificates.",
            ],
            advice: ErrorKind.trust.advice + [
                "An exception for cleartext only lets the app decide; without code of its own it still fails."
            ]),
        row(
            -1203, "NSURLErrorServerCertificateHasUnknownRoot", .root,
            "The certificate's root is not known to the device.",
            causes: [
                "A private CA whose root is not installed and fully trusted on the device.",
                "The server does not send its intermediate certificates.",
            ]),
        row(
            -1204, "NSURLErrorServerCertificateNotYetValid", .date,
            "A certificate is not valid yet, or the clock is slow.",
            causes: ["The certificate was issued for a later date.", "The date of the device is wrong."]),
        row(
            -1205, "NSURLErrorClientCertificateRejected", .clientCertificate,
            "The server refused the client's certificate.",
            causes: ["The certificate that the app presented is expired, revoked or of another CA."]),
        row(
            -1206, "NSURLErrorClientCertificateRequired", .clientCertificate,
            "The server asks for a client certificate.", causes: ["The app presented none."]),
    ]
}
