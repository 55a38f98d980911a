/// Build settings in a property list, such as `$(API_HOST)` and `${API_HOST}`, which Xcode replaces when it builds the
/// app (Xcode Help, "Use build settings in an information property list").
enum BuildSetting {
    /// Whether a text contains a build setting.
    static func occurs(in text: String) -> Bool {
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "$") && index + 2 < bytes.count {
            let end: UInt8
            switch bytes[index + 1] {
            case UInt8(ascii: "("): end = UInt8(ascii: ")")
            case UInt8(ascii: "{"): end = UInt8(ascii: "}")
            case _: continue
            }
            if bytes[(index + 2)...].firstIndex(of: end).map({ $0 > index + 2 }) == true { return true }
        }
        return false
    }
}
