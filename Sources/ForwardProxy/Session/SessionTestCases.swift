import HTTP
import SetupPages

/// The phase `readingTestCase`: a client asks for the loads of its test case.
extension Session {
    /// Begins to answer a question about the test case that the query names, as in `/label?name=testLogin`, or about
    /// the present one without a query.
    mutating func readTestCase(_ head: RequestHead) -> Phase {
        guard let query = head.target.query, !query.isEmpty else {
            commands.append(.readTestCase(nil))
            return .readingTestCase(head)
        }
        guard let label = FormFields(Array(query))?["name"].flatMap({ TestLabel($0) }) else {
            return answer(.invalidLabelQuery, to: head)
        }
        commands.append(.readTestCase(label))
        return .readingTestCase(head)
    }

    mutating func readingTestCase(_ head: RequestHead, after event: Event) -> Phase {
        switch event {
        case .testCaseRead(let document):
            return readOn(after: answer(document.map(Reply.testCase) ?? .unknownTestCase, to: head))
        case .clientSent(let bytes):
            keep(bytes)
            return .readingTestCase(head)
        case .clientFailed:
            setDeadline(nil)
            return .closed
        case .clientFinished, .deadlinePassed, .authenticated, .permitted, .refused, .connected, .connectFailed,
            .originSent, .originFinished, .originFailed, .relayed, .profileWritten, .draining, .reconfigured:
            return .readingTestCase(head)
        }
    }

    private mutating func answer(_ reply: Reply, to head: RequestHead) -> Phase {
        self.reply(reply, to: head, nil, ending: .complete, before: unsentBody(of: head))
    }
}

extension RequestTarget {
    /// The query of a request to the proxy itself; nil without one.
    fileprivate var query: ArraySlice<UInt8>? {
        switch self {
        case .absolute(let target): return target.query
        case .origin(path: _, let query): return query
        case .authority, .asterisk: return nil
        }
    }
}

extension Reply {
    /// The reply with the loads of a test case.
    fileprivate static func testCase(_ document: [UInt8]) -> Reply {
        Reply(status: 200, content: .document(mediaType: "application/json", body: document))
    }

    /// The reply to a question about a test case that the client has not named, or whose room later ones have taken.
    fileprivate static let unknownTestCase = plain("This client has named no such test case.\n", 404)

    /// The reply to a query without a name that can be used.
    fileprivate static let invalidLabelQuery = plain(
        "The query must be name= and the name of a test case, percent-encoded.\n", 400)
}
