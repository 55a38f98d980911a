import Foundation
import Testing
import TransportSecurity

@Suite struct PEMBlockTests {
    /// RFC 7468 §2: all lines but the last have 64 characters, and the last is not empty.
    @Test(arguments: [0, 1, 47, 48, 49, 96, 1000]) func linesHave64Characters(count: Int) throws {
        let der = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let text = PEMBlock.certificate(der)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "-----BEGIN CERTIFICATE-----")
        #expect(lines.suffix(2) == ["-----END CERTIFICATE-----", ""])
        let content = lines.dropFirst().dropLast(2)
        #expect(content.dropLast().allSatisfy { $0.count == 64 } && content.allSatisfy { (1...64).contains($0.count) })
        #expect(Data(base64Encoded: content.joined()) == Data(der))
    }
}
