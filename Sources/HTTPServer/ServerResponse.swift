/// A response of one of this program's servers, such as the console.
public struct ServerResponse: Hashable, Sendable {
    /// The status code.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// Further fields. A field whose value has other characters than printable ASCII is left out.
    public var fields: [Field]
    /// The body.
    public var body: [UInt8]

    /// A field of the head.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a response.
    public init(status: Int = 200, contentType: String, fields: [Field] = [], body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.fields = fields
        self.body = body
    }
}
