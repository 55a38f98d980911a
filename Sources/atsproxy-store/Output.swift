import ArgumentParser
import Foundation
import InternetNames
import Store

/// Output on standard error and standard output.
enum Output {
    /// Writes the name of the program and a sentence to standard error.
    static func say(_ sentence: String) {
        write("atsproxy-store: \(sentence.visible(limit: 4000))\n", to: .standardError)
    }

    /// Writes a result to standard output.
    static func print(_ text: String) {
        write(text + "\n", to: .standardOutput)
    }

    /// Runs a job. A failure is printed on standard error and becomes the program's exit status.
    static func reported(_ job: () throws(StoreFailure) -> Void) throws {
        do throws(StoreFailure) {
            try job()
        } catch {
            say(error.sentence)
            throw ExitCode(error.status)
        }
    }

    private static func write(_ text: String, to handle: FileHandle) {
        do {
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            // The reader is gone, and there is no other place to report the failure.
            return
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
