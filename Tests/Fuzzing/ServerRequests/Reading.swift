import Harness
import InternetNames

@testable import HTTP

/// The limits of a reader.
struct ReadingLimits {
    /// The largest head in bytes.
    var head: Int
    /// The largest body in bytes.
    var body: Int

    /// The length of the empty lines before a head, which do not count.
    static let emptyLines = 4

    /// The largest number of bytes that a client can send for one request. A chunk has at least one byte of content in
    /// a line of 16 digits and the beginning of an extension, all extensions together and the trailers have limits.
    func wire(isChunked: Bool) -> Int {
        head + Self.emptyLines + (isChunked ? 23 * (body + 1) + 2 * 2048 : body)
    }
}

/// Up to four successive requests, and the outcome after them.
struct Reading: Equatable {
    enum Outcome: Equatable {
        case waits(forBody: Bool, isEmpty: Bool)
        case leaves([UInt8])
        case refuses(ServerRequestReader.Fault)
    }

    var requests: [ReadRequest] = []
    var outcome = Outcome.waits(forBody: false, isEmpty: true)

    /// Reads the pieces, and claims at each step that no more is taken from the client than the limits permit.
    init(_ pieces: [ArraySlice<UInt8>], _ limits: ReadingLimits) {
        var reader = ServerRequestReader(headLimit: limits.head)
        var taken = 0
        var isChunked = false
        do throws(ServerRequestReader.Fault) {
            for (index, piece) in pieces.enumerated() {
                var input = piece
                while requests.count < 4, !input.isEmpty {
                    let before = input.count
                    let request = try reader.consume(&input) { head in
                        isChunked = head.fields.has(.transferEncoding)
                        return limits.body
                    }
                    taken += before - input.count
                    let hasHead = reader.awaitsBody || request != nil
                    claim(
                        taken <= (hasHead ? limits.wire(isChunked: isChunked) : limits.head + ReadingLimits.emptyLines),
                        "\(taken) bytes are taken for one request")
                    claim(request != nil || input.isEmpty, "bytes are left, and no request")
                    guard let request else { break }
                    claim(reader.isEmpty && !reader.awaitsBody && !reader.awaitsContinue, "a request that goes on")
                    requests.append(ReadRequest(request))
                    taken = 0
                }
                guard requests.count < 4 else {
                    outcome = .leaves(Array(input) + pieces[(index + 1)...].joined())
                    return
                }
            }
            claim(reader.awaitsBody || !reader.awaitsContinue, "a client that waits without a body")
            outcome = .waits(forBody: reader.awaitsBody, isEmpty: reader.isEmpty)
        } catch {
            outcome = .refuses(error)
        }
    }
}

/// A request as values that can be compared.
struct ReadRequest: Equatable {
    struct Field: Equatable {
        /// In lower case.
        var name: String
        var value: [UInt8]
    }

    var method: String
    var path: String
    var query: String?
    var authority: Authority?
    var fields: [Field]
    var isHead: Bool
    var keepsAlive: Bool
    var body: [UInt8]

    static let framingNames = ["content-length", "transfer-encoding"]

    init(_ request: ServerRequest) {
        (method, path, query) = (request.method.text, request.path.text, request.query?.text)
        authority = request.authority
        fields = (0..<request.fields.count).map { index in
            let (name, value) = request.fields[index]
            return Field(name: String(decoding: name, as: UTF8.self).lowercased(), value: Array(value))
        }
        (isHead, keepsAlive, body) = (request.isHead, request.keepsAlive, request.body)
    }

    /// The request without the fields that frame its body.
    var withoutFraming: ReadRequest {
        var request = self
        request.fields.removeAll { ReadRequest.framingNames.contains($0.name) }
        return request
    }

    /// The request in the form that its client could have sent as well.
    var bytes: [UInt8] {
        // Without the version, the only difference is that a client of HTTP/1.0 keeps no connection open.
        var bytes = Array("\(method) \(path)\(query.map { "?\($0)" } ?? "") HTTP/1.\(keepsAlive ? 1 : 0)\r\n".utf8)
        for field in withoutFraming.fields {
            bytes += Array(field.name.utf8) + Array(": ".utf8) + field.value + Array("\r\n".utf8)
        }
        if fields.contains(where: { ReadRequest.framingNames.contains($0.name) }) {
            bytes += "Content-Length: \(body.count)\r\n".utf8
        }
        return bytes + Array("\r\n".utf8) + body
    }
}
