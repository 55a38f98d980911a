import Harness
import TransportSecurity

@testable import PolicyTesting

/// The input is a file of expectations.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let content = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(ExpectationFaults) {
        let file = try ExpectationFile(content)
        claim(!file.rows.isEmpty, "a file without rows")
        var readings = PolicyReadings(of: [:], linkedSDK: nil)
        for row in file.rows.prefix(20) {
            claim((1...count + 1).contains(row.line), "a row on line \(row.line)")
            claim(!row.urls.isEmpty && !row.members.isEmpty, "a row that expects nothing")
            let result = RowResult(of: row, defaults: file.settings, under: &readings)
            claim(result.passes == result.text(in: "a").isEmpty, "a row that fails without a word")
            for line in result.text(in: "a").split(separator: "\n") { claimHarmless(String(line), "a result") }
            claim(!result.json(in: "a").contains(0x0A), "a result on several lines")
        }
    } catch {
        claim(!error.faults.isEmpty, "an error without a fault")
        for fault in error.faults {
            claim(!fault.sentence.isEmpty, "a fault without a sentence")
            claim((1...count + 2).contains(fault.line ?? 1), "a fault on line \(fault.line ?? 0)")
        }
    }
    return 0
}
