/// Reads the requests of a HAR file (HTTP Archive 1.2) from pieces. Keeps one request, and nothing of its bodies.
///
/// A HAR file is one JSON object. Each element of `log.entries` has a request with its response.
struct ArchiveReader {
    private var tokens = JSONTokens()
    /// The names and array marks that lead to the present value, such as `.log.entries[].request`.
    private var path: [UInt8] = []
    /// The lengths of the path at the beginning of each open object or array.
    private var lengths: [Int] = []
    private var request = ArchivedRequest()
    /// The maker, whose name stands before the requests.
    private var maker: AnswerMarks.Maker?
    /// The field of the request or the response that is being read.
    private var header = Header()
    /// The offset of the text in the file, behind a byte order mark; nil before the first piece.
    private var textOffset: Int64?
    /// The fault behind which nothing is read; nil as long as there is none.
    private(set) var fault: CaptureFault?

    /// The values that are read, by their paths.
    private static let fields: [[UInt8]: Field] = {
        var fields: [[UInt8]: Field] = [:]
        for field in Field.allCases { fields[Array((entryPath + field.rawValue).utf8)] = field }
        return fields
    }()

    private struct Header {
        var name: [UInt8] = []
        var value: [UInt8] = []
    }

    private static let entryPath = ".log.entries[]"
    private static let entry = Array(entryPath.utf8)
    private static let headerObject = Array("\(entryPath).request.headers[]".utf8)
    private static let responseHeaderObject = Array("\(entryPath).response.headers[]".utf8)
    /// The largest number of bytes of a path that are kept. No field has a longer path.
    private static let pathLimit = 256
    private static let creatorName = Array(".log.creator.name".utf8)
    private static let cacheEntry = Array("\(entryPath).cache.afterRequest".utf8)

    /// The values of a request that are read. `_securityDetails` is written by browsers under Playwright and Puppeteer,
    /// `_tls_version` by WebPageTest, and `_tlsVersion` by others. `AnswerMarks` names the makers of the other marks.
    private enum Field: String, CaseIterable {
        case time = ".startedDateTime"
        case duration = ".time"
        case address = ".serverIPAddress"
        case method = ".request.method"
        case url = ".request.url"
        case headerName = ".request.headers[].name"
        case headerValue = ".request.headers[].value"
        case status = ".response.status"
        case responseHeaderName = ".response.headers[].name"
        case responseHeaderValue = ".response.headers[].value"
        case securityDetails = "._securityDetails.protocol"
        case tlsVersion = "._tlsVersion"
        case versionOfTLS = "._tls_version"
        case fromCache = "._fromCache"
        case fulfilled = "._wasFulfilled"
        case fetchType = "._fetchType"
        case workerSource = ".response._serviceWorkerResponseSource"
        case transferSize = ".response._transferSize"
    }

    /// Reads the next piece of the file, and calls the closure for each request.
    mutating func read(_ piece: UnsafeBufferPointer<UInt8>, each: (ArchivedRequest) -> Void) {
        guard fault == nil, !piece.isEmpty else { return }
        var piece = piece
        // The first piece holds the whole byte order mark, because the format was found in that piece.
        let start = textOffset ?? (piece.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        if textOffset == nil { piece = UnsafeBufferPointer(rebasing: piece.dropFirst(Int(start))) }
        textOffset = start
        // The tokenizer is moved out of the reader, which changes itself while it receives tokens.
        var taken = JSONTokens()
        swap(&taken, &tokens)
        do throws(JSONTokens.Malformed) {
            try taken.read(piece) { receive($0, each: each) }
        } catch {
            fault = .malformed(offset: start + taken.offset, "the text is not JSON")
        }
        swap(&taken, &tokens)
    }

    /// Notes the end of the file.
    mutating func finish() {
        if fault == nil, !tokens.isComplete { fault = .cut }
    }

    /// Follows a token by its path. A request is complete at the end of the object of its entry.
    private mutating func receive(_ token: JSONTokens.Token, each: (ArchivedRequest) -> Void) {
        switch token {
        case .beginObject:
            if path == Self.entry {
                request = ArchivedRequest()
                request.marks.maker = maker
            }
            if path == Self.headerObject || path == Self.responseHeaderObject { header = Header() }
            lengths.append(path.count)
        case .beginArray:
            lengths.append(path.count)
            appendToPath([UInt8(ascii: "["), UInt8(ascii: "]")])
        case .endObject, .endArray:
            path.removeSubrange(min(path.count, lengths.popLast() ?? 0)...)
            guard case .endObject = token else { return }
            if path == Self.entry { each(request) }
            if path == Self.headerObject { request.noteHeader(header.name, value: header.value) }
            if path == Self.responseHeaderObject { request.noteResponseHeader(header.name, value: header.value) }
        case .name(let name):
            path.removeSubrange(min(path.count, lengths.last ?? 0)...)
            appendToPath([UInt8(ascii: ".")] + name)
            if path == Self.cacheEntry { request.marks.noteCacheEntry() }
        case .text(let text): setField(text)
        // Some programs write null for unknown values.
        case .literal(let literal): if !literal.elementsEqual("null".utf8) { setField(literal) }
        }
    }

    private mutating func appendToPath(_ part: [UInt8]) {
        path += part.prefix(max(0, Self.pathLimit - path.count))
    }

    /// Sets the field of the request at the present path, if it is one that is read.
    private mutating func setField(_ value: [UInt8]) {
        guard let field = Self.fields[path] else {
            if path == Self.creatorName { maker = AnswerMarks.Maker(rawValue: String(decoding: value, as: UTF8.self)) }
            return
        }
        switch field {
        case .time: request.time = value
        case .duration: request.duration = value
        case .address: request.address = value
        case .method: request.method = value
        case .url: request.url = value
        case .headerName, .responseHeaderName: header.name = value
        case .headerValue, .responseHeaderValue: header.value = value
        case .status: request.status = value
        case .securityDetails, .tlsVersion, .versionOfTLS: request.version = value
        case .fromCache: request.marks.noteCache(value)
        case .fulfilled: request.marks.noteFulfilled(value)
        case .fetchType: request.marks.noteFetchType(value)
        case .workerSource: request.marks.noteWorkerSource(value)
        case .transferSize: request.marks.noteTransferSize(value)
        }
    }
}
