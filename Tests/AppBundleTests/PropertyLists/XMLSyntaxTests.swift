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

    @Test(arguments: [[0xF8], [0xED, 0xA0, 0x80], [0]] as [[UInt8]])
    func survivesNamesThatAreNotUTF8(bytes: [UInt8]) {
        #expect(XMLSyntax.firstError(in: Data("<plist><di".utf8) + bytes + Data("t></plist>".utf8)) == nil)
        #expect(XMLSyntax.firstError(in: Data("<".utf8) + bytes) == nil)
    }
}
