/// Decodes lines of recordings.
public struct EventDecoder {
    /// Decodes one line of JSON. A line for which an error is thrown counts as broken.
    public typealias Decode = (UnsafeBufferPointer<UInt8>) throws -> RecordedEvent

    private let decode: Decode
    /// Computes SHA-256, for the identifiers of kinds of loads and of events.
    package let digest: ([UInt8]) -> [UInt8]

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - digest: Computes SHA-256.
    ///   - decode: Decodes one line of JSON.
    public init(digest: @escaping ([UInt8]) -> [UInt8], decode: @escaping Decode) {
        (self.digest, self.decode) = (digest, decode)
    }

    /// Decodes a line. Throws an error if it is not an event, or if an object in it has duplicate members.
    package func event(in text: UnsafeBufferPointer<UInt8>) throws -> RecordedEvent {
        var scanner = JSONScanner(text)
        try scanner.unambiguousValue()
        return try decode(text)
    }
}
