import TransportSecurity

extension Offer {
    var versions: ClosedRange<TLSVersion> {
        minimumVersion...(profile >= .ios12 ? .tls1_3 : max(.tls1_2, minimumVersion))
    }
    var cipherSuites: [CipherSuite] {
        var codes: [UInt16] = [
            0x1301, 0x1302, 0x1303, 0xC02C, 0xC02B, 0xC030, 0xC02F, 0xCCA9, 0xCCA8, 0xC00A, 0xC009, 0xC013, 0xC014,
        ]
        if includesRSAKeyTransport || isPermissive { codes += [0x009D, 0x009C, 0x0035, 0x002F] }
        if isPermissive { codes += [0x0033, 0x0039, 0x009E, 0x009F, 0x000A] }
        return codes.map { CipherSuite(rawValue: $0) }
    }
    var groups: [NamedGroup] { [.x25519MLKEM768, .x25519, .p256, .p384, .p521] }
    var signatureSchemes: [SignatureScheme] {
        [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601, 0x0203, 0x0201].map {
            SignatureScheme(rawValue: $0)
        }
    }
    var applicationProtocols: [String] { ["h2", "http/1.1"] }
}
