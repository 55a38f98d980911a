import InternationalNames
import InternetNames

extension Host {
    /// Creates the host that a message of the network names; nil if the octets are not a name.
    ///
    /// Names on the network are ASCII (RFC 6066 §3). Some programs send an international name in UTF-8, which
    /// `Host(written:)` converts to A-labels.
    init?(captured name: ByteString) {
        guard let text = String(validating: name.octets, as: UTF8.self) else { return nil }
        self.init(captured: text)
    }

    /// Creates the host of a name that was read as UTF-8; nil if the text is not a name.
    init?(captured text: String) {
        guard let host = Host(text) ?? Host(written: text) else { return nil }
        self = host
    }
}
