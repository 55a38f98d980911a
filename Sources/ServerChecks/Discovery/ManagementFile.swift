import AppBundle
import DeviceManagement
import Documents
import OpenSSL
import Settings
import TransportSecurity

/// A configuration profile, a declaration, a manifest of apps or a command of device management that `--profile` names.
package struct ManagementFile {
    /// The name of the file.
    package let name: String
    /// Whether the file is signed. The signature is not checked.
    let isSigned: Bool
    /// The URLs in the file.
    package let document: ManagementDocument

    /// The largest file that is read, in bytes. Large profiles have fonts in them.
    private static let sizeLimit = 16 << 20

    /// Reads a file.
    package init(_ file: InputFile) throws(CommandFailure) {
        name = file.name.split(separator: "/").last.map(String.init) ?? file.name
        let bytes = try file.bytes()
        guard bytes.count <= Self.sizeLimit else {
            throw CommandFailure(.data, "\(file.name) is larger than 16 MiB, and was not read.")
        }
        let content = SignedContent.content(of: bytes)
        isSigned = content != nil
        if content == nil, let clause = Self.signatureFault(in: bytes) {
            throw CommandFailure(.data, "\(file.name) \(clause)")
        }
        let value: PropertyValue
        do throws(PolicyFileError) {
            value = try PropertyDocument.value(of: content ?? bytes, at: file.name)
        } catch {
            throw Self.failure(error, in: file.name)
        }
        guard let document = ManagementDocument(value, named: name) else {
            throw CommandFailure(
                .data,
                "\(file.name) is neither a configuration profile, a declaration, a manifest of apps nor "
                    + "a command.")
        }
        self.document = document
    }

    /// The reason why a signed message is not read, as a clause after the name of the file; nil for other files.
    private static func signatureFault(in bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(512), as: UTF8.self)
        if start.hasPrefix("-----BEGIN ") {
            return "is PEM, and devices read DER; convert it: openssl cms -cmsout -inform PEM -outform DER"
        }
        if start.hasPrefix("MIME-Version:") {
            return "is S/MIME, and devices read DER; convert it: openssl cms -cmsout -inform SMIME -outform DER"
        }
        // A sequence in DER begins with this byte.
        guard bytes.first == 0x30 else { return nil }
        return "is not a signed message with its content; sign it with the content in it (openssl cms -sign -nodetach)."
    }

    private static func failure(_ error: PolicyFileError, in name: String) -> CommandFailure {
        switch error.reason {
        case .malformed: CommandFailure(.data, error.description)
        case .missing, .unreadable, .tooLarge, .empty, .directoryWithoutInfoPlist, .zipArchive, .noApp, .severalApps,
            .severalTargets, .noSuchBundle, .tooManyBundles, .webPage, .unknownFormat, .noPolicy, .notADictionary:
            CommandFailure(
                .data, "\(name) is neither a property list nor JSON; name a profile, a declaration or a manifest.")
        }
    }

    /// The file in one sentence.
    package var sentence: String {
        let signature = isSigned ? ", signed; the signature is not checked" : ""
        let cut = document.isCut ? "; only the first \(ManagementDocument.limit) URLs were read" : ""
        return "\(name): \(document.kind.rawValue), \(Quantity.of(document.uses.count, "URL"))\(signature)\(cut)"
    }
}
