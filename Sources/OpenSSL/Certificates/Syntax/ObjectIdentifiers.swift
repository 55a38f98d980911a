import COpenSSL

/// Object identifiers as text.
enum ObjectIdentifiers {
    /// The dotted form, such as `2.5.29.19`.
    static func dotted(_ object: OpaquePointer?) -> String {
        guard let object else { return "" }
        var buffer = [CChar](repeating: 0, count: 128)
        let length = OBJ_obj2txt(&buffer, Int32(buffer.count), object, 1)
        guard length > 0 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// OpenSSL's long name, such as `sha256WithRSAEncryption`, or the dotted form if OpenSSL has no name.
    static func name(_ object: OpaquePointer?) -> String {
        let number = OBJ_obj2nid(object)
        guard number != NID_undef, let name = OBJ_nid2ln(number) else { return dotted(object) }
        return String(cString: name)
    }
}
