import Foundation

/// A folder with a signer's certificate, its issuer and its key, and with profiles that are checked by other programs.
final class ProfileFiles {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "profiles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try shell(
            """
            openssl req -quiet -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -subj '/CN=Profile root' -days 3 \
                2>/dev/null || openssl req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem \
                -subj '/CN=Profile root' -days 3 2>/dev/null
            for name in one two; do
                openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $name.key -out $name.csr \
                    -subj "/CN=Signer $name" 2>/dev/null
                openssl x509 -req -in $name.csr -CA root.pem -CAkey root.key -days 2 -out $name.crt 2>/dev/null
                cat $name.crt root.pem > $name.pem
            done
            openssl pkey -in one.key -aes128 -passout pass:secret -out locked.key
            """)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path): \(error)\n".utf8))
        }
    }

    /// The path of a file.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Runs commands of the shell in the folder, and returns what they print.
    @discardableResult
    func shell(_ script: String) throws -> String {
        let program = try Program("/bin/sh", ["-c", "cd '\(folder.path)' && \(script)"])
        guard program.end() == 0 else { throw JourneyError(text: "\(script): \(program.output)\(program.errors)") }
        return program.output
    }

    /// What a profile sets, by the type of its payloads. It is read by Python.
    func settings(in name: String) throws -> [String: [String: Any]] {
        let script = Repository.root.appending(path: "Tests/Scripts/clients/check_profile.py").path
        let text = try shell("/usr/bin/python3 '\(script)' < \(name)")
        let settings = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: Any]]
        guard let settings else { throw JourneyError(text: "\(name) sets nothing: \(text)") }
        return settings
    }

    /// Verifies a signed profile as S/MIME and as CMS, and returns the subject of the signer. What was signed is written to
    /// `NAME.content`.
    func verify(_ name: String) throws -> String {
        try shell("openssl cms -verify -inform DER -in \(name) -CAfile root.pem -out \(name).content 2>&1")
        return try shell(
            """
            openssl smime -verify -inform DER -in \(name) -CAfile root.pem -out \(name).smime -signer signer.pem 2>&1 &&
            cmp \(name).smime \(name).content && openssl x509 -in signer.pem -noout -subject
            """)
    }
}
