import ArgumentParser
import Foundation
import InternetNames
import Networking
import Store

/// The output of the program: sentences on standard error, results on standard output, and the exit status.
enum Output {
    /// Writes the name of the program and a sentence to standard error.
    static func say(_ sentence: String) {
        do {
            try FileHandle.standardError.write(
                contentsOf: Data("atsproxy-store: \(sentence.visible(limit: 4000))\n".utf8))
        } catch {
            // Standard error cannot be written, and there is no other place to report that.
            return
        }
    }

    /// Writes a result to standard output. Throws an error if that fails.
    static func print(_ text: String) throws(StoreFailure) {
        do throws(OutputFileError) {
            try OutputFile(path: nil).write(Array((text + "\n").utf8))
        } catch {
            // A closed pipe does not count as a failure, because its reader wants no more output.
            guard error.isReaderGone else { throw StoreFailure(.output, error.description) }
        }
    }

    /// Runs a command. A failure is printed on standard error and becomes the program's exit status.
    static func reportingFailure(_ job: () throws(StoreFailure) -> Void) throws {
        do throws(StoreFailure) {
            try job()
        } catch {
            say(error.sentence)
            throw ExitCode(error.status)
        }
    }
}

extension StoreFailure {
    /// The exit status, with the numbers of `sysexits.h`.
    fileprivate var status: Int32 {
        switch cause {
        case .usage: 64
        case .data, .store: 65
        case .unavailable: 69
        case .output: 74
        }
    }
}
