import HTTP
import HTTPServer
import InternetNames

/// Decides how each request to the console is answered: with a refusal, a file of the page, a guide or a stream of
/// events, or by the model if the request is to the API. The decision depends only on the request.
struct ConsoleSite {
    let access: AccessControl
    /// The files of the page, by name.
    let files: [String: PageFile]

    /// The way in which a request is answered.
    enum Answer {
        /// With this response.
        case response(ServerResponse)
        /// By the model.
        case model(ConsoleRequest)
        /// With a stream of the events after the last one that the reader knows; nil for a new reader.
        case stream(after: StreamPosition?)
    }

    /// The largest body in bytes to read after a head: 0 if the head is refused.
    func bodyLimit(of request: ServerRequest) -> Int {
        guard refusal(ofHead: request) == nil else { return 0 }
        switch (request.method, ConsoleTarget(path: request.path)) {
        case ("POST", .api(["policies"])): return Self.policyLimit
        case ("POST", .api): return Self.usualLimit
        case _: return 0
        }
    }

    /// The refusal of a request because of its head, before any body is read; nil if the head has no fault.
    func refusal(ofHead request: ServerRequest) -> ServerResponse? {
        if let problem = access.misdirection(of: request) { return Self.refused(problem) }
        let methods: [String]
        switch ConsoleTarget(path: request.path) {
        case .page, .file, .guide: methods = ["GET", "HEAD"]
        case .api(let path):
            if let problem = access.refusal(of: request) { return Self.refused(problem) }
            methods = ConsoleRouter.methods(of: path)
        case .unknown, .malformed: return nil
        }
        let method = request.method.text
        if methods.isEmpty {
            // The API has no such address. For the methods that the API knows, the model answers with this problem.
            guard ["GET", "HEAD", "POST"].contains(method) else { return Self.nothingThere }
        } else {
            guard methods.contains(method) else { return .methodNotAllowed(methods) }
        }
        return access.refusal(ofBodyOf: request).map(Self.refused)
    }

    /// The answer to a whole request.
    func answer(to request: ServerRequest) -> Answer {
        if let response = refusal(ofHead: request) { return .response(response) }
        switch ConsoleTarget(path: request.path) {
        case .page: return .response(page(for: request))
        case .file(let name): return .response(file(name, for: request))
        case .guide(let name): return .response(guide(name, for: request))
        case .api(let path): return answer(to: request, at: path)
        case .unknown: return .response(Self.nothingThere)
        case .malformed: return .response(Self.malformed)
        }
    }

    /// The response to a request that could not be read as a whole.
    ///
    /// - Parameter request: The head of the request; nil if it could not be read.
    func response(to fault: ServerRequestReader.Fault, in request: ServerRequest?) -> ServerResponse {
        if let request, let response = refusal(ofHead: request) { return response }
        switch fault {
        case .malformed(let error):
            return .problem(ConsoleProblem(Int(error.status), title: "Malformed request", detail: error.message))
        case .notAPath:
            return .problem(
                ConsoleProblem(
                    421, title: "Misdirected request",
                    detail: "This is the console of atsproxy and no proxy. Its listeners are others."))
        case .bodyTooLarge(0):
            return .problem(
                ConsoleProblem(400, title: "Malformed request", detail: "A request of this kind has no body."))
        case .bodyTooLarge(let limit):
            return .problem(
                ConsoleProblem(413, title: "Content too large", detail: "The body has more than \(limit) bytes."))
        }
    }

    /// The answer to a request to the API. The path is that below `/api/v1/`.
    private func answer(to request: ServerRequest, at path: [String]) -> Answer {
        guard let query = ConsoleTarget.members(of: request.query) else { return .response(Self.malformed) }
        if request.method == "POST" { return .model(ConsoleRequest(.post, path, query: query, body: request.body)) }
        guard path == ["stream"] else { return .model(ConsoleRequest(.get, path, query: query)) }
        do throws(ServerRequest.AmbiguousField) {
            let lastEvent = try request.only("Last-Event-ID")?.text ?? query.first { $0.name == "since" }?.value
            return .stream(after: lastEvent.map { StreamPosition($0) ?? .ofAnotherSession })
        } catch {
            return .response(Self.malformed)
        }
    }

    /// The page. A request with the token in its query gets a cookie in exchange, and a redirect to the address without
    /// the token.
    private func page(for request: ServerRequest) -> ServerResponse {
        let members = (request.query?.octets ?? []).split(separator: UInt8(ascii: "&"))
        let prefix = Array("token=".utf8)
        guard let token = members.first(where: { $0.starts(with: prefix) }) else {
            return refusal(ofPageTo: request) ?? file("index.html", for: request)
        }
        guard access.isToken(token.dropFirst(prefix.count)) else { return Self.closedPage }
        let otherMembers = members.filter { !$0.starts(with: prefix) }.joined(separator: [UInt8(ascii: "&")])
        let query = String(decoding: Array(otherMembers), as: UTF8.self)
        return ServerResponse(
            status: 303, contentType: "text/plain; charset=utf-8",
            fields: [
                .init("Location", query.isEmpty ? "/" : "/?" + query), .init("Set-Cookie", access.cookie),
                .init("Cache-Control", "no-store"),
            ], body: [])
    }

    private func guide(_ name: String, for request: ServerRequest) -> ServerResponse {
        if let refusal = refusal(ofPageTo: request) { return refusal }
        guard let guide = Guide.shipped[name] else {
            return .problem(ConsoleProblem(404, title: "Not found", detail: "There is no such guide."))
        }
        return response(PageFile(name: "\(name).html", bytes: Array(guide.page.utf8)), to: request)
    }

    /// The refusal of a page to a browser without the token; nil if it has the token.
    private func refusal(ofPageTo request: ServerRequest) -> ServerResponse? {
        do throws(ServerRequest.AmbiguousField) {
            return try access.isAuthorized(request) ? nil : Self.closedPage
        } catch {
            return Self.malformed
        }
    }

    private func file(_ name: String, for request: ServerRequest) -> ServerResponse {
        guard let file = files[name] else {
            return .problem(ConsoleProblem(404, title: "Not found", detail: "The page has no such file."))
        }
        return response(file, to: request)
    }

    /// The response with a file. If the browser has the same content already, the response is 304 without the content.
    private func response(_ file: PageFile, to request: ServerRequest) -> ServerResponse {
        // The browser asks for the file each time, because page and program must be of one version.
        let fields = [ServerResponse.Field("ETag", file.entityTag), .init("Cache-Control", "no-cache")]
        let tags = request.fields.first("If-None-Match").map { ByteString($0).text } ?? ""
        let hasContent = tags.split(separator: ",").contains { tag in tag.drop { $0 == " " } == file.entityTag }
        return ServerResponse(
            status: hasContent ? 304 : 200, contentType: file.contentType, fields: fields,
            body: hasContent ? [] : file.bytes)
    }

    /// The response to a refused request. Without the token, the response names the way to send it (RFC 9110 §11.6.1).
    private static func refused(_ problem: ConsoleProblem) -> ServerResponse {
        var response = ServerResponse.problem(problem)
        if problem.status == 401 { response.fields.append(.init("WWW-Authenticate", "Bearer realm=\"atsproxy\"")) }
        return response
    }

    private static let nothingThere = ServerResponse.problem(
        ConsoleProblem(404, title: "Not found", detail: "The console has nothing there."))
    private static let malformed = ServerResponse.problem(
        ConsoleProblem(400, title: "Malformed request", detail: "The path, the query or a field is malformed."))

    /// The page for a browser without the token.
    private static let closedPage = ServerResponse(
        status: 401, contentType: "text/html; charset=utf-8",
        fields: [.init("Cache-Control", "no-store"), .init("WWW-Authenticate", "Bearer realm=\"atsproxy\"")],
        body: Array(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>atsproxy</title>
            <h1>This console is closed</h1>
            <p>Open the whole address that atsproxy printed when it started. It ends in <code>?token=</code> and a secret.</p>
            <p>Each start of atsproxy makes a new secret. An older address is then no longer valid.</p>
            </html>

            """.utf8))

    /// The largest body with a policy in bytes: room for a policy of 8 MiB in Base64.
    private static let policyLimit = 16 * 1024 * 1024
    /// The largest body of other requests in bytes.
    private static let usualLimit = 64 * 1024
}
