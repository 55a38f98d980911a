import Console
import HTTPServer
import Testing

@Suite struct ConsoleResponsesTests {
    @Test func problemsAreThoseOfTheStandard() {
        let response = ServerResponse.problem(ConsoleProblem(404, title: "Not found", detail: "There is no row r9."))
        #expect(response.status == 404)
        #expect(response.contentType == "application/problem+json")
        #expect(
            String(decoding: response.body, as: UTF8.self)
                == #"{"type":"about:blank","title":"Not found","status":404,"detail":"There is no row r9."}"#)
    }

    /// The names of attachments are made of names of apps, which come from the network.
    @Test(arguments: [
        ("report.html", "report.html"),
        ("a\"\r\nSet-Cookie: x=y;.txt", "a___Set-Cookie:_x=y_.txt"),
        ("Ünïcode/../x", "_n_code_.._x"),
    ])
    func namesOfAttachmentsAreHarmless(name: String, written: String) {
        let response = ServerResponse.attachment(name, contentType: "text/plain", content: [])
        #expect(
            response.fields == [ServerResponse.Field("Content-Disposition", "attachment; filename=\"\(written)\"")])
    }

    @Test func firstMemberOfAQuery() {
        let request = ConsoleRequest(.get, ["report"], query: [.init("format", "html"), .init("format", "csv")])
        #expect(request.first("format") == "html")
        #expect(request.first("app") == nil)
    }
}
