import HTTP
import InternetNames
import SetupPages

/// The phases `readingBody` and `writingProfile`: a request with a body to the proxy itself.
extension Session {
    /// Reads the body of a request to the proxy itself.
    mutating func readBody(of head: RequestHead, _ subject: LocalRequest.Subject) -> Phase {
        guard let body = KeptBody(head, limit: subject.limit, limits: limits.message) else {
            return reply(subject.unreadable, to: head, nil, ending: .complete, before: .unreadable)
        }
        if head.expectsContinue { commands.append(.sendToClient(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])) }
        return readBody(of: LocalRequest(head: head, body: body, subject: subject))
    }

    mutating func readingBody(_ request: consuming LocalRequest, _ event: Event) -> Phase {
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
            .originFailed, .relayed, .profileWritten, .testCaseRead, .draining, .reconfigured:
            return .readingBody(request)
        }
    }

    private mutating func readBody(of request: consuming LocalRequest) -> Phase {
        switch request.body.consume(&pending) {
        case .incomplete:
            setDeadline(.localBody)
            return .readingBody(request)
        case .unreadable:
            return reply(request.subject.unreadable, to: request.head, nil, ending: .complete, before: .unreadable)
        case .complete:
            setDeadline(nil)
            return answer(request)
        }
    }

    /// Answers a request whose body has been read.
    private mutating func answer(_ request: consuming LocalRequest) -> Phase {
        switch request.subject {
        case .label:
            let text = String(validating: request.body.content, as: UTF8.self)
            let label = text.flatMap { TestLabel($0) }
            if let label { commands.append(.label(label)) }
            return answer(label.map(Reply.labelled) ?? .invalidLabel, to: request.head)
        case .profile(let inquiry):
            do throws(ProfileFault) {
                commands.append(.writeProfile(try pages.profile(forForm: request.body.content, of: inquiry)))
                return .writingProfile(request.head)
            } catch {
                return answer(.profileFault(error.sentence), to: request.head)
            }
        }
    }

    private mutating func answer(_ own: Reply, to head: RequestHead) -> Phase {
        reply(own, to: head, nil, ending: .complete, before: closes(after: head) ? .unreadable : .none)
    }

    mutating func writingProfile(_ head: RequestHead, _ event: Event) -> Phase {
        switch event {
        case .profileWritten(let document):
            let own = document.map(Reply.profile) ?? .profileFault("The profile could not be signed.", 500)
            return readOn(after: answer(own, to: head))
        case .clientSent(let bytes):
            keep(bytes)
            return .writingProfile(head)
        case .clientFailed:
            setDeadline(nil)
            return .closed
        case .clientFinished, .deadlinePassed, .authenticated, .permitted, .refused, .connected, .connectFailed,
            .originSent, .originFinished, .originFailed, .relayed, .testCaseRead, .draining, .reconfigured:
            return .writingProfile(head)
        }
    }
}

extension Reply {
    /// The reply to a client that has named its test case.
    fileprivate static func labelled(_ label: TestLabel) -> Reply {
        plain("The loads of this client now belong to \(label.text).\n")
    }

    /// The reply to a client whose test case is forgotten. The common one of `run --label` may hold again.
    static let unlabelled = plain("The test case that this client has named is forgotten.\n")

    /// The reply to a name that cannot be used.
    static let invalidLabel = plain(
        "The body must be the name of a test case: 1 to \(TestLabel.sizeLimit) bytes of visible text in UTF-8.\n", 400)

    /// The reply to a request about test cases that a page of another site may have made, with the reason.
    static func labelRefused(_ sentence: String) -> Reply { plain(sentence + "\n", 403) }

    /// The reply to another method than those that name a test case.
    static let labelMethodNotAllowed: Reply = {
        var reply = plain("PUT the name of a test case here, GET its loads, or DELETE the name.\n", 405)
        reply.extraFields = [("Allow", Array("GET, PUT, DELETE".utf8))]
        return reply
    }()

    /// A reply of one sentence.
    static func plain(_ text: String, _ status: UInt16 = 200) -> Reply {
        Reply(status: status, content: .document(mediaType: "text/plain; charset=utf-8", body: Array(text.utf8)))
    }
}
