import JSONWriting

/// Why a request was refused, as RFC 9457 writes it.
public struct ConsoleProblem: Error, Hashable, JSONWritable, Sendable {
    /// The status code.
    public var status: Int
    /// The kind of the problem in a few words.
    public var title: String
    /// What is wrong with this request, and what to do, in one or two sentences.
    public var detail: String

    /// Creates a problem.
    public init(_ status: Int, _ title: String, _ detail: String) {
        self.status = status
        self.title = title
        self.detail = detail
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("type", "about:blank")
            json.member("title", title)
            json.member("status", status)
            json.member("detail", detail)
        }
    }
}
