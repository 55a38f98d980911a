import Foundation
import Testing

@testable import AppBundle

@Suite struct XMLSyntaxTests {
    @Test(
        arguments: [
            ("<a>\n<b/></a>", nil), ("<a>\n<b></a>", .init(line: 2, column: 8)),
            ("<a>\n  &\n</a>", .init(line: 2, column: 4)),
        ] as [(String, PolicyFileError.Position?)])
    func findsTheFirstError(text: String, position: PolicyFileError.Position?) {
        #expect(XMLSyntax.firstError(in: Data(text.utf8)) == position)
    }

    @Test func survivesANameThatIsNoUTF8() {
        #expect(XMLSyntax.firstError(in: Data("<plist><di".utf8) + [0xF8] + Data("t></plist>".utf8)) == nil)
    }
}
