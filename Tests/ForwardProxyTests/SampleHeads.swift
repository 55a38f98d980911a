import HTTP
import Testing

/// Heads of messages from their text.
enum SampleHeads {
    static func request(_ text: String) throws -> RequestHead {
        var parser = RequestParser(limits: MessageLimits())
        var input = Array(text.utf8)[...]
        return try #require(try parser.consume(&input))
    }

    static func response(_ text: String) throws -> ResponseHead {
        var parser = ResponseParser(limits: MessageLimits())
        var input = Array(text.utf8)[...]
        return try #require(try parser.consume(&input))
    }
}
