import TransportSecurity

/// Lints on values of the wrong type, and on strings without a meaning.
enum ValueLints: LintFamily {
    static func lints(in policy: LintedPolicy) -> [Lint] {
        policy.sites.compactMap { site in
            guard let type = site.dictionaryKind.type(of: site.key) else { return nil }
            switch type {
            case .boolean: return booleanLint(at: site, readBy: policy.os)
            case .string: return stringLint(at: site, readBy: policy.os)
            case .dictionary: return dictionaryLint(at: site)
            case .array: return arrayLint(at: site)
            }
        }
    }

    private static func dictionaryLint(at site: PolicySite) -> Lint? {
        // A key of ATS among the hosts is misplaced, which `KeyLints` reports.
        let isMisplaced = site.dictionaryKind.hasHostKeys && !PolicyDictionaryKind.kinds(withKey: site.key).isEmpty
        guard site.value.entries == nil, !isMisplaced else { return nil }
        return wrongTypeLint(
            at: site, expected: "a dictionary", instead: "A <dict> with the keys for \(site.key.shown).")
    }

    /// The lint on a list of pins, which are the only arrays.
    private static func arrayLint(at site: PolicySite) -> Lint? {
        guard site.value.elements == nil else { return identityLint(at: site) }
        return wrongTypeLint(
            at: site, expected: "an array", instead: "an <array>", effect: "which is read as an empty list")
    }

    private static func wrongTypeLint(
        at site: PolicySite, expected: String, instead: String, effect: String = "which is ignored"
    ) -> Lint {
        Lint(
            .wrongType, .error, at: site,
            "\(site.key.shown) holds \(site.value.typeName) where \(expected) belongs, \(effect).", instead: instead)
    }

    /// The lint on the first pin that is not a dictionary; nil if there is none.
    private static func identityLint(at site: PolicySite) -> Lint? {
        guard let wrong = (site.value.elements ?? []).first(where: { $0.entries == nil }) else { return nil }
        return Lint(
            .wrongType, .error,
            "\(site.key) holds \(wrong.typeName) where a dictionary belongs, which is ignored.",
            instead: "<dict><key>\(ATSKey.spkiSHA256Base64)</key><string>…</string></dict>", path: site.path,
            position: wrong.position ?? site.position)
    }

    private static func booleanLint(at site: PolicySite, readBy os: OSVersion) -> Lint? {
        switch site.value.kind {
        case .scalar(.boolean): return nil
        case .scalar(.integer(let number)):
            return numberLint(at: site, isOne: number == 1, isZero: number == 0, readBy: os)
        case .scalar(.real(let number)):
            return numberLint(at: site, isOne: number == 1, isZero: number == 0, readBy: os)
        case .scalar, .array, .dictionary:
            switch site.value.string?.lowercased() {
            case "yes", "true", "1", "y": return wrongTypeLint(at: site, expected: "a Boolean", instead: "<true/>")
            case "no", "false", "0", "n": return wrongTypeLint(at: site, expected: "a Boolean", instead: "<false/>")
            case _: return wrongTypeLint(at: site, expected: "a Boolean", instead: "<false/> or <true/>")
            }
        }
    }

    /// The lint on a number. The engine compares it with true: 1 counts as YES, except in the engine's first published
    /// version and for pins.
    private static func numberLint(at site: PolicySite, isOne: Bool, isZero: Bool, readBy os: OSVersion) -> Lint {
        let key = site.key
        if site.dictionaryKind == .pinnedDomain, !isZero {
            return Lint(
                .numberForBoolean, .error, at: site, "\(key) holds a number, which counts as NO in NSPinnedDomains.",
                instead: "<true/>")
        }
        if isOne {
            return Lint(
                .numberForBoolean, os.isFirstPublishedEngine ? .error : .warning, at: site,
                "\(key) holds the number 1, which iOS 18.4 and macOS 15.4 take for NO and other systems for YES.",
                instead: "<true/>")
        }
        return Lint(
            .numberForBoolean, isZero ? .advice : .error, at: site,
            "\(key) holds a number, which the system takes for NO.",
            instead: isZero ? "<false/>" : "<true/> or <false/>")
    }

    private static func stringLint(at site: PolicySite, readBy os: OSVersion) -> Lint? {
        let isVersion = PolicyDictionaryKind.currentKey(of: site.key) == ATSKey.exceptionMinimumTLSVersion
        guard let text = site.value.string else {
            let suggestion = isVersion ? "<string>\(version(in: site.value))</string>" : "A <string>."
            return wrongTypeLint(
                at: site, expected: "a string", instead: suggestion,
                effect: "which is ignored\(isVersion ? ", and TLS 1.2 holds" : "")")
        }
        if isVersion { return tlsVersionLint(at: site, version: text, readBy: os) }
        guard site.dictionaryKind != .identity, !["none", "FCP_v2.1", "recommended"].contains(text) else { return nil }
        return Lint(
            .niapPackage, .error, at: site,
            "\"\(text.shown)\" names no TLS package of NIAP's that Apple documents, so nothing is required.",
            instead: "<string>FCP_v2.1</string>, <string>recommended</string> or <string>none</string>")
    }

    private static func tlsVersionLint(at site: PolicySite, version text: String, readBy os: OSVersion) -> Lint? {
        guard let version = TLSVersion(name: text), version != .ssl3 else {
            return Lint(
                .tlsVersion, .error, at: site,
                "\"\(text.shown)\" is not a version that ATS can read, so TLS 1.2 holds for this host.",
                instead: "<string>\(self.version(in: site.value))</string>")
        }
        guard version == .tls1_3, !os.readsTLS13AsMinimum else { return nil }
        return Lint(
            .tlsVersion, .warning, at: site,
            "TLSv1.3 is a minimum from iOS 13 on; \(os) does not know it, and TLS 1.2 holds for this host.",
            instead: "<string>TLSv1.2</string>, or leave it where no older system matters.")
    }

    /// The version that a malformed value resembles; TLS 1.2, the default, if it resembles none.
    private static func version(in value: LocatedValue) -> String {
        let text: String
        switch value.kind {
        case .scalar(.string(let string)): text = string
        case .scalar(.real(let number)): text = "\(number)"
        case .scalar, .array, .dictionary: text = ""
        }
        let versions: [TLSVersion] = [.tls1_0, .tls1_1, .tls1_2, .tls1_3]
        let digits = text.filter(\.isNumber)
        return (versions.first { $0.name.filter(\.isNumber) == digits } ?? .tls1_2).name
    }
}

extension LocatedValue {
    /// The type of the value for messages.
    fileprivate var typeName: String {
        switch kind {
        case .array: return "an array"
        case .dictionary: return "a dictionary"
        case .scalar(.string(let text)): return "the string \"\(text.shown)\""
        case .scalar(.boolean): return "a Boolean"
        case .scalar(.integer), .scalar(.real): return "a number"
        case .scalar(.other(let name)): return name
        case .scalar(.array), .scalar(.dictionary): return "a collection"
        }
    }
}
