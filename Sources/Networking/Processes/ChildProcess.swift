import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that runs beside this one, in its process group and with its standard streams.
///
/// Lives on a loop, which must be the one that watches the signals of the process.
public final class ChildProcess {
    /// The number of its process.
    public let identifier: pid_t
    private let ended: (Ending) -> Void
    private let childEvent: SignalEvent
    private var hasEnded = false

    /// How a program ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with that status.
        case exited(Int32)
        /// By that signal.
        case killed(Int32)

        /// The status by which a shell tells of it: 128 and the number of the signal where it was killed.
        public var status: Int32 {
            switch self {
            case .exited(let status): return status
            case .killed(let signal): return 128 + signal
            }
        }
    }

    /// Starts a program, which is looked for in `PATH` where its name has no slash; the handler is called once, on the
    /// loop, when it has ended.
    ///
    /// Nothing of how this process takes signals is left in it: none is blocked, and none ignored but those from which
    /// the parent of this process shields it (`nohup`, a shell's background job).
    ///
    /// - Parameters:
    ///   - command: The program and its arguments, at least one.
    ///   - changes: Environment variables that it gets in place of this process's; nil for one that it is not to have.
    ///
    /// Throws the error of `posix_spawnp`: `ENOENT` where there is no such program.
    public init(
        _ loop: EventLoop, _ command: [String], changing changes: [String: String?],
        ended: @escaping (Ending) -> Void
    ) throws(SystemError) {
        self.ended = ended
        // Before the start: a program may end at once.
        var childSignaled: () -> Void = {}
        childEvent = SignalEvent(loop, signal: SIGCHLD) { childSignaled() }
        identifier = try Self.start(command, Self.environment(changing: changes))
        childSignaled = { [unowned self] in self.reap() }
    }

    /// Sends the program a signal; nothing happens where it has ended.
    public func send(_ signal: Int32) {
        // Until it is waited for, which happens on this loop, no other process gets its number.
        if !hasEnded { kill(identifier, signal) }
    }

    private func reap() {
        var status: Int32 = 0
        guard !hasEnded, waitpid(identifier, &status, WNOHANG) == identifier else { return }
        hasEnded = true
        // WTERMSIG and WEXITSTATUS of wait(2), macros that Swift does not see.
        let signal = status & 0x7F
        ended(signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal))
    }
}

extension ChildProcess {
    /// A C string with its end.
    private typealias Text = [CChar]

    /// This process's environment with those changes; byte for byte, since no encoding is promised.
    private static func environment(changing changes: [String: String?]) -> [Text] {
        let changed = changes.keys.map { Array("\($0)=".utf8CString.dropLast()) }
        var variables: [Text] = []
        var next = program_environment()
        while let variable = next?.pointee {
            next = next?.advanced(by: 1)
            let text = Array(UnsafeBufferPointer(start: variable, count: strlen(variable) + 1))
            if !changed.contains(where: text.starts(with:)) { variables.append(text) }
        }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            if let value { variables.append(Array("\(name)=\(value)".utf8CString)) }
        }
        return variables
    }

    private static func start(_ command: [String], _ environment: [Text]) throws(SystemError) -> pid_t {
        #if canImport(Glibc)
        var attributes = posix_spawnattr_t()
        #else
        var attributes: posix_spawnattr_t?
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var defaults = ProcessSignals.notShielded
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var identifier: pid_t = 0
        let result = withPointers(to: command.map { Array($0.utf8CString) }) { arguments in
            withPointers(to: environment) { variables in
                posix_spawnp(&identifier, command[0], nil, &attributes, arguments, variables)
            }
        }
        guard result == 0 else { throw SystemError(number: result, operation: "posix_spawnp") }
        return identifier
    }

    /// Calls the body with pointers to those texts, nil behind them, as `exec` takes them.
    private static func withPointers<Result>(
        to texts: [Text], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let storage = UnsafeMutablePointer<CChar>.allocate(capacity: texts.reduce(0) { $0 + $1.count })
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
        defer {
            storage.deallocate()
            pointers.deallocate()
        }
        var next = storage
        for (index, text) in texts.enumerated() {
            next.initialize(from: text, count: text.count)
            pointers.advanced(by: index).initialize(to: next)
            next += text.count
        }
        pointers.advanced(by: texts.count).initialize(to: nil)
        return body(pointers)
    }
}
