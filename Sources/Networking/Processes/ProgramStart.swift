import CLibevent

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program to start, with no signal blocked.
struct ProgramStart {
    /// A C string with its terminator.
    private typealias Text = [CChar]

    /// The program and its arguments, at least one element. A name without a slash is searched for in `PATH`.
    var command: [String]
    /// Environment variables to set for the program; nil removes a variable.
    var changes: [String: String?] = [:]
    /// The standard streams of the program; nil for those of this process.
    var streams: Streams?
    /// Whether the program gets a process group of its own, which the signals of a terminal do not reach. Else it
    /// ignores the signals that the parent of this process ignores for it (`nohup`, a background job of a shell).
    var hasOwnGroup = false

    /// Descriptors of this process that become standard streams; nil for `/dev/null`.
    struct Streams {
        var input: Int32?
        var output: Int32?
        var errors: Int32?
    }

    /// Starts the program, and returns the identifier of its process.
    ///
    /// - Throws: The error of `posix_spawnp`, such as `ENOENT` if there is no such program.
    func start() throws(SystemError) -> pid_t {
        #if canImport(Glibc)
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        #else
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        var none = sigset_t()
        sigemptyset(&none)
        var defaults = hasOwnGroup ? ProcessSignals.all : ProcessSignals.notShielded
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)))
        for (number, descriptor) in streams?.numbered ?? [] {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            } else {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            }
        }
        var identifier: pid_t = 0
        let result = Self.withPointers(to: command.map { Array($0.utf8CString) }) { arguments in
            Self.withPointers(to: environment) { variables in
                posix_spawnp(&identifier, command[0], &actions, &attributes, arguments, variables)
            }
        }
        guard result == 0 else { throw SystemError(number: result, operation: "posix_spawnp") }
        return identifier
    }

    /// The environment of this process with the changes, as bytes, because the encoding is not known.
    private var environment: [Text] {
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

    /// Calls the body with a null-terminated array of pointers to the texts, as `exec` expects.
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

extension ProgramStart.Streams {
    fileprivate var numbered: [(number: Int32, descriptor: Int32?)] {
        [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)]
    }
}
