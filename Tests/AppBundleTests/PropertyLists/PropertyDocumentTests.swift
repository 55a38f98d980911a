import Foundation
import Testing
import TransportSecurity

@testable import AppBundle

@Suite struct PropertyDocumentTests {
    private let profile = #"{"PayloadType":"Configuration"}"#

    @Test func documentsWithoutAPolicyAreRead() throws {
        let value = PropertyValue.dictionary(["PayloadType": .string("Configuration")])
        #expect(try PropertyDocument.value(of: Array(profile.utf8), at: "a") == value)
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
            let data = try PropertyListSerialization.data(
                fromPropertyList: ["PayloadType": "Configuration"], format: format, options: 0)
            #expect(try PropertyDocument.value(of: Array(data), at: "a") == value)
        }
    }

    @Test func otherContentIsAnError() {
        for text in ["", "{", "<html></html>", "text"] {
            #expect(throws: PolicyFileError.self) { try PropertyDocument.value(of: Array(text.utf8), at: "a") }
        }
    }
}
