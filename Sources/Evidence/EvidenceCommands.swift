import InternetNames
import TransportSecurity

/// The shell commands that verify the evidence about one server without this program. Each ends with status 0 if it
/// confirms the evidence.
struct EvidenceCommands {
    /// The server.
    let server: ServerEvidence

    /// The commands, to be run in the folder of the server.
    var all: [EvidenceCommand] {
        let findings = FindingCommands(server: server).all
        guard let verification = server.verification, !server.certificates.isEmpty else { return findings + refusals }
        var commands = [chain(verification)]
        if let name { commands.append(name) }
        commands += findings + keys + timestamps + staple
        // The last ones need the network.
        return commands + refusals + connection(verification)
    }

    /// The command about the chain. `openssl verify` must say the same as OpenSSL's library.
    private func chain(_ verification: ServerEvidence.Verification) -> EvidenceCommand {
        let lastFile = EvidenceCommand.certificateFile(server.certificates.count)
        let root = server.hasAnchor ? "-CAfile \(lastFile)" : "-no-CAfile"
        let intermediates = server.intermediates.isEmpty ? "" : "-untrusted intermediates.pem "
        let line =
            "openssl verify -attime \(server.time.seconds) -purpose sslserver -partial_chain \(root) -no-CApath "
            + "-no-CAstore \(intermediates)\(EvidenceCommand.certificateFile(1))"
        guard let error = verification.error else {
            return EvidenceCommand(purpose: "The chain leads to the root, at the time of the verdict.", line: line)
        }
        // OpenSSL prints `error 10 at 0 depth lookup: certificate has expired`. An apostrophe in the error would end
        // the quotes of the shell. The command then shows only that there is an error.
        let isQuotable = !error.contains("'")
        return EvidenceCommand(
            purpose: "The chain does not verify at the time of the verdict. OpenSSL says: \(error).",
            line: isQuotable ? "\(line) 2>&1 | grep -F ' lookup: \(error)'" : "! \(line)")
    }

    /// The command about the names of the certificate. `openssl x509 -checkhost` would also take the common name of a
    /// certificate without DNS names, which no system does from iOS 13 on.
    private var name: EvidenceCommand? {
        guard let host = Self.plain(server.host), let leaf = server.certificates.first else { return nil }
        let names = leaf.subjectAltNames
        switch names?.fault {
        case .ipAddress(let octets):
            return EvidenceCommand(
                purpose: "An iPAddress of \(octets) octets makes the subjectAltName malformed, so that no name counts.",
                line: "\(Self.subjectAltName) | grep -F 'IP Address:<invalid'")
        // The text that OpenSSL prints for these faults depends on the bytes.
        case .dnsName, .unreadable: return nil
        case nil: break
        }
        switch server.host {
        case .name: return Self.command(for: host, in: names?.dnsNames ?? [])
        case .address(let address):
            return Self.command(for: host, isNamed: names?.ipAddresses.contains(address.bytes) ?? false)
        }
    }

    /// The command that prints the names of the certificate.
    private static let subjectAltName = "\(EvidenceCommand.x509(1)) -ext subjectAltName 2>/dev/null"

    /// The command that shows whether the host, or a wildcard for it, is among the DNS names of the certificate.
    private static func command(for host: String, in names: [String]) -> EvidenceCommand {
        let reference = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
        let wildcard = reference.split(separator: ".", maxSplits: 1).dropFirst().first.map { "*.\($0)" }
        let sought = [reference, wildcard].compactMap(\.self)
        let present = Set(names.map { $0.lowercased() })
        let lines = "\(subjectAltName) | tr ',' '\\n' | sed 's/^ *//'"
        if let presentName = sought.first(where: present.contains) {
            return EvidenceCommand(
                purpose: "The certificate is for \(presentName).",
                line: "\(lines) | grep -Fxi 'DNS:\(presentName)'")
        }
        let patterns = sought.map { "-e 'DNS:\($0)'" }.joined(separator: " ")
        return EvidenceCommand(
            purpose: "No subjectAltName of the certificate is \(host), nor a wildcard for it.",
            line: "\(EvidenceCommand.x509(1)) && ! \(lines) | grep -Fxi \(patterns)")
    }

    /// The command that shows whether the certificate names the address of the host.
    private static func command(for host: String, isNamed: Bool) -> EvidenceCommand {
        EvidenceCommand(
            purpose: "The certificate \(isNamed ? "is" : "is not") for \(host).",
            line: "\(EvidenceCommand.x509(1)) -checkip \(host) | "
                + "grep -F '\(isNamed ? "does match" : "does NOT match")'")
    }

    /// The commands about the digests of the keys.
    private var keys: [EvidenceCommand] {
        server.certificates.enumerated().compactMap { index, certificate in
            switch certificate.key {
            case .rsa, .ellipticCurve: break
            // OpenSSL may not know the algorithm, and then prints no key.
            case .other: return nil
            }
            let digest = Base64.encode(certificate.publicKeySHA256)
            return EvidenceCommand(
                purpose: "The key of certificate \(index + 1) of the path has this digest, as NSPinnedDomains has it.",
                line:
                    "\(EvidenceCommand.x509(index + 1)) -pubkey | openssl pkey -pubin -outform der | "
                    + "openssl dgst -sha256 -binary | base64 | grep -Fx '\(digest)'")
        }
    }

    /// The command about embedded timestamps.
    private var timestamps: [EvidenceCommand] {
        let embedded = server.chain?.timestamps.count { $0.source == .embedded } ?? 0
        guard embedded > 0 else { return [] }
        return [
            EvidenceCommand(
                purpose: "The certificate has embedded timestamps of CT logs; scts.txt has the names of the logs.",
                line:
                    "\(EvidenceCommand.x509(1)) -ext ct_precert_scts | grep -F 'Log ID'"
            )
        ]
    }

    /// The commands about the stapled OCSP response.
    private var staple: [EvidenceCommand] {
        guard server.handshake?.certificateStatus != nil, let stapleText = server.verification?.stapleText else {
            return []
        }
        var commands = [
            EvidenceCommand(
                purpose: "The stapled OCSP response in readable form.",
                line: "openssl ocsp -respin ocsp.der -noverify -resp_text")
        ]
        let status: String
        switch server.chain?.revocation {
        case .good?: status = "good"
        case .revoked?: status = "revoked"
        case .notStated?, .unusable?, .notListed?, .unusableList?, nil: return commands
        }
        // The command needs the issuer and the root, and `openssl ocsp` compares certificate IDs with SHA-1 by default.
        guard server.hasAnchor, server.certificates.count > 1, stapleText.contains("Hash Algorithm: sha1") else {
            return commands
        }
        let line =
            "openssl ocsp -respin ocsp.der -issuer \(EvidenceCommand.certificateFile(2)) "
            + "-cert \(EvidenceCommand.certificateFile(1)) "
            + "-CAfile \(EvidenceCommand.certificateFile(server.certificates.count)) "
            + "-no-CApath -no-CAstore -partial_chain -attime \(server.time.seconds) 2>&1"
        commands.append(
            EvidenceCommand(
                purpose: "The response says about the certificate: \(status).",
                line: "\(line) | grep -F '\(EvidenceCommand.certificateFile(1)): \(status)'"))
        return commands
    }

    /// The commands that make the hellos that the server refused. A command succeeds if `s_client` fails although it
    /// reached the server: TCP connected, and the upstream proxy, if there is one, did not refuse the CONNECT.
    private var refusals: [EvidenceCommand] {
        guard let target = connectionTarget else { return [] }
        return server.refusals.map { refusal in
            EvidenceCommand(
                purpose:
                    "The server refuses the hello \(refusal.name). This needs the network, and the server may have "
                    + "changed since.",
                line: "! answer=$(OPENSSL_CONF=/dev/null openssl s_client \(target) "
                    + "\(refusal.helloOptions.joined(separator: " ")) </dev/null 2>&1) && "
                    + "printf '%s\\n' \"$answer\" | grep -F 'CONNECTED(' && "
                    + "! printf '%s\\n' \"$answer\" | grep -F 'HTTP CONNECT failed'")
        }
    }

    /// The commands that make the judged handshake again.
    private func connection(_ verification: ServerEvidence.Verification) -> [EvidenceCommand] {
        // OpenSSL cannot complete a handshake that the probe ended, because it lacks the version or suite.
        guard let options = verification.helloOptions, let suite = verification.suite, let target = connectionTarget,
            let handshake = server.handshake, !handshake.wasEndedByUs
        else { return [] }
        let line =
            "OPENSSL_CONF=/dev/null openssl s_client \(target) -status "
            + "\(options.joined(separator: " ")) </dev/null 2>&1"
        var commands = [
            EvidenceCommand(
                purpose: "The same hello gets the same cipher suite. This needs the network, and the server may have "
                    + "changed since.", line: "\(line) | grep -F 'Cipher is \(suite)'")
        ]
        if handshake.version == .tls1_2, !handshake.extendedMasterSecret {
            commands.append(
                EvidenceCommand(
                    purpose: "The server has no Extended Master Secret.",
                    line: "\(line) | grep -F 'Extended master secret: no'"))
        }
        return commands
    }

    /// The options of `openssl s_client` that name the server; nil if it cannot be named.
    private var connectionTarget: String? {
        guard let port = server.port, let host = Self.plain(server.host) else { return nil }
        var name = "-noservername"
        if case .name = server.host { name = "-servername \(host)" }
        func bracketed(_ text: String) -> String { text.contains(":") ? "[\(text)]" : text }
        switch server.route {
        case .direct:
            guard let address = server.address else { return nil }
            return "-connect \(bracketed(address.description)):\(port) \(name)"
        case .through(let proxy): return "-proxy \(proxy) -connect \(bracketed(host)):\(port) \(name)"
        case .throughUnknownProxy: return nil
        }
    }

    /// The host if a shell takes it for one plain word; nil otherwise.
    private static func plain(_ host: Host) -> String? {
        let text = host.description
        // A word that begins with a hyphen is an option.
        return EvidenceCommand.isPlain(text) && !text.isEmpty && !text.hasPrefix("-") ? text : nil
    }
}
