import HTTP
import InternetNames
import ModelContextProtocol
import Networking

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A call of a tool that asks the API of a console on this machine.
struct ConsoleQuestion {
    private let address: ConsoleAddress
    /// The time by which all answers have come.
    private let deadline = WallClock.elapsedMilliseconds + Int64(timeLimit)
    /// The call, which may be cancelled.
    private let call: RunningCall

    /// The largest answer in bytes.
    private static let sizeLimit = 16 << 20
    /// The time for all answers in milliseconds.
    private static let timeLimit = 20_000

    /// The output for a call: the status and the rows, or all about one row.
    static func ask(_ address: String, row: String?, for call: RunningCall) -> [CommandOutput] {
        guard let address = ConsoleAddress(address) else {
            return [
                .failed(
                    64,
                    because:
                        "console is not an address that atsproxy serve has printed: http://127.0.0.1:PORT/?token=TOKEN."
                )
            ]
        }
        let question = ConsoleQuestion(address: address, call: call)
        guard let row else {
            let status = question.answer(to: "/status")
            return status.hasResult ? [status, question.answer(to: "/rows")] : [status]
        }
        guard row.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }) else {
            return [.failed(64, because: "row is not the id of a row.")]
        }
        return [question.answer(to: "/rows/\(row)")]
    }

    private func answer(to path: String) -> CommandOutput {
        guard
            let connected = Connector.connectedAtOnce(to: SocketAddress(address.address, port: address.port))
        else { return .failed(69, because: "Nothing listens on port \(address.port); the proxy may have ended.") }
        defer { close(connected.descriptor) }
        guard send(Array(address.request(path).utf8), to: connected.descriptor) else {
            return .failed(69, because: "The console has closed the connection.")
        }
        switch received(from: connected.descriptor) {
        case .body(let body): return CommandOutput(.exited(0), output: body)
        case .wantsMore: return .failed(69, because: "The console did not answer in time.")
        case .unusable(.status(401, _)), .unusable(.status(403, _)):
            return .failed(64, because: "The console does not accept the token; each start of a proxy makes a new one.")
        case .unusable(.status(404, _)): return .failed(64, because: "The console has no such row.")
        case .unusable(.status(let status, _)):
            return .failed(69, because: "The console answered with status \(status).")
        case .unusable(.tooLarge): return .failed(69, because: "The answer of the console is too large.")
        case .unusable(.malformed), .unusable(.cutOff), .unusable(.encoded):
            return .failed(69, because: "What listens on port \(address.port) is not a console of atsproxy.")
        }
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard wait(for: Int16(POLLOUT), on: descriptor) else { return false }
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func received(from descriptor: Int32) -> WholeResponse.State {
        var response = WholeResponse(limit: Self.sizeLimit)
        while wait(for: Int16(POLLIN), on: descriptor) {
            let bytes = DescriptorBytes.next(of: descriptor)
            let state = bytes.isEmpty ? response.finish() : response.receive(bytes)
            guard state == .wantsMore else { return state }
        }
        return .wantsMore
    }

    /// Waits until a descriptor has an event of `poll`. Returns false after the deadline, a cancellation or an error.
    private func wait(for events: Int16, on descriptor: Int32) -> Bool {
        while true {
            let left = deadline - WallClock.elapsedMilliseconds
            guard left > 0, !call.isCancelled else { return false }
            var polled = pollfd(fd: descriptor, events: events, revents: 0)
            let result = poll(&polled, 1, Int32(clamping: min(left, 50)))
            if result > 0 { return true }
            guard result == 0 || errno == EINTR else { return false }
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIAlphanumeric: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 32)
    }
}
