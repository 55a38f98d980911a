/// The response to a request to the proxy itself: a document with its status and media type.
package struct LocalPage: Sendable {
    /// The status code.
    package var status: UInt16
    /// The media type.
    package var mediaType: StaticString
    /// The document.
    package var body: [UInt8]
    /// The value of Content-Security-Policy; nil for a document that a browser does not render.
    package var contentSecurityPolicy: [UInt8]?

    /// Creates a response without a Content-Security-Policy.
    init(_ mediaType: StaticString, _ body: [UInt8], status: UInt16 = 200) {
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}
