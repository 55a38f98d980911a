import Console
import Foundation
import HTTPServer
import Traffic

/// A source of the console that answers with what it was asked.
final class SampleSource: ConsoleSource {
    let session = "s1"
    var revision: UInt64 = 5
    /// The oldest revision after which changes are known.
    var oldest: UInt64 = 3
    /// The number of bytes that changes have besides.
    private var padding = 0
    private let gate: ComputingGate
    private var isSearching = false

    /// Creates a source whose computations of `held` pass a gate.
    init(_ gate: ComputingGate = ComputingGate()) {
        self.gate = gate
    }

    func answer(to request: ConsoleRequest) -> ConsoleAnswer {
        switch request.path {
        case ["computed"]:
            let word = request.first("word") ?? ""
            return .computation(
                ConsoleComputation { _ in
                    .response(ServerResponse(contentType: "text/plain", body: Array("computed \(word)".utf8)))
                })
        case ["held"]:
            return .computation(
                ConsoleComputation { [gate] _ in
                    gate.pass("held")
                    return .response(ServerResponse(contentType: "text/plain", body: Array("held".utf8)))
                })
        case _: return .response(response(to: request))
        }
    }

    func finish(_ result: ConsoleComputation.Result) -> ServerResponse? {
        switch result {
        case .response(let response): return response
        case .unusedExceptions:
            isSearching = false
            return nil
        case .policy: preconditionFailure("The sample computes no policy.")
        }
    }

    func dueComputation() -> ConsoleComputation? {
        guard gate.wantsSearch, !isSearching else { return nil }
        isSearching = true
        return ConsoleComputation { [gate] _ in
            gate.pass("search")
            return .unusedExceptions(.tooMuch, search: 1, took: .zero)
        }
    }

    private func response(to request: ConsoleRequest) -> ServerResponse {
        switch request.path {
        case ["change"]:
            revision += 1
            return ServerResponse(contentType: "application/json", body: Array("{}".utf8))
        case ["large-change"]:
            padding = 3 * 1024 * 1024
            revision += 1
            return ServerResponse(contentType: "application/json", body: [])
        case ["slow"]:
            gate.pass("slow")
            return ServerResponse(contentType: "application/json", body: [])
        case ["large"]:
            return ServerResponse(contentType: "text/plain", body: [UInt8](repeating: 0x78, count: 8 * 1024 * 1024))
        case _:
            let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            let text = "\(request.method.rawValue) \(request.path) \(query) \(request.body.count)"
            return ServerResponse(contentType: "text/plain", body: Array(text.utf8))
        }
    }

    func receive(_ batch: LiveBatch) { revision += UInt64(batch.counts.count) }

    func use(state: ProxyState) { revision += 1 }

    func use(configuration: ConsoleConfiguration) { revision += 1 }

    func changes(since revision: UInt64) -> [UInt8]? {
        revision < oldest ? nil : Array("{\"after\":\(revision)}".utf8) + [UInt8](repeating: 0x20, count: padding)
    }

    func status() -> [UInt8] { Array("{\"now\":\(revision)}".utf8) }
}
