/// Reads a chunked body (RFC 9112 §7.1) and writes it with framing of its own.
///
/// Chunks keep their bounds. Chunk extensions are removed, because they are for one hop. Trailer fields that could
/// change the meaning of the head are removed as well. No byte of the received framing is sent on.
public struct ChunkedBody: Sendable {
    /// The body breaks the grammar or a limit.
    public struct Malformed: Error {}

    /// The forms in which the body is written.
    public enum Output: Sendable {
        /// In chunks, with trailers.
        case chunked
        /// As content without framing, for a recipient of HTTP/1.0.
        case content
    }

    /// The part of the body that the next byte belongs to.
    private enum State {
        /// The digits of a chunk's size.
        case size(value: UInt64, digits: Int)
        /// A chunk extension, behind the semicolon.
        case sizeExtension(value: UInt64)
        /// The blanks behind a size.
        case sizeBlank(value: UInt64)
        /// The line feed behind a size and its extensions.
        case sizeLineFeed(value: UInt64)
        case data(remaining: UInt64)
        /// The carriage return behind the data of a chunk.
        case dataCarriageReturn
        /// The line feed behind this carriage return.
        case dataLineFeed
        case trailer
        case complete
    }

    private let output: Output
    private let grammar: ResponseGrammar
    private let extensionLimit: Int
    private var state = State.size(value: 0, digits: 0)
    private var extensionBytes = 0
    private var trailers: HeadReader
    private var framingIsMended = false

    /// Creates a reader of a body that is written in the given form.
    public init(output: Output, limits: MessageLimits, _ grammar: ResponseGrammar = .strict) {
        self.output = output
        self.grammar = grammar
        extensionLimit = limits.chunkExtensions
        trailers = HeadReader(trailerLimits: limits, grammar)
    }

    /// Whether the last byte has been read.
    public var isComplete: Bool {
        if case .complete = state { return true }
        return false
    }

    /// Whether the body so far differs from RFC 9112, and was mended.
    public var isMended: Bool { framingIsMended || trailers.isMended }

    /// Removes bytes from the front of `input`, up to the body's end, and appends their output to `destination`.
    public mutating func consume(_ input: inout ArraySlice<UInt8>, into destination: inout [UInt8]) throws(Malformed) {
        while !input.isEmpty {
            switch state {
            case .data(let remaining):
                let part = input.prefix(Int(clamping: remaining))
                destination.append(contentsOf: part)
                input = input[part.endIndex...]
                let left = remaining - UInt64(part.count)
                state = left == 0 ? .dataCarriageReturn : .data(remaining: left)
            case .trailer:
                try consumeTrailers(&input, into: &destination)
            case .complete:
                return
            case .size, .sizeBlank, .sizeExtension, .sizeLineFeed, .dataCarriageReturn, .dataLineFeed:
                let octet = input[input.startIndex]
                input = input.dropFirst()
                try readFraming(octet, into: &destination)
            }
        }
    }

    private mutating func readFraming(_ octet: UInt8, into destination: inout [UInt8]) throws(Malformed) {
        switch state {
        case .size(let value, let digits):
            try readSize(octet, value: value, digits: digits, into: &destination)
        case .sizeBlank(let value):
            extensionBytes += 1
            guard extensionBytes <= extensionLimit else { throw Malformed() }
            // No digit may follow: `5 5` is not a size.
            guard octet.isBlank || octet == UInt8(ascii: ";") || octet == .carriageReturn || octet == .lineFeed else {
                throw Malformed()
            }
            if !octet.isBlank { try readSize(octet, value: value, digits: 1, into: &destination) }
        case .sizeExtension(let value):
            extensionBytes += 1
            if octet == .carriageReturn {
                state = .sizeLineFeed(value: value)
            } else if octet == .lineFeed {
                try mend()
                endSize(value, into: &destination)
            } else if !octet.isFieldContent || extensionBytes > extensionLimit {
                throw Malformed()
            }
        case .sizeLineFeed(let value):
            guard octet == .lineFeed else { throw Malformed() }
            endSize(value, into: &destination)
        case .dataCarriageReturn:
            if octet == .carriageReturn {
                state = .dataLineFeed
            } else {
                guard octet == .lineFeed else { throw Malformed() }
                try mend()
                endData(into: &destination)
            }
        case .dataLineFeed:
            guard octet == .lineFeed else { throw Malformed() }
            endData(into: &destination)
        case .data, .trailer, .complete:
            break
        }
    }

    /// Accepts two forms that clients accept and RFC 9112 §7.1 does not permit: a bare LF, and blanks behind a size.
    private mutating func mend() throws(Malformed) {
        guard grammar == .lenient else { throw Malformed() }
        framingIsMended = true
    }

    private mutating func endSize(_ value: UInt64, into destination: inout [UInt8]) {
        if output == .chunked {
            destination.append(contentsOf: String(value, radix: 16).utf8)
            destination.append(ascii: "\r\n")
        }
        state = value == 0 ? .trailer : .data(remaining: value)
    }

    private mutating func endData(into destination: inout [UInt8]) {
        if output == .chunked { destination.append(ascii: "\r\n") }
        state = .size(value: 0, digits: 0)
    }

    /// Reads at most 16 digits with leading zeros, and a value below 2^63. Other recipients could read a larger one as
    /// a negative number, or only its low bits.
    private mutating func readSize(
        _ octet: UInt8, value: UInt64, digits: Int, into destination: inout [UInt8]
    ) throws(Malformed) {
        if let digit = octet.hexadecimalValue {
            guard digits < 16, value < 1 << 59 else { throw Malformed() }
            state = .size(value: value << 4 | UInt64(digit), digits: digits + 1)
        } else if digits == 0 {
            throw Malformed()
        } else if octet == .carriageReturn {
            state = .sizeLineFeed(value: value)
        } else if octet == UInt8(ascii: ";") {
            state = .sizeExtension(value: value)
        } else if octet.isBlank {
            try mend()
            state = .sizeBlank(value: value)
        } else if octet == .lineFeed {
            try mend()
            endSize(value, into: &destination)
        } else {
            throw Malformed()
        }
    }

    private mutating func consumeTrailers(
        _ input: inout ArraySlice<UInt8>, into destination: inout [UInt8]
    ) throws(Malformed) {
        do throws(HeadFault) {
            guard try trailers.consume(&input) else { return }
        } catch {
            throw Malformed()
        }
        state = .complete
        guard output == .chunked else { return }
        let fields = trailers.takeFields()
        // RFC 9110 §6.5.1: no fields for framing, routing or authentication. None of the fields that a proxy acts on is
        // of use in a trailer, so all of them are removed.
        for index in 0..<fields.count where fields.known(at: index) == nil {
            fields.appendLine(at: index, to: &destination)
        }
        destination.append(ascii: "\r\n")
    }
}

extension [UInt8] {
    /// Appends one field line.
    public mutating func append(field name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        append(contentsOf: name)
        append(ascii: ": ")
        append(contentsOf: value)
        append(ascii: "\r\n")
    }
}
