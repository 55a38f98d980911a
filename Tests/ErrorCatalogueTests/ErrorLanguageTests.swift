import InternetNames
import Testing
import TransportSecurity

@testable import ErrorCatalogue

@Suite struct ErrorLanguageTests {
    /// Sentences of public reports, except those marked: they are the system's words without a report.
    @Test(
        arguments: [
            ("发生了 SSL 错误，无法建立与该服务器的安全连接。", -1200),  // lujiajing1126/AliyunLogObjc 24
            ("发生了 SSL错误，无法建立与该服务器的安全连接", -1200),  // ClarenceDan/chatGPT-Siri-Pro 11
            ("此服务器的证书无效。您可能正在连接一个伪装成“172.29.138.20”的服务器，这会威胁到您的机密信息的安全。", -1202),  // Sparkle 2123
            ("此服务器的证书无效。你可能正在连接一个伪装成 \"1.2.3.4\" 的服务器,这会威胁到你的机密信息的安全。", -1202),
            ("资源不能被加载，因为该应用程序传输的安全策略要求使用安全连接", -1022),  // translated in a project's notes
            ("無法載入資源，因為 App Transport Security 規則要求使用安全連線。", -1022),  // no report
            ("發生 SSL 錯誤，無法建立與伺服器的安全連線。", -1200),  // Microsoft, MSAL
            ("此伺服器的憑證無效。", -1202),  // no report
            (
                "Une erreur SSL s’est produite et il est impossible d’établir une connexion sécurisée avec le serveur.",
                -1200
            ),  // home-assistant/iOS 2313
            ("Le certificat de ce serveur est invalide.", -1202),  // no report
            (
                "Es ist ein SSL-Fehler aufgetreten. Eine sichere Verbindung zum Server kann nicht hergestellt werden",
                -1200
            ),  // an iPhone of 2026
            ("Das Zertifikat für diesen Server ist ungültig.", -1202),  // in an app's own handling
            (
                "Die Ressource konnte nicht geladen werden, da die App-Transport-Security-Richtlinie die Verwendung einer "
                    + "sicheren Verbindung erfordert.", -1022
            ),  // no report
            ("Si è verificato un errore SSL ed è impossibile effettuare una connessione sicura con il server.", -1200),
            ("Se produjo un error SSL y no se puede establecer una conexión segura con el servidor", -1200),  // MSAL
            ("El certificado de este servidor no es válido.", -1202),  // no report
            ("Ocorreu um erro de SSL e uma conexão segura com o servidor não pode ser feita.", -1200),  // MSAL
            ("Er heeft zich een SSL-fout voorgedaan en er kan geen beveiligde verbinding worden gemaakt", -1200),
            ("SSLエラーが起きたため、このサーバへのセキュリティ保護された接続を確立できません。", -1200),  // no report
            ("このサーバの証明書は無効です．", -1202),  // in a project's notes
            ("SSL 오류가 발생하여 서버에 대한 보안 연결을 만들 수 없습니다.", -1200),  // no report
            ("Произошла ошибка SSL. Безопасное подключение к серверу невозможно.", -1200),  // in an app's source
            ("ПРОИЗОШЛА ОШИБКА SSL, НЕ УДАЕТСЯ УСТАНОВИТЬ БЕЗОПАСНОЕ СОЕДИНЕНИЕ", -1200),
            ("Wystąpił błąd SSL i nie można nawiązać bezpiecznego połączenia z serwerem", -1200),  // MSAL
            ("Bir SSL hatası oluştu ve sunucuyla güvenli bir bağlantı kurulamıyor.", -1200),  // MSAL
            ("Ett SSL-fel har inträffat och en säker anslutning till servern kan inte göras.", -1200),  // MSAL
            ("A TLS error caused the secure connection to fail.", -1200),
            ("a TLS error caused\n  the secure\u{A0}connection", -1200),
            ("Cannot start load of Task <0>.<1> since it does not conform to ATS policy", -1022),
            ("Use HTTPS instead or add this domain to Exception Domains in your Info.plist.", -1022),
        ])
    func knowsTheSentence(text: String, code: Int) {
        #expect(PastedLog(text).explanations.compactMap(\.code) == [code])
    }

    @Test func coversTwelveLanguagesAndMore() {
        #expect(Set(ErrorLanguage.all.map(\.code)).count >= 12)
    }

    /// Words of the sentences alone are no error.
    @Test(arguments: [
        "Der Server braucht eine sichere Verbindung.", "Le serveur a un certificat.", "SSL ist kein Fehler.",
        "App Transport Security is on.", "此服务器使用安全连接。", "",
    ])
    func readsNoErrorIntoOtherText(text: String) {
        #expect(PastedLog(text).explanations.isEmpty)
    }

    @Test func reactNativeSaysNothingUnlessThereIsMore() {
        let alone = PastedLog("[TypeError: Network request failed]").explanations
        #expect(alone.map(\.name) == ["Network request failed"])
        #expect(alone.first?.advice.joined().contains("Xcode's console") == true)
        let both = PastedLog("TypeError: Network request failed\nCode=-1022").explanations
        #expect(both.map(\.code) == [-1022])
    }

    @Test func enrolmentNamesTheServersOfTheDomain() {
        let found = PastedLog("Sign-in Failed: Your Apple Account does not support the expected services").explanations
        #expect(found.count == 1 && found.first?.rules.contains(.niapExtendedMasterSecret) == true)
    }

    /// The lines of OS 26.4 and later, as their format strings have them.
    @Test(
        arguments: [
            (
                "Error [ATS FCPv2.1 violation]: TLS 1.2 negotiated without extended master secret (EMS) for server: ",
                RuleID.niapExtendedMasterSecret
            ),
            (
                "Error [ATS FCPv2.1 violation]: Server certificate signed using signature algorithm rsa_pkcs1_sha1 not "
                    + "advertised in client hello for server: ", .niapSignature
            ),
            (
                "Warning [ATS FCPv2.1 violation]: Ciphersuite(TLS_RSA) not offered in ATS FCP_v2.1 mode negotiated for "
                    + "server: ", .niapCipher
            ),
            ("Error [ATS Violation]: ATS certificate trust requirement not satisfied for server: ", .certificateTrust),
            (
                "Error [ATS violation]: RSA key size 1024 bits is less than minimum 2048 bits for server: ",
                .certificateKeySize
            ),
            (
                "Error [ATS violation]: Leaf certificate hash algorithm (1) is not at least SHA-256 for server: ",
                .certificateSignature
            ),
            ("Error [ATS violation]: Leaf certificate is absent for server: ", .certificateTrust),
            ("[ATS violation] Did not use TLS … server: ", .cleartext),
        ])
    func namesTheHostAndTheRuleOfALine(line: String, rule: RuleID) {
        let log = PastedLog("boringssl_context(12) [C1.1:2][0x1] \(line)mdm.example.com\nthe next line")
        #expect(log.hosts == [.name("mdm.example.com")])
        #expect(log.explanations.first?.rules.contains(rule) == true)
    }

    /// What another program writes behind a line says nothing of the cause.
    @Test func readsALineToItsEnd() {
        let line = "[ATS violation]: RSA key size 1024 bits is less than minimum 2048 bits for server: a.example"
        let log = PastedLog(line + "\nthe ciphersuite, an extended master secret and the hash algorithm are fine")
        #expect(log.explanations.map(\.rules) == [[.certificateKeySize]])
        let named = PastedLog("[ATS violation]: RSA key size 1024 bits is less than minimum 2048 bits for server: size")
        #expect(named.explanations.map(\.rules) == [[.certificateKeySize]] && named.hosts == [.name("size")])
    }

    @Test func namesTheHostOfAnUntrustedServer() {
        let text = "You might be connecting to a server that is pretending to be “shop.example” which could put"
        #expect(PastedLog(text).hosts == [.name("shop.example")])
    }

    /// Any text is read in time that grows with its length.
    @Test(arguments: ["ssl", "证书", "[ATS violation] ", "App Transport Security ", "server: x [ats fcpv2.1 violation]"])
    func readsHostileText(part: String) {
        let log = PastedLog(String(repeating: part, count: (1 << 18) / part.unicodeScalars.count))
        #expect(log.explanations.count <= 10)
    }
}
