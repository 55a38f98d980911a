import AppBundle
import OpenSSL
import Settings

extension ProfileSigningSettings {
    /// Creates the signer from the files of its certificates and its key.
    func signer(pipes: FileOpening.Pipes = .read) throws(CommandFailure) -> MessageSigner {
        let chain = try certificates.read(pipes: pipes) { (file) throws(CommandFailure) in try file.bytes() }
        let keyBytes = try key.read(pipes: pipes) { (file) throws(CommandFailure) in try file.bytes() }
        do throws(SignerFault) {
            return try MessageSigner(certificates: (chain, certificates.path), key: (keyBytes, key.path))
        } catch {
            switch error {
            case .certificates(let fault): throw certificates.text.dataFault(fault.text)
            case .key(let fault): throw key.text.dataFault(fault.text)
            }
        }
    }
}
