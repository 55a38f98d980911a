import Advice
import AppBundle
import Foundation
import Networking
import Settings
import StandardStreams

/// The corrections of `policy lint --fix`: a patch on standard output, or changed files.
struct LintCorrection {
    private let lint: PolicyLint
    /// Whether the files themselves are corrected, instead of printing a patch.
    private let writesFiles: Bool

    init(_ lint: PolicyLint, writesFiles: Bool) {
        self.lint = lint
        self.writesFiles = writesFiles
    }

    /// Corrects the property lists at the paths. The exit status is that of the findings that remain.
    func run(on paths: [String]) throws(CommandFailure) -> Int32 {
        var (isUnreadable, hasErrors) = (false, false)
        var allFixes: [PolicyFix] = []
        for path in paths {
            do throws(PolicyFileError) {
                let fixes = try lint.fixes(at: path)
                hasErrors = hasErrors || fixes.contains { remaining(after: $0).contains { $0.severity == .error } }
                allFixes += fixes
            } catch {
                Output.say(error.description.visible(limit: 4000))
                isUnreadable = true
            }
        }
        for fix in allFixes { try report(fix) }
        guard !isUnreadable else { return CommandFailure.Status.data.rawValue }
        return hasErrors ? 1 : 0
    }

    /// Whether the corrections cannot be printed as a patch, because the file is in UTF-16.
    private func cannotBePatched(_ fix: PolicyFix) -> Bool { !writesFiles && !fix.isUTF8 && !fix.fixed.isEmpty }

    /// The findings on the file after the command.
    private func remaining(after fix: PolicyFix) -> [Lint] {
        cannotBePatched(fix) ? fix.original : fix.remaining
    }

    /// The number of findings that remain, as a clause. Those that the corrections have revealed are counted
    /// separately.
    private func remainder(after fix: PolicyFix) -> String {
        let revealed = cannotBePatched(fix) ? 0 : fix.revealed
        let count = remaining(after: fix).count - revealed
        let clause = count == 0 ? "nothing remains" : "\(count) \(count == 1 ? "remains" : "remain")"
        return revealed == 0 ? clause : "\(clause), and \(revealed) \(revealed == 1 ? "is" : "are") new"
    }

    /// Writes or prints the corrections of one file, and says their number.
    private func report(_ fix: PolicyFix) throws(CommandFailure) {
        if let obstacle = fix.obstacle { return Output.say(obstacle.visible(limit: 4000)) }
        let file = fix.file.visible()
        let remaining = remainder(after: fix)
        guard !cannotBePatched(fix) else {
            return Output.say("\(file) is in UTF-16, to which no patch applies; \(remaining). Add --in-place.")
        }
        let advice = fix.untried > 0 ? " Correct what is left to you, and run the command again." : ""
        guard !fix.fixed.isEmpty else {
            return Output.say("\(file): nothing has exactly one correction\(leftOut(by: fix)); \(remaining).\(advice)")
        }
        if writesFiles {
            try write(fix.bytes, to: fix.file)
        } else {
            Output.print(UnifiedDiff.text(from: fix.before, to: fix.after, path: fix.file).trimmedLineEnd)
        }
        let corrections = fix.fixed.count == 1 ? "1 correction" : "\(fix.fixed.count) corrections"
        Output.say("\(file): \(corrections)\(leftOut(by: fix)); \(remaining).\(advice)")
    }

    /// A clause about the corrections that are left to the author, and those that were not tried.
    private func leftOut(by fix: PolicyFix) -> String {
        var clause = ""
        if fix.withheld > 0 {
            let subject = fix.withheld == 1 ? "it is" : "they are"
            clause = ", and \(fix.withheld) would permit what the file blocks, so that \(subject) left to you"
        }
        if fix.untried > 0 {
            let verb = fix.untried == 1 ? "was" : "were"
            clause += ", and \(fix.untried) \(verb) not tried in \(PolicyFix.attemptLimit) attempts"
        }
        return clause
    }

    /// Replaces a file atomically, and keeps its permissions.
    private func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let temporary = url.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).plist")
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            try Data(bytes).write(to: temporary, options: .withoutOverwriting)
            if let permissions = attributes[.posixPermissions] {
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: temporary.path)
            }
            guard rename(temporary.path, url.path) == 0 else { throw SystemError.last("rename") }
        } catch {
            let reason = (error as? SystemError ?? SystemError(behind: error, in: "write")).text
            try? FileManager.default.removeItem(at: temporary)
            throw CommandFailure(.output, "\(path) cannot be written: \(reason).")
        }
    }
}

extension String {
    /// The text without the line feed at its end, which printing adds.
    fileprivate var trimmedLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
