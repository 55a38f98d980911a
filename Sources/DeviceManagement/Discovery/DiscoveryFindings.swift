import InternetNames

/// The findings about the answers of servers.
extension DiscoveryFinding {
    /// The finding about a status other than 200 and those of redirections.
    ///
    /// After a failed request, devices ask Apple's own service (Apple, "Redirect the well-known request"). Only a
    /// missing document (404 or 410) is taken as such a failure. By 403, a service rejects the account
    /// (`ErrorWellKnownFailed`). After other statuses, the rest of the way is unknown.
    static func status(_ status: UInt16, from url: LoadURL) -> DiscoveryFinding {
        guard status != 403 else {
            return DiscoveryFinding(
                code: .httpStatus,
                "\(url.shown) answers with the status 403, by which a service rejects an account, so the rest of "
                    + "the way is not known; name an account that may enrol, as in --discover anna@\(url.host), or "
                    + "serve the JSON document with the status 200, without a login.")
        }
        guard status == 404 || status == 410 else {
            return DiscoveryFinding(
                code: .httpStatus,
                "\(url.shown) answers with the status \(status), so the rest of the way is not known; serve the JSON "
                    + "document of the management service with the status 200, without a login.")
        }
        return DiscoveryFinding(
            code: .notFound,
            "\(url.shown) answers with the status \(status). Since iOS 18.2 and macOS 15.2, devices then ask Apple, "
                + "which redirects them to the service that Apple Business or Apple School Manager names for the "
                + "domain; that way cannot be seen from here.")
    }

    static func fault(_ fault: DiscoveryAnswer.Fault, from url: LoadURL) -> DiscoveryFinding {
        switch fault {
        case .tooSlow:
            DiscoveryFinding(
                code: .tooSlow, "\(url.shown) was too slow; its answer was not whole when the time was up.")
        case .tooLarge:
            DiscoveryFinding(
                code: .tooLarge,
                "\(url.shown) answers with more than \(WellKnownDocument.sizeLimit >> 10) KiB, which was not read; a "
                    + "document of this kind has some hundred bytes.")
        case .encoded:
            DiscoveryFinding(
                code: .contentCoding,
                "\(url.shown) answers in a coding such as gzip that was not asked for; serve this file as it is.")
        case .broken:
            DiscoveryFinding(
                code: .brokenAnswer,
                "\(url.shown) sends no valid HTTP or too large a header, or ends the connection before its answer is "
                    + "whole.")
        case .failed(let reason):
            DiscoveryFinding(code: .brokenAnswer, "\(url.shown) was not read: \(reason).")
        }
    }

    static func fault(_ fault: WellKnownDocument.Fault, from url: LoadURL) -> DiscoveryFinding {
        switch fault {
        case .webPage:
            DiscoveryFinding(
                code: .webPage,
                "\(url.shown) answers with a web page; serve the JSON document of the management service.")
        case .notJSON:
            DiscoveryFinding(
                code: .notJSON,
                "\(url.shown) answers with a document that is not one JSON object; copy the document of the management "
                    + "service again.")
        case .noServers:
            DiscoveryFinding(
                code: .noServers,
                "The document at \(url.shown) names no server; its member Servers ought to be an array with one "
                    + "or more.")
        }
    }

    static func unusableRedirectTarget(_ location: String?, from url: LoadURL) -> DiscoveryFinding {
        let target =
            location.map { "to '\($0.withoutSecrets.visible())', which is not an HTTP URL" } ?? "without a Location"
        return DiscoveryFinding(
            code: .unusableRedirectTarget,
            "\(url.shown) redirects \(target); name the https URL of the document in Location."
        )
    }

    static func redirectToHTTP(to target: LoadURL, from url: LoadURL) -> DiscoveryFinding {
        DiscoveryFinding(
            code: .redirectToHTTP, "\(url.shown) redirects to \(target.shown), which is cleartext; redirect to https."
        )
    }

    static func redirectLoop(to target: LoadURL, from url: LoadURL) -> DiscoveryFinding {
        DiscoveryFinding(
            code: .redirectLoop,
            "\(url.shown) redirects to \(target.shown), which was asked before; end the loop.")
    }

    static func tooManyRedirects(_ limit: Int, from url: LoadURL) -> DiscoveryFinding {
        DiscoveryFinding(
            code: .tooManyRedirects,
            "\(url.shown) redirects once more after \(limit) redirections; redirect to the document.")
    }

    /// The finding about a redirection that drops the query. In Apple's "Implementing the simple authentication
    /// account-driven enrollment flow", step 2, the client does not add the original query parameters to the new URL.
    static func queryLostInRedirect(to target: LoadURL, from url: LoadURL) -> DiscoveryFinding {
        DiscoveryFinding(
            code: .queryLostInRedirect,
            "The redirection from \(url.shown) to \(target.shown) drops user-identifier and model-family, which "
                + "devices do not add again; keep the query if the service chooses by them.")
    }
}

/// The findings about a document.
extension DiscoveryFinding {
    static func findings(
        about document: WellKnownDocument, contentType: String?, from url: LoadURL
    ) -> [DiscoveryFinding] {
        var findings: [DiscoveryFinding] = []
        if let finding = finding(aboutType: contentType, from: url) { findings.append(finding) }
        if document.servers.count > 1 {
            let count = document.servers.count + document.omitted
            let rest = document.omitted > 0 ? "; only the first \(document.servers.count) were looked at" : ""
            findings.append(
                DiscoveryFinding(
                    code: .severalServers,
                    "The document at \(url.shown) names \(count) servers; present devices take the "
                        + "first\(rest)."))
        }
        return findings + document.servers.flatMap { self.findings(about: $0, from: url) }
    }

    /// Apple's text on the flow names no media type; the vendors' instructions demand `application/json`.
    private static func finding(aboutType type: String?, from url: LoadURL) -> DiscoveryFinding? {
        let essence = type.map { $0.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased() }
        guard essence != "application/json" else { return nil }
        let shownType = type.map { "with the type \($0.visible(limit: 80))" } ?? "without a Content-Type"
        return DiscoveryFinding(
            code: .contentType,
            "\(url.shown) answers \(shownType); vendors' instructions demand application/json, and a device may refuse "
                + "another type.")
    }

    private static func findings(about server: WellKnownDocument.Server, from url: LoadURL) -> [DiscoveryFinding] {
        var findings: [DiscoveryFinding] = []
        let known = WellKnownDocument.knownVersions
        if !known.contains(server.version ?? "") {
            let shown = server.version.map { "the Version '\($0.visible(limit: 40))'" } ?? "no Version"
            findings.append(
                DiscoveryFinding(
                    code: .unknownVersion,
                    "A server in the document at \(url.shown) has \(shown); known are "
                        + "\(known.joined(separator: " and "))."))
        }
        guard let base = server.url else {
            let shown = server.baseURL.map { "the BaseURL '\($0.withoutSecrets.visible())', which is not an https URL" }
            findings.append(
                DiscoveryFinding(
                    code: .noBaseURL,
                    "A server in the document at \(url.shown) has \(shown ?? "no BaseURL"); name the https URL of the "
                        + "enrolment."))
            return findings
        }
        if base.scheme != .https {
            findings.append(
                DiscoveryFinding(
                    code: .baseURLNotHTTPS,
                    "The BaseURL \(base.shown) in the document at \(url.shown) is not https; serve the enrolment over "
                        + "https."))
        }
        return findings
    }
}
