/// Reads the requests of a HAR file from pieces. Keeps one request, and nothing of its bodies.
struct ArchiveReader {
    private var tokens = JSONTokens()
    /// The names and array marks that lead to the present value, such as `.log.entries[].request`.
    private var path: [UInt8] = []
    /// The lengths of the path at the beginning of each open object or array.
    private var lengths: [Int] = []
    private var request = ArchivedRequest()
    private var header: (name: [UInt8], value: [UInt8]) = ([], [])
    private var beginning: Int64 = 0
    private var isAfterMark = false
    /// The fault behind which nothing is read.
    private(set) var fault: CaptureFault?

    /// The values that are read, by their paths.
    private static let fields: [[UInt8]: Field] = {
        var fields: [[UInt8]: Field] = [:]
        for field in Field.allCases { fields[Array((entryPath + field.rawValue).utf8)] = field }
        return fields
    }()

    private static let entryPath = ".log.entries[]"
    private static let entry = Array(entryPath.utf8)
    private static let headerObject = Array("\(entryPath).request.headers[]".utf8)
    /// The longest path that is kept. No longer one is read.
    private static let pathLimit = 256

    /// The values of a request that are read. `_securityDetails` is written by browsers under Playwright and Puppeteer,
    /// `_tls_version` by WebPageTest, and `_tlsVersion` by others.
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
        case securityDetails = "._securityDetails.protocol"
        case tlsVersion = "._tlsVersion"
        case versionOfTLS = "._tls_version"
    }

    /// Reads the next piece of the file, and calls the closure for each request.
    mutating func read(_ piece: UnsafeBufferPointer<UInt8>, each: (ArchivedRequest) -> Void) {
        guard fault == nil, !piece.isEmpty else { return }
        var piece = piece
        if beginning == 0, !isAfterMark {
            // The first piece holds the whole byte order mark, since the format was found in it.
            isAfterMark = true
            if piece.starts(with: [0xEF, 0xBB, 0xBF]) { piece = UnsafeBufferPointer(rebasing: piece.dropFirst(3)) }
        }
        var taken = JSONTokens()
        swap(&taken, &tokens)
        do throws(JSONTokens.Malformed) {
            try taken.read(piece) { receive($0, each: each) }
        } catch {
            fault = .malformed(offset: beginning, "or behind, the text is not JSON")
        }
        swap(&taken, &tokens)
        beginning += Int64(piece.count)
    }

    /// Notes the end of the file.
    mutating func finish() {
        if fault == nil, !tokens.isComplete { fault = .cut }
    }

    private mutating func receive(_ token: JSONTokens.Token, each: (ArchivedRequest) -> Void) {
        switch token {
        case .beginObject:
            if path == Self.entry { request = ArchivedRequest() }
            if path == Self.headerObject { header = ([], []) }
            lengths.append(path.count)
        case .beginArray:
            lengths.append(path.count)
            append([UInt8(ascii: "["), UInt8(ascii: "]")])
        case .endObject, .endArray:
            path.removeSubrange(min(path.count, lengths.popLast() ?? 0)...)
            guard case .endObject = token else { return }
            if path == Self.entry { each(request) }
            if path == Self.headerObject { request.noteHeader(header.name, value: header.value) }
        case .name(let name):
            path.removeSubrange(min(path.count, lengths.last ?? 0)...)
            append([UInt8(ascii: ".")] + name)
        case .text(let text): note(text)
        // Some programs write null for unknown values.
        case .literal(let literal): if !literal.elementsEqual("null".utf8) { note(literal) }
        }
    }

    private mutating func append(_ part: [UInt8]) {
        path += part.prefix(max(0, Self.pathLimit - path.count))
    }

    private mutating func note(_ value: [UInt8]) {
        guard let field = Self.fields[path] else { return }
        switch field {
        case .time: request.time = value
        case .duration: request.duration = value
        case .address: request.address = value
        case .method: request.method = value
        case .url: request.url = value
        case .headerName: header.name = value
        case .headerValue: header.value = value
        case .status: request.status = value
        case .responseHeaderName: request.noteResponseHeader(value)
        case .securityDetails, .tlsVersion, .versionOfTLS: request.version = value
        }
    }
}
