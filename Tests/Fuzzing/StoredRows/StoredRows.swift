import Harness
import PostgreSQL

@testable import Store

/// The input is what a server sends for `COPY … TO STDOUT`, row by row.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let rows = UnsafeBufferPointer(start: start, count: count)
    var sums = LoadSums<LoadsKey>(limit: 8)
    for row in rows.split(separator: UInt8(ascii: "\n")) {
        readTexts(UnsafeBufferPointer(rebasing: row))
        var fields = CopyFields(UnsafeBufferPointer(rebasing: row))
        guard let key = try? LoadsKey(&fields), let counts = try? StoredCounts(&fields) else { continue }
        survives(key)
        isLimited(counts)
        sums.add(counts, of: key)
    }
    let sorted = sums.sorted
    claim(zip(sorted, sorted.dropFirst()).allSatisfy { $0.key < $1.key }, "sums that are not sorted")
    return 0
}

/// Claims that each text of a row is kept as it is, apart from texts that are no UTF-8.
private func readTexts(_ row: UnsafeBufferPointer<UInt8>) {
    var fields = CopyFields(row)
    while let text = try? fields.nextText() {
        claim(StoredText.original(StoredText.stored(text)) == text, "a text that changes in the store")
        if let elements = ArrayText.elements(of: text) {
            claim(ArrayText.elements(of: ArrayText.text(of: elements)) == elements, "an array that changes")
        }
        _ = StoredTime.time(of: text)
    }
}

/// Claims that a key is written and read as itself.
private func survives(_ key: LoadsKey) {
    var rows = CopyRows()
    key.write(to: &rows)
    rows.endRow()
    rows.bytes.withUnsafeBufferPointer { row in
        var fields = CopyFields(row)
        claim((try? LoadsKey(&fields)) == key, "a key that changes in the store")
    }
}

/// Claims that a row with too many devices loses none of their loads.
private func isLimited(_ counts: StoredCounts) {
    var limited = counts
    DeviceLimit([:], count: 2).apply(to: &limited)
    func total(_ counts: StoredCounts) -> Int64 {
        counts.devices.decisions.reduce(counts.otherDeviceDecisions, &+)
    }
    claim(limited.devices.devices.count <= 2 && total(limited) == total(counts), "loads of devices are lost")
}
