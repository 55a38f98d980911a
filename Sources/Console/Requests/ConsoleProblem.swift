import JSONWriting

/// The reason why the console refuses a request, which is sent as JSON in the form of RFC 9457 (Problem Details).
public struct ConsoleProblem: Error, Hashable, JSONWritable, Sendable {
    /// The status code.
    public var status: Int
    /// The kind of problem in a few words, such as `Not found`.
    public var title: String
    /// The fault of this request, and the action to take, in one or two sentences.
    public var detail: String
    /// The number of seconds after which the request may succeed; nil if that is not known. Sent as the field
    /// `Retry-After`, not in the JSON.
    public var retryAfter: Int?

    /// Creates a problem with a status code, a title and a detail.
    public init(_ status: Int, title: String, detail: String, retryAfter: Int? = nil) {
        self.status = status
        self.title = title
        self.detail = detail
        self.retryAfter = retryAfter
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
