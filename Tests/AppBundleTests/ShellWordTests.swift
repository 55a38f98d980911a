import AppBundle
import Foundation
import Testing

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("events.jsonl", "events.jsonl"), ("/var/log/a-b_c+d=e:f,g@h%i.jsonl", "/var/log/a-b_c+d=e:f,g@h%i.jsonl"),
        ("", "''"), ("My App.app", "'My App.app'"), ("it's", #"'it'\''s'"#), ("$(reboot)", "'$(reboot)'"),
        ("a;b", "'a;b'"), ("~/a", "'~/a'"), ("#a", "'#a'"), ("käse", "'käse'"), ("a\\b", #"'a\b'"#),
        ("a\u{1B}[0m'\\1", #"$'a\033[0m\'\\1'"#), ("a\n1", #"$'a\0121'"#), ("\u{202E}a", #"$'\342\200\256a'"#),
    ])
    func quotesWhatAShellWouldInterpret(text: String, word: String) {
        #expect(ShellWord.quoted(text) == word)
    }

    /// A command with a shortened path does not work.
    @Test(arguments: ["a", "ä", "b c/", "'", "'\u{301}", "\u{7F}", "\\"]) func neverShortensAPath(part: String) throws {
        let path = "/" + String(repeating: part, count: 2000) + "/events.jsonl"
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", "printf %s \(ShellWord.quoted(path))"]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(Data(path.utf8) == read)
    }
}
