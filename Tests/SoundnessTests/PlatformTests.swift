import Foundation
import Testing

/// Tests of the rule that calls of Linux alone stand in named files, each with a sibling for other systems.
@Suite struct PlatformTests {
    static let linux = "#if os(Linux) && !PORTABLE"
    static let portable = "#if !os(Linux) || PORTABLE"

    /// Calls, constants and paths that other systems than Linux do not have.
    static let linuxOnly = [
        "accept4", "pipe2", "splice(", "sendfile", "eventfd", "signalfd", "timerfd", "epoll_create", "inotify", "prctl",
        "memfd", "getrandom", "renameat2", "fallocate", "MSG_NOSIGNAL", "SOCK_NONBLOCK", "SOCK_CLOEXEC",
        "SO_ORIGINAL_DST",
        "SO_BINDTODEVICE", "IP_TRANSPARENT", "TCP_USER_TIMEOUT", "CLOCK_BOOTTIME", "O_TMPFILE", "O_PATH", "\"/proc/",
    ]

    private static func isNamed(_ file: SourceFile, _ prefix: String) -> Bool {
        file.url.lastPathComponent.hasPrefix(prefix)
    }

    /// A file that is named after Linux is for Linux as a whole.
    @Test func eachFileForLinuxHasAPortableSibling() throws {
        let files = try SourceFile.all(in: "Sources")
        let ofLinux = files.filter { $0.text.contains(Self.linux) }
        #expect(!ofLinux.isEmpty)
        #expect(ofLinux.count == files.count { $0.text.contains(Self.portable) })
        for file in ofLinux {
            let sibling = file.path.replacing("/Linux", with: "/Portable")
            let other = files.first { $0.path == sibling }
            #expect(other?.lines.first == Self.portable, "\(file.path) has no sibling \(sibling)")
            #expect(file.lines.first == Self.linux, "\(file.path) has lines for other systems")
        }
    }

    @Test func otherFilesAskForNoSystem() throws {
        for file in try SourceFile.all(in: "Sources") {
            let asks = file.lines.filter { $0.contains("#") && $0.contains("os(") }
            let allowed =
                Self.isNamed(file, "Linux") ? [Self.linux] : Self.isNamed(file, "Portable") ? [Self.portable] : []
            #expect(asks == allowed || asks.isEmpty, "\(file.path) asks for a system: \(asks)")
        }
    }

    @Test func callsOfLinuxStandInItsFiles() throws {
        for file in try SourceFile.all(in: "Sources") where !Self.isNamed(file, "Linux") {
            // The portable files name the flag that all systems have but Darwin.
            let isPortable = Self.isNamed(file, "Portable")
            for word in Self.linuxOnly where file.text.contains(word) && !(isPortable && word == "MSG_NOSIGNAL") {
                let line = file.lines.firstIndex { Self.code(in: String($0)).contains(word) }
                #expect(line == nil, "\(file.path):\((line ?? 0) + 1) has \(word), which is of Linux alone")
            }
        }
    }

    /// The part of a line before a comment.
    private static func code(in line: String) -> Substring {
        line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
    }
}
