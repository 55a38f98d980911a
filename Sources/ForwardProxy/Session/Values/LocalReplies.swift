import HTTP
import InternetNames
import SetupPages

/// The replies with pages of the proxy itself, and whether a form is answered at all.
extension LocalPages {
    /// The reason why no profile is made for a request, whatever its body; nil if one may be.
    func refusal(of head: RequestHead, _ inquiry: Inquiry) -> Reply? {
        if let sentence = inquiry.foreignOrigin(of: head.fields) { return .profileFault(sentence, 403) }
        let type = head.fields.first(.contentType)?.prefix { $0 != UInt8(ascii: ";") }.trimmed
        guard let type, type.equals(ignoringCase: "application/x-www-form-urlencoded") else {
            return .profileFault("The body must be a form, application/x-www-form-urlencoded.", 415)
        }
        guard deviceAddress(for: inquiry) != nil else {
            return .profileFault(
                "This proxy listens on this computer alone, so that no device reaches it; see the set-up page.", 409)
        }
        return nil
    }
}

extension LocalPages.Inquiry {
    /// The reason why a request for an action of the proxy may have been made by a page of another site, and the way to
    /// avoid that; nil if no such page made it.
    func foreignOrigin(of fields: Fields) -> String? {
        // The name that the page was opened by. A page of another site that has its own name resolve to this proxy (DNS
        // rebinding) is told from this one by that name. Names are therefore not taken on trust.
        guard isOfKnownHost else {
            return "Ask for this page by an address of the proxy, or by http://\(LocalPages.setupHost)/, and not by "
                + "another name."
        }
        let authority = reachedAddress ?? Authority(host: .name(LocalPages.setupHost), port: 80)
        switch FormOrigin(fields, sentTo: authority) {
        case .own: return nil
        case .other:
            return "The request was sent from a page that is not of this proxy; open http://\(LocalPages.setupHost)/."
        }
    }
}

extension Reply {
    /// The reply with a page of the proxy itself.
    init(_ page: LocalPage) {
        self.init(status: page.status, content: .document(mediaType: page.mediaType, body: page.body))
        if let policy = page.contentSecurityPolicy { extraFields = [("Content-Security-Policy", policy)] }
    }

    /// The reply to a form: a page with one sentence.
    static func profileFault(_ sentence: String, _ status: UInt16 = 400) -> Reply {
        let body = """
            <h1>No profile</h1>
            <p>\(HTML.escaped(sentence))</p>
            <p><a href="/">Back to the set-up page</a></p>

            """
        return Reply(
            status: status,
            content: .document(
                mediaType: "text/html; charset=utf-8", body: HTML.page(title: "No profile", body: body)))
    }

    /// The reply to another method than that of the forms.
    static let profileMethodNotAllowed: Reply = {
        var reply = profileFault("A profile is made from a form; open the set-up page.", 405)
        reply.extraFields = [("Allow", Array("POST".utf8))]
        return reply
    }()

    /// The reply with a profile.
    static func profile(_ document: [UInt8]) -> Reply {
        Reply(
            status: 200, content: .document(mediaType: "application/x-apple-aspen-config", body: document),
            extraFields: [("Content-Disposition", Array("attachment; filename=\"atsproxy.mobileconfig\"".utf8))])
    }
}
