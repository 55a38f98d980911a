import HTTP
import TLSSamples
import Testing

@testable import ForwardProxy

/// What `observe` mends of a server's response (`FieldMending` and the readers), and what it refuses like `enforce`.
@Suite struct LenientResponseTests {
    /// Responses that curl 7.88 accepts, and what the client gets instead; fields of this hop are left out.
    @Test(
        arguments: [
            // RFC 9112 §2.2: a recipient may take a bare LF for the end of a line.
            ("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "HTTP/1.1 200 OK|Content-Length: 2|", "ok"),
            ("\n\nHTTP/1.1 200 OK\r\nContent-Length: 2\n\r\nok", "HTTP/1.1 200 OK|Content-Length: 2|", "ok"),
            // §5.2: a continued value becomes one line.
            (
                "HTTP/1.1 200 OK\r\nA: one\r\n two\r\n\tthree \r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK|A: one   two   three|Content-Length: 2|", "ok"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\n\r\nok", "HTTP/1.1 200 OK|Content-Length: 2|", "ok"),
            ("HTTP/1.1 200 OK\r\n A: one\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200 OK|Content-Length: 2|", "ok"),
            (
                "HTTP/1.1 200 OK\r\nA: \r\n \r\n b\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK|A: b|Content-Length: 2|", "ok"
            ),
            // §5.1: a proxy removes blanks before a colon.
            (
                "HTTP/1.1 200 OK\r\nA : b\r\nContent-Length\t: 2\r\n\r\nok", "HTTP/1.1 200 OK|A: b|Content-Length: 2|",
                "ok"
            ),
            // §2.2 and RFC 9110 §5.5: a control character becomes a space.
            (
                "HTTP/1.1 200 O\u{1}K\r\nA: b\rContent-Length: 9\r\nContent-Length: 2\r\r\n\r\nok",
                "HTTP/1.1 200 O K|A: b Content-Length: 9|Content-Length: 2|", "ok"
            ),
            // No field: Chrome and curl pass over it.
            (
                "HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK\r\n more\r\nA b: c\r\n: d\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK|Content-Length: 2|", "ok"
            ),
            // §6.3: one length in place of equal ones.
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nA: b\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK|Content-Length: 2|A: b|", "ok"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", "HTTP/1.1 200 OK|Content-Length: 2|", "ok"),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 02\r\n\r\nok",
                "HTTP/1.1 200 OK|Content-Length: 2|", "ok"
            ),
            // §6.3: codings go before a length, which is removed.
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|", "2|ok|0||"
            ),
            (
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: ,chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|", "2|ok|0||"
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 200 OK|Content-Length: 2|", "ok"
            ),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nok", "HTTP/1.1 200 OK|Transfer-Encoding: gzip|", "ok"),
            // §7.1: blanks behind a size, bare LF between chunks.
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2  \r\nok\r\n0 \n\n",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|", "2|ok|0||"
            ),
            (
                "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nok\n0\nA: b\n c\n\n",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|", "2|ok|0|A: b  c||"
            ),
            // The status line.
            ("ICY 200 OK\r\nicy-name: Radio\r\n\r\nmp3", "HTTP/1.1 200 OK|icy-name: Radio|", "mp3"),
            (
                "HTTP/1.1 999 Request denied\r\nContent-Length: 2\r\n\r\nok",
                "HTTP/1.1 999 Request denied|Content-Length: 2|", "ok"
            ),
            ("http/1.1  200\tfine \r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200 fine|Content-Length: 2|", "ok"),
            ("HTTP/1.1 200\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200 |Content-Length: 2|", "ok"),
        ] as [(String, String, String)])
    func mendsWhatClientsAccept(text: String, head: String, body: String) throws {
        for size in [1, 2, 3, .max] {
            let response = try #require(DeliveredResponse(Array(text.utf8), by: .lenient, pieces: size), "\(size)")
            #expect(response.head.forwarded == Array(head.replacing("|", with: "\r\n").utf8))
            #expect(response.body == Array(body.replacing("|", with: "\r\n").utf8) && response.isMended)
        }
        #expect(DeliveredResponse(Array(text.utf8), by: .strict) == nil)
    }

    /// Two recipients could read these in two ways, or clients refuse them as well.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2,\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n 3\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokX\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n", "HTTP/1.1 2\00 OK\r\n\r\n", "HTTP/1.1 099 Low\r\n\r\n",
        "HTTP/1.1 1000 High\r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "ICYX 200 OK\r\n\r\n", "HTTP/1.1 200OK\r\n\r\n",
        "SSH-2.0-OpenSSH\r\n", "\u{15}\u{3}\u{3}\0\u{2}\u{2}\u{28}", "\n\n\nHTTP/1.1 200 OK\r\n\r\n",
    ])
    func refusesWhatIsAmbiguous(text: String) {
        #expect(DeliveredResponse(Array(text.utf8), by: .lenient) == nil)
        #expect(DeliveredResponse(Array(text.utf8), by: .lenient, pieces: 1) == nil)
    }

    /// RFC 9110 §5.3: the lines of a list are one list.
    @Test(arguments: [ResponseGrammar.strict, .lenient])
    func readsCodingsOnTwoLines(grammar: ResponseGrammar) throws {
        let text =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
        let response = try #require(DeliveredResponse(Array(text.utf8), by: grammar))
        #expect(
            response.head.forwarded == Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\nA: b\r\n".utf8))
        #expect(!response.isMended && response.content == Array("ok".utf8))
    }

    /// A head of continuations is read in time that grows with its size.
    @Test func readsManyContinuations() throws {
        let text = "HTTP/1.1 200 OK\r\nA: b\r\n" + String(repeating: " c\n", count: 20_000) + "\r\n"
        let response = try #require(DeliveredResponse(Array(text.utf8), by: .lenient))
        #expect(response.head.forwarded.count < text.utf8.count + 10)
    }

    /// The law: what is forwarded, a strict reader takes for one message with the same body, and what a strict reader
    /// accepts is not mended.
    @Test func forwardsOneMessageWithTheSameBody() throws {
        var random = Noise(state: 17)
        var accepted = 0
        for _ in 0..<20_000 {
            let bytes = RandomResponse.bytes(&random)
            let size = Int.random(in: 1...12, using: &random)
            let shown = "\(String(decoding: bytes, as: UTF8.self).debugDescription)"
            guard let lenient = DeliveredResponse(bytes, by: .lenient, pieces: size) else {
                #expect(DeliveredResponse(bytes, by: .strict) == nil, "only the strict reading accepts \(shown)")
                continue
            }
            // A strict reader refuses a coding without `chunked`, whose body ends with the connection.
            let head = lenient.head.forwarded[...].text.lowercased()
            let isEncoded = head.contains("\r\ntransfer-encoding: ")
            guard !isEncoded || head.contains(#/\ntransfer-encoding: [^\n]*chunked\r/#) else { continue }
            accepted += 1
            var forwarded = lenient.head.forwarded + Array("\r\n".utf8) + lenient.body
            // A strict reader knows no status code above 599.
            if lenient.head.status > 599 { forwarded[9] = UInt8(ascii: "5") }
            let read = try #require(DeliveredResponse(forwarded, by: .strict), "\(shown)")
            #expect(read.content == lenient.content && read.rest.isEmpty && !read.isMended, "\(shown)")
            if let strict = DeliveredResponse(bytes, by: .strict) {
                #expect(strict.head.forwarded == lenient.head.forwarded && strict.body == lenient.body, "\(shown)")
                #expect(!lenient.isMended, "\(shown)")
            }
        }
        #expect(accepted > 2000)
    }
}

/// A response as the client of the proxy gets it.
private struct DeliveredResponse {
    struct Head {
        var status: UInt16
        /// The forwarded head without Connection, Via and the empty line.
        var forwarded: [UInt8]
    }

    var head: Head
    /// The body with its framing.
    var body: [UInt8] = []
    /// The body without its framing.
    var content: [UInt8] = []
    var rest: [UInt8] = []
    var isMended: Bool

    /// Reads one response to a GET, whose connection ends after these bytes; nil if it is refused or cut short.
    init?(_ bytes: [UInt8], by grammar: ResponseGrammar, pieces size: Int = .max) {
        var parser = ResponseParser(limits: MessageLimits(), grammar)
        var input = bytes[...]
        var found: ResponseHead?
        while found == nil, !input.isEmpty {
            var piece = input.prefix(size)
            let count = piece.count
            do { found = try parser.consume(&piece) } catch { return nil }
            input = input.dropFirst(count - piece.count)
        }
        guard let found,
            let framing = try? BodyFraming(
                response: found.fields, version: found.version, status: found.status, isHead: false, by: grammar)
        else { return nil }
        isMended = found.isMended
        let text = found.forwarded(.init(clientVersion: .http1_1, closes: false))[...].text
        head = Head(
            status: found.status, forwarded: Array(text.replacing(#/Via: 1.\d atsproxy\r\n\r\n$/#, with: "").utf8))
        guard take(&input, framing, by: grammar, pieces: size) else { return nil }
        rest = Array(input)
    }

    private mutating func take(
        _ input: inout ArraySlice<UInt8>, _ framing: BodyFraming, by grammar: ResponseGrammar, pieces size: Int
    ) -> Bool {
        switch framing {
        case .none: return true
        case .length(let length):
            guard UInt64(input.count) >= length else { return false }
            (body, content) = (Array(input.prefix(Int(length))), Array(input.prefix(Int(length))))
            input = input.dropFirst(Int(length))
            return true
        case .untilClose:
            (body, content) = (Array(input), Array(input))
            input = []
            return true
        case .chunked, .encodedChunked:
            var chunks = ChunkedBody(output: .chunked, limits: MessageLimits(), grammar)
            var decoded = ChunkedBody(output: .content, limits: MessageLimits(), grammar)
            while !input.isEmpty, !chunks.isComplete {
                var (piece, same) = (input.prefix(size), input.prefix(size))
                let count = piece.count
                guard (try? chunks.consume(&piece, into: &body)) != nil,
                    (try? decoded.consume(&same, into: &content)) != nil
                else { return false }
                input = input.dropFirst(count - piece.count)
            }
            isMended = isMended || chunks.isMended
            return chunks.isComplete
        }
    }
}

/// Responses made of what servers send, and of what attackers would.
private enum RandomResponse {
    static func bytes(_ random: inout Noise) -> [UInt8] {
        var text = pick(statusLines, &random) + end(&random)
        for _ in 0..<Int.random(in: 0...6, using: &random) { text += pick(lines, &random) + end(&random) }
        text += end(&random)
        for _ in 0..<Int.random(in: 0...5, using: &random) { text += pick(bodies, &random) + end(&random) }
        var bytes = Array(text.utf8)
        if Int.random(in: 0..<4, using: &random) == 0 {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }

    private static func pick(_ texts: [String], _ random: inout Noise) -> String {
        texts[Int.random(in: texts.indices, using: &random)]
    }

    private static func end(_ random: inout Noise) -> String {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: "\n"
        case 1: "\r"
        case 2: "\r\r\n"
        default: "\r\n"
        }
    }

    private static let statusLines = [
        "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.0 404", "ICY 200 OK", "http/1.1  200\tOK ", "HTTP/1.1 999 No",
        "HTTP/1.1 204 No", "HTTP/1.1 200OK", "HTTP/1.1 304 ",
    ]
    private static let lines = [
        "A: b", "A : b", " folded", "\t", "Content-Length: 4", "Content-Length: 4", "Content-Length:",
        "Content-Length : 4",
        "Content-Length: 4, 4", "Content-Length: 5", " 4", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked",
        "Transfer-Encoding: gzip", "Transfer-Encoding:", " chunked", "Transfer-Encoding: identity", "no colon",
        "B b: c",
        ": d", "Connection: Content-Length", "Connection: close", "Trailer: A", "A: HTTP/1.1 200 OK",
        "Transfer-Encoding : chunked", "Transfer-Encoding: ,chunked",
    ]
    private static let bodies = [
        "2", "ok", "0", "", "0 ", "2 ;a=b", "ok", "4;x", "abcd", "0", "A: b", " folded", "HTTP/1.1 200 OK", "",
    ]
}
