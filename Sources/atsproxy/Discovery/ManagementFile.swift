import AppBundle
import DeviceManagement
import OpenSSL
import Settings
import TransportSecurity

/// A configuration profile, a declaration or a manifest of apps that `--profile` names.
struct ManagementFile {
    /// The name of the file.
    let name: String
    /// Whether the file is signed. The signature is not checked.
    let isSigned: Bool
    /// The URLs in the file.
    let document: ManagementDocument

    /// The largest file that is read, in bytes. Large profiles have fonts in them.
    private static let sizeLimit = 16 << 20

    /// Reads a file.
    init(_ file: InputFile) throws(CommandFailure) {
        name = file.name.split(separator: "/").last.map(String.init) ?? file.name
        let bytes = try file.bytes()
        guard bytes.count <= Self.sizeLimit else {
            throw CommandFailure(.data, "\(file.name) is larger than 16 MiB, and was not read.")
        }
        let content = SignedContent.content(of: bytes)
        isSigned = content != nil
        let value: PropertyValue
        do throws(PolicyFileError) {
            value = try PropertyDocument.value(of: content ?? bytes, at: file.name)
        } catch {
            throw Self.failure(error, in: file.name)
        }
        guard let document = ManagementDocument(value, named: name) else {
            throw CommandFailure(
                .data, "\(file.name) is neither a configuration profile, a declaration nor a manifest of apps.")
        }
        self.document = document
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
    var sentence: String {
        let signature = isSigned ? ", signed; the signature is not checked" : ""
        let cut = document.isCut ? "; only the first \(ManagementDocument.limit) URLs were read" : ""
        return "\(name): \(document.kind.rawValue), \(document.uses.count) URLs\(signature)\(cut)"
    }
}
