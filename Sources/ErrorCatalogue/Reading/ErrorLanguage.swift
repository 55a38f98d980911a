/// The words of one language in the system's sentences for -1022, -1200 and -1202. In German, -1200 is `Es ist ein
/// SSL-Fehler aufgetreten. Eine sichere Verbindung zum Server kann nicht hergestellt werden.`
///
/// The sentences differ between versions of the systems, but their words do not. Stems stand for all forms of a word.
struct ErrorLanguage {
    /// The code of the language (BCP 47).
    var code: String
    /// "Secure connection", in the forms of the sentences for -1022 and -1200.
    var secureConnection: [String]
    /// "Error", beside SSL or TLS in the sentence for -1200.
    var error: [String]
    /// "Certificate", in the sentence for -1202.
    var certificate: String
    /// "Server", in the sentence for -1202.
    var server: String
    /// "Invalid", in the sentence for -1202.
    var invalid: [String]

    /// The codes of the sentences in the text.
    static func codes(in text: LetterText) -> [Int] {
        // The words of one sentence stand near each other: each text around a word is about two sentences.
        let aroundATS = transportSecurity.flatMap(text.surroundings)
        let aroundTLS = ["ssl", "tls"].flatMap(text.surroundings)
        var codes: [Int] = []
        if all.contains(where: { $0.hasCleartextSentence(in: aroundATS) }) { codes.append(-1022) }
        if all.contains(where: { $0.hasTLSSentence(in: aroundTLS) }) { codes.append(-1200) }
        if all.contains(where: { $0.hasCertificateSentence(in: text) }) { codes.append(-1202) }
        return codes
    }

    /// Whether one of the texts around a name of ATS is the sentence for -1022.
    private func hasCleartextSentence(in texts: [LetterText]) -> Bool {
        texts.contains { $0.contains(anyOf: secureConnection) }
    }

    /// Whether one of the texts around SSL or TLS is the sentence for -1200.
    private func hasTLSSentence(in texts: [LetterText]) -> Bool {
        texts.contains { $0.contains(anyOf: secureConnection) && $0.contains(anyOf: error) }
    }

    /// Whether the text has the sentence for -1202.
    private func hasCertificateSentence(in text: LetterText) -> Bool {
        text.surroundings(of: certificate).contains { $0.contains(server) && $0.contains(anyOf: invalid) }
    }

    /// The name of ATS. Most languages leave it in English.
    private static let transportSecurity = [
        "App Transport Security", "App-Transportsicherheit", "App 传输安全", "应用程序传输的安全策略", "App 傳輸安全",
    ]

    /// The known languages other than English, whose sentences are in `ErrorSentences`.
    ///
    /// Public reports have the sentences in German (a real iPhone's -1200), French (home-assistant/iOS 2313), Italian,
    /// Japanese, Dutch, Russian, and both kinds of Chinese (lujiajing1126/AliyunLogObjc 24, sparkle-project/Sparkle
    /// 2123). Microsoft's documentation of MSAL has translations of -1200 in Spanish, Portuguese, Polish, Turkish and
    /// Swedish. No report was found for the other languages, and for -1022 outside English and Chinese. For these, the
    /// words are those that Apple's interface uses in the language.
    static let all: [ErrorLanguage] = [
        ErrorLanguage(
            code: "de", secureConnection: ["sichere Verbindung", "sicheren Verbindung"], error: ["fehler"],
            certificate: "Zertifikat", server: "Server", invalid: ["ungültig"]),
        ErrorLanguage(
            code: "fr", secureConnection: ["connexion sécurisée"], error: ["erreur"], certificate: "certificat",
            server: "serveur", invalid: ["invalide", "pas valide", "non valide"]),
        ErrorLanguage(
            code: "es", secureConnection: ["conexión segura"], error: ["error"], certificate: "certificado",
            server: "servidor", invalid: ["no es válido", "no válido", "inválido"]),
        ErrorLanguage(
            code: "it", secureConnection: ["connessione sicura", "connessione protetta"], error: ["errore"],
            certificate: "certificato", server: "server", invalid: ["non è valido", "non valido"]),
        ErrorLanguage(
            code: "pt", secureConnection: ["conexão segura", "ligação segura", "ligação protegida"], error: ["erro"],
            certificate: "certificado", server: "servidor", invalid: ["inválido", "não é válido"]),
        ErrorLanguage(
            code: "nl", secureConnection: ["beveiligde verbinding", "veilige verbinding"], error: ["fout"],
            certificate: "certificaat", server: "server", invalid: ["ongeldig", "niet geldig"]),
        ErrorLanguage(
            code: "ja", secureConnection: ["セキュリティ保護された接続", "安全な接続", "セキュアな接続", "セキュリティで保護された接続"],
            error: ["エラー"], certificate: "証明書", server: "サーバ", invalid: ["無効", "不正"]),
        ErrorLanguage(
            code: "zh-Hans", secureConnection: ["安全连接", "安全的连接"], error: ["错误"], certificate: "证书",
            server: "服务器", invalid: ["无效"]),
        ErrorLanguage(
            code: "zh-Hant", secureConnection: ["安全連線", "安全的連線", "安全連接"], error: ["錯誤"],
            certificate: "憑證", server: "伺服器", invalid: ["無效"]),
        ErrorLanguage(
            code: "ko", secureConnection: ["보안 연결", "안전한 연결", "안전하게 연결"], error: ["오류", "에러"],
            certificate: "인증서", server: "서버", invalid: ["유효하지", "올바르지", "무효"]),
        ErrorLanguage(
            code: "ru",
            secureConnection: [
                "безопасное соединение", "безопасного соединения", "защищенное соединение", "защищённое соединение",
                "защищенного соединения", "безопасное подключение", "безопасного подключения", "защищенное подключение",
            ], error: ["ошибк"], certificate: "сертификат", server: "сервер",
            invalid: ["недейств", "недопустим", "неверн"]),
        ErrorLanguage(
            code: "uk", secureConnection: ["безпечне з", "безпечного з", "захищене з"], error: ["помилк"],
            certificate: "сертифікат", server: "сервер", invalid: ["недійсн", "неприпустим"]),
        ErrorLanguage(
            code: "pl", secureConnection: ["bezpieczne połączenie", "bezpiecznego połączenia"],
            error: ["błąd", "błęd"],
            certificate: "certyfikat", server: "serwer", invalid: ["nieprawidłow", "nieważn"]),
        ErrorLanguage(
            code: "tr", secureConnection: ["güvenli bir bağlantı", "güvenli bağlantı"], error: ["hata"],
            certificate: "sertifika", server: "sunucu", invalid: ["geçersiz", "geçerli değil"]),
        ErrorLanguage(
            code: "sv", secureConnection: ["säker anslutning"], error: ["fel"], certificate: "certifikat",
            server: "server", invalid: ["ogiltig"]),
        ErrorLanguage(
            code: "da", secureConnection: ["sikker forbindelse"], error: ["fejl"], certificate: "certifikat",
            server: "server", invalid: ["ugyldig"]),
        ErrorLanguage(
            code: "nb", secureConnection: ["sikker tilkobling", "sikker forbindelse"], error: ["feil"],
            certificate: "sertifikat", server: "tjener", invalid: ["ugyldig"]),
        ErrorLanguage(
            code: "fi", secureConnection: ["suojattua yhteyttä", "suojatun yhteyden", "turvallista yhteyttä"],
            error: ["virhe"], certificate: "varmenne", server: "palvelim", invalid: ["ei kelpaa", "virheelli"]),
        ErrorLanguage(
            code: "cs", secureConnection: ["zabezpečené připojení", "zabezpečeného připojení", "zabezpečené spojení"],
            error: ["chyb"], certificate: "certifikát", server: "server", invalid: ["neplatn"]),
        ErrorLanguage(
            code: "hu", secureConnection: ["biztonságos kapcsolat"], error: ["hiba"], certificate: "tanúsítvány",
            server: "szerver", invalid: ["érvénytelen"]),
        ErrorLanguage(
            code: "vi", secureConnection: ["kết nối bảo mật", "kết nối an toàn"], error: ["lỗi"],
            certificate: "chứng chỉ", server: "máy chủ", invalid: ["không hợp lệ"]),
        ErrorLanguage(
            code: "id", secureConnection: ["koneksi aman", "sambungan aman", "koneksi yang aman"], error: ["kesalahan"],
            certificate: "sertifikat", server: "server", invalid: ["tidak valid", "tidak sah"]),
    ]
}
