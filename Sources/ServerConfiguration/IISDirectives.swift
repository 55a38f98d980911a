/// The lines for IIS, in PowerShell (Microsoft, "TLS registry settings"; the modules `TLS` and `WebAdministration`).
///
/// Schannel, the TLS library of Windows, holds for the whole machine.
enum IISDirectives {
    /// The place of lines. Suites need no restart (Microsoft, "Enable-TlsCipherSuite"), versions of TLS do.
    static func placement(for needs: [ConfigurationNeed]) -> String {
        "In PowerShell as an administrator" + (needs.contains(.protocols) ? "; restart Windows afterwards." : ".")
            + (needs.allSatisfy(\.isListener) ? "" : " The settings hold for each service of the machine.")
    }

    /// The lines that meet a need, or the sentence that tells why there are none.
    static func lines(for need: ConfigurationNeed) -> Directives {
        switch need {
        case .listener(let port):
            return Directives([
                "New-WebBinding -Name 'Default Web Site' -Protocol https -Port \(port)",
                "(Get-WebBinding -Protocol https -Port \(port)).AddSslCertificate('THUMBPRINT', 'My')",
            ])
        case .protocols:
            return Directives(protocols, notes: [versions])
        case .cipherSuites(let key):
            return Directives(
                key.registeredSuites.reversed().map { "Enable-TlsCipherSuite -Name \($0) -Position 0" },
                notes: [suites(for: key)])
        case .groups:
            return Directives(
                ["Enable-TlsEccCurve -Name NistP256 -Position 0"],
                notes: ["Enable-TlsEccCurve needs Windows Server 2016."])
        case .signatures:
            return .none("IIS has no setting for signatures of the handshake: Schannel takes what Windows has.")
        case .extendedMasterSecret:
            return .none(extendedMasterSecret)
        case .chain:
            return Directives(
                ["Import-Certificate -FilePath intermediate.cer -CertStoreLocation Cert:\\LocalMachine\\CA"],
                notes: ["Windows sends the issuers that it finds in that store."])
        }
    }

    private static let protocols = [
        "$key = 'HKLM:\\SYSTEM\\CurrentControlSet\\Control\\SecurityProviders\\SCHANNEL\\Protocols\\TLS 1.2\\Server'",
        "New-Item $key -Force | Out-Null",
        "New-ItemProperty $key -Name Enabled -Value 1 -PropertyType DWord -Force | Out-Null",
        "New-ItemProperty $key -Name DisabledByDefault -Value 0 -PropertyType DWord -Force | Out-Null",
    ]
    private static let versions =
        "Schannel has TLS 1.2 from Windows Server 2008 R2 on, and TLS 1.3 from Windows Server 2022 on. The lines turn "
        + "no older version off."
    /// Microsoft, Security Bulletin MS15-121 (KB3081320).
    private static let extendedMasterSecret =
        "Extended Master Secret has no line: Windows Server 2016 and newer have it, older ones with the update of "
        + "bulletin MS15-121 (KB3081320)."

    /// The sentence on versions of Windows. Windows Server 2012 R2 has GCM with ECDHE_ECDSA and DHE_RSA, and ECDHE_RSA
    /// only with CBC (Microsoft, "TLS Cipher Suites in Windows 8.1").
    private static func suites(for key: KeyKind) -> String {
        let cmdlet =
            "Enable-TlsCipherSuite needs Windows Server 2016; older ones have the group policy SSL Cipher Suite Order."
        switch key {
        case .ellipticCurve: return cmdlet
        case .rsa, .unknown:
            return cmdlet + " Windows Server 2012 R2 has no ECDHE with AES-GCM for RSA certificates, only for EC keys."
        }
    }
}
