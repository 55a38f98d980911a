import Foundation
import Testing

@Suite struct PolicyErrorCommandTests {
    static let dump = """
        Task <9A>.<1> finished with error [-1200] Error Domain=NSURLErrorDomain Code=-1200 "Es ist ein SSL-Fehler aufgetreten."
        UserInfo={NSErrorFailingURLKey=https://api.example.com/x, _kCFStreamErrorCodeKey=-9802}
        """

    @Test(arguments: [
        ([dump], ["-9802 errSSLFatalAlert", "-1200 NSURLErrorSecureConnectionFailed"]),
        (["-1200", "-9802", "-1200"], ["-9802 errSSLFatalAlert", "-1200 NSURLErrorSecureConnectionFailed"]),
        (["ATS failed system trust"], ["ATS failed system trust"]),
    ])
    func explainsArgumentsTheInnermostFirst(arguments: [String], titles: [String]) throws {
        let program = try Program(Repository.program, ["policy", "error"] + arguments)
        #expect(program.end() == 0, "\(program.errors)")
        let lines = program.output.split(separator: "\n")
        let headings = zip(lines, lines.dropFirst()).filter { $1.hasPrefix("---") }.map { String($0.0) }
        #expect(headings == titles)
    }

    @Test func theHelpSaysWhichLanguagesAreKnown() throws {
        let program = try Program(Repository.program, ["policy", "error", "--help"])
        #expect(program.end() == 0 && !program.output.contains("any language"))
        #expect(program.output.contains("23 languages"))
    }

    @Test func readsStandardInput() throws {
        let program = try Program(
            "/bin/sh",
            ["-c", "printf '%s' \"$1\" | \"$0\" policy error --format json -", Repository.program, Self.dump])
        #expect(program.end() == 0, "\(program.errors)")
        let codes = try program.output.split(separator: "\n").map { line in
            (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["code"] as? Int
        }
        #expect(codes == [-9802, -1200])
    }

    @Test(arguments: [
        ("-4711", "no known error code or message found: -4711"),
        ("hello", "no known error code or message found."), ("", "no known error code or message found."),
    ])
    func whatIsNotKnownIsSaid(text: String, sentence: String) throws {
        let program = try Program(Repository.program, ["policy", "error", text])
        #expect(program.end() == 65)
        #expect(program.errors.contains(sentence) && program.output.isEmpty)
    }
}
