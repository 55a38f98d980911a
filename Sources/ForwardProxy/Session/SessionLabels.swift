import InternetNames

/// The phase `readingLabel`: a client names the test case that its loads belong to.
extension Session {
    /// Reads the body of a request that names a test case.
    mutating func readLabel(of head: RequestHead) -> Phase {
        guard let body = KeptBody(head, limit: Self.labelBodyLimit, limits: limits) else {
            return reply(.invalidLabel, to: head, nil, ending: .complete, before: .unreadable)
        }
        if head.expectsContinue { commands.append(.sendToClient(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])) }
        return readBody(of: LabelRequest(head: head, body: body))
    }

    mutating func readingLabel(_ request: consuming LabelRequest, _ event: Event) -> Phase {
        switch event {
        case .clientSent(let bytes):
            keep(bytes)
            return readOn(after: readBody(of: request))
        case .clientFinished, .deadlinePassed:
            return close()
        case .clientFailed:
            setDeadline(nil)
            return .closed
        case .authenticated, .permitted, .refused, .connected, .connectFailed, .originSent, .originFinished,
            .originFailed, .relayed, .draining, .reconfigured:
            return .readingLabel(request)
        }
    }

    private mutating func readBody(of request: consuming LabelRequest) -> Phase {
        switch request.body.consume(&pending) {
        case .incomplete:
            setDeadline(.labelBody)
            return .readingLabel(request)
        case .unreadable:
            return reply(.invalidLabel, to: request.head, nil, ending: .complete, before: .unreadable)
        case .complete:
            setDeadline(nil)
            let text = String(validating: request.body.content, as: UTF8.self)
            let label = text.flatMap { TestLabel($0) }
            if let label { commands.append(.label(label)) }
            return reply(
                label.map(Reply.labelled) ?? .invalidLabel, to: request.head, nil, ending: .complete,
                before: closes(after: request.head) ? .unreadable : .none)
        }
    }

    /// The largest body in bytes: a name, and spaces around it.
    private static let labelBodyLimit = 1024
}

extension Reply {
    /// The reply to a client that has named its test case.
    fileprivate static func labelled(_ label: TestLabel) -> Reply {
        plain("The loads of this client now belong to \(label.text).\n")
    }

    /// The reply to a client whose test case is forgotten. The common one of `run --label` may hold again.
    static let unlabelled = plain("The test case that this client has named is forgotten.\n")

    /// The reply to a name that cannot be used.
    fileprivate static let invalidLabel = plain(
        "The body must be the name of a test case: 1 to \(TestLabel.sizeLimit) bytes of visible text in UTF-8.\n", 400)

    /// The reply to another method than those that name a test case.
    static let labelMethodNotAllowed: Reply = {
        var reply = plain("PUT the name of a test case here, or DELETE the last one.\n", 405)
        reply.extraFields = [("Allow", Array("PUT, DELETE".utf8))]
        return reply
    }()

    private static func plain(_ text: String, _ status: UInt16 = 200) -> Reply {
        Reply(status: status, content: .document(mediaType: "text/plain; charset=utf-8", body: Array(text.utf8)))
    }
}
