/// The error codes in pasted text, such as `-1,200` or `Code=-1022`, and the names of codes, such as
/// `NSURLErrorTimedOut`.
struct PastedCodes {
    /// The explanations of known codes, without duplicates, in the order of the text.
    private(set) var explanations: [ErrorExplanation] = []
    /// The codes without an explanation, in words for messages, without duplicates; at most a hundred.
    private(set) var unknown: [String] = []

    /// The text without commas that group digits.
    private let scalars: [Unicode.Scalar]

    /// Finds the codes in a text.
    init(_ text: String) {
        scalars = Self.ungrouped(Array(text.unicodeScalars))
        var index = 0
        while index < scalars.count {
            let start = index
            while index < scalars.count, Self.isDigit(scalars[index]) { index += 1 }
            if index > start { read(start..<index) } else { index += 1 }
        }
    }

    /// The text without the commas within negative numbers of four or five digits, as interfaces of apps write them:
    /// `-1,200`.
    private static func ungrouped(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        scalars.indices.compactMap { isGroupingComma(at: $0, in: scalars) ? nil : scalars[$0] }
    }

    /// Whether a scalar is a comma with a minus sign and one or two digits before it and three digits behind it, and
    /// the number ends there.
    private static func isGroupingComma(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        func isDigit(_ index: Int) -> Bool { scalars.indices.contains(index) && Self.isDigit(scalars[index]) }
        guard scalars[index] == ",", (1...3).allSatisfy({ isDigit(index + $0) }), !isDigit(index + 4),
            isDigit(index - 1)
        else { return false }
        let signIndex = isDigit(index - 2) ? index - 3 : index - 2
        guard signIndex >= 0, minusSigns.contains(scalars[signIndex]) else { return false }
        let isFollowedByGroup = scalars.indices.contains(index + 4) && scalars[index + 4] == "," && isDigit(index + 5)
        return !isFollowedByGroup
    }

    /// Other dashes are accepted as minus signs, because text copied from a browser may have typographic ones.
    private static let minusSigns: [Unicode.Scalar] = ["-", "\u{2212}", "\u{2013}"]

    /// Adds the codes whose names stand in the text as words. Swift's names have a dot before them, as in
    /// `URLError.Code.cannotFindHost`, and count only if the text mentions `URLError`.
    mutating func readNames(_ text: String) {
        let mentionsURLError = text.contains("URLError")
        var index = 0
        while index < scalars.count {
            guard Self.isWord(scalars[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < scalars.count, Self.isWord(scalars[index]) { index += 1 }
            let word = String(String.UnicodeScalarView(scalars[start..<index]))
            let isSwiftName = mentionsURLError && start > 0 && scalars[start - 1] == "."
            if let explanation = ErrorCatalogue.byName[word] {
                add(explanation)
            } else if isSwiftName, let explanation = ErrorCatalogue.byName["." + word] {
                add(explanation)
            }
        }
    }

    /// Adds the code with these digits, unless they belong to another number.
    private mutating func read(_ digits: Range<Int>) {
        // No code has more than five digits.
        guard digits.count <= 5, let number = Int(text(digits)) else { return }
        let isNegative = digits.lowerBound > 0 && Self.minusSigns.contains(scalars[digits.lowerBound - 1])
        let start = isNegative ? digits.lowerBound - 1 : digits.lowerBound
        if let domain = domain(before: start) {
            read(isNegative ? -number : number, in: domain)
        } else if isNegative {
            if isCode(digits) { add(-number) }
        } else if isOnItsOwnLine(digits) {
            // A bare number is a code of either sign.
            add(ErrorCatalogue.byCode[number] == nil ? -number : number)
        } else if let explanation = ErrorCatalogue.byCode[number], isSystemError(at: start) {
            add(explanation)
        }
    }

    /// Adds a code of a domain. Only some domains have codes with explanations.
    private mutating func read(_ code: Int, in domain: String) {
        switch domain {
        case "NSURLErrorDomain", "kCFErrorDomainCFNetwork", "NSOSStatusErrorDomain", "kCFStreamErrorDomainSSL":
            // A small positive number is not a code of these domains, although it may be one of POSIX.
            if (1..<300).contains(code) { addUnknown("\(domain) \(code)") } else { add(code, in: domain) }
        case "NSPOSIXErrorDomain", "kNWErrorDomainPOSIX": add(abs(code), in: domain)
        case _: addUnknown("\(domain) \(code)")
        }
    }

    /// Whether a negative number is a code, and not a part of a date, a version, an identifier or a fraction.
    private func isCode(_ digits: Range<Int>) -> Bool {
        guard (3...5).contains(digits.count), scalars[digits.lowerBound] != "0" else { return false }
        let before = digits.lowerBound - 2
        if before >= 0, Self.isWord(scalars[before]) { return false }
        guard digits.upperBound < scalars.count else { return true }
        let next = scalars[digits.upperBound]
        if ".-:".unicodeScalars.contains(next), digits.upperBound + 1 < scalars.count {
            return !Self.isWord(scalars[digits.upperBound + 1])
        }
        return !Self.isWord(next)
    }

    /// Whether a number stands on a line of its own.
    private func isOnItsOwnLine(_ digits: Range<Int>) -> Bool {
        func isLineEnd(_ index: Int) -> Bool {
            !scalars.indices.contains(index) || "\r\n".unicodeScalars.contains(scalars[index])
        }
        return isLineEnd(digits.lowerBound - 1) && isLineEnd(digits.upperBound) && digits.count > 1
    }

    /// Whether a positive number follows the mark of the POSIX domain: `[1:54]`, ` 1:61 Err(61)` or the keys
    /// `_kCFStreamErrorDomainKey=1` and `_kCFStreamErrorCodeKey=61` of one error.
    private func isSystemError(at start: Int) -> Bool {
        guard start >= 3 else { return false }
        if text((start - 2)..<start) == "1:", "[( ".unicodeScalars.contains(scalars[start - 3]) { return true }
        guard isPreceded(start, by: "_kCFStreamErrorCodeKey=") else { return false }
        let around = text(max(0, start - 400)..<min(scalars.count, start + 400))
        return around.contains("_kCFStreamErrorDomainKey=1,") || around.contains("_kCFStreamErrorDomainKey=1}")
    }

    /// The domain before a code, as in `Domain=NSURLErrorDomain Code=-1022` and `(NSURLErrorDomain error -1022.)`; nil
    /// if there is none.
    private func domain(before start: Int) -> String? {
        let mark = ["Code=", "error ", "Code: "].first { isPreceded(start, by: $0) } ?? ""
        // Without a mark, the domain itself precedes the code, as crash reporters write `NSURLErrorDomain-1202`.
        guard !mark.isEmpty || isPreceded(start, by: "Domain") else { return nil }
        var end = start - mark.unicodeScalars.count
        while end > 0, " ,".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        var first = end
        while first > 0, end - first < 200, Self.isWord(scalars[first - 1]) || scalars[first - 1] == "." { first -= 1 }
        let domain = text(first..<end)
        return domain.contains("Domain") || isPreceded(first, by: "Domain=") ? domain : nil
    }

    private func isPreceded(_ index: Int, by mark: String) -> Bool {
        let mark = mark.unicodeScalars
        return index >= mark.count && scalars[(index - mark.count)..<index].elementsEqual(mark)
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    private mutating func add(_ code: Int, in domain: String? = nil) {
        guard let explanation = ErrorCatalogue.byCode[code] else {
            return addUnknown([domain, "\(code)"].compactMap(\.self).joined(separator: " "))
        }
        add(explanation)
    }

    private mutating func add(_ explanation: ErrorExplanation) {
        if !explanations.contains(explanation) { explanations.append(explanation) }
    }

    private mutating func addUnknown(_ code: String) {
        if unknown.count < 100, !unknown.contains(code) { unknown.append(code) }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": return true
        case _: return !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }
}
