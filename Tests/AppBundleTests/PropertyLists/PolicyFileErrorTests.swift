import Testing

@testable import AppBundle

@Suite struct PolicyFileErrorTests {
    @Test(
        arguments: [
            (.missing, "a.plist does not exist."),
            (.unreadable("permission denied"), "a.plist cannot be read: permission denied."),
            (.tooLarge(limit: 16 << 20), "a.plist is larger than 16 MiB, too large for an Info.plist."),
            (.empty, "a.plist is empty; name an Info.plist, a dictionary NSAppTransportSecurity, or an app."),
            (.zipArchive, "a.plist is a zip archive; name the archive itself, as a file."),
            (.tooManyBundles, "a.plist holds more bundles than any app does; name the .app or .appex itself."),
            (.webPage, "a.plist is an HTML page, not a property list."),
            (.unknownFormat, "a.plist is neither a property list nor JSON."),
            (.notADictionary, "a.plist holds no dictionary; an Info.plist or a policy is one."),
            (
                .directoryWithoutInfoPlist,
                "a.plist is a directory without Info.plist or Contents/Info.plist; name an app or its Info.plist."
            ),
            (
                .malformed(format: "JSON", position: .init(line: 2, column: 7), detail: "Invalid value"),
                "a.plist:2:7 cannot be read as JSON: Invalid value."
            ),
            (
                .malformed(format: "a binary property list", position: nil, detail: ""),
                "a.plist cannot be read as a binary property list."
            ),
        ] as [(PolicyFileError.Reason, String)])
    func isOneSentence(reason: PolicyFileError.Reason, sentence: String) {
        #expect(PolicyFileError(path: "a.plist", reason: reason).description == sentence)
    }

    @Test func listsAreTruncated() {
        #expect((["a"]).listed == "a")
        #expect((["a", "b", "c"]).listed == "a, b and c")
        #expect((1...12).map(String.init).listed == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more")
    }
}
