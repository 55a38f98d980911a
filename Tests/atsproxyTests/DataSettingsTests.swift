import DataFiles
import Testing

@testable import atsproxy
@testable import Settings

@Suite struct DataSettingsTests {
    private func settings(_ text: String) throws -> DataSettings {
        let file = try ConfigurationFile(Array(text.utf8), named: "/etc/atsproxy.yaml")
        return try ServeSettings(SettingsLayer(), over: file).data
    }

    @Test func nothingIsUpdatedByDefault() throws {
        let settings = try settings("")
        #expect(settings.frequency == .off)
        #expect(settings.sources.map(\.kind) == [.logList, .publicSuffixes])
        #expect(settings.source(of: .roots) == nil)
    }

    @Test func aSourceIsNamedInPlaceOfThePublisher() throws {
        let settings = try settings(
            "update-data: daily\ndata-source: [\"roots=https://a.test/roots\", \"ct-log-list=https://a.test/logs\"]")
        #expect(settings.frequency == .daily)
        #expect(settings.sources.map(\.kind) == DataFileKind.allCases)
        #expect(settings.source(of: .roots)?.url.text == "https://a.test/roots")
        #expect(settings.source(of: .publicSuffixes)?.url.text == DataFileKind.publicSuffixes.publishedAt)
    }

    @Test(
        arguments: [
            ("", []), ("update-data: daily", []), ("ct-log-list: a.json", []),
            (
                "data-source: [\"roots=https://a.test/roots\"]",
                ["data-source has no effect, because update-data is not daily."]
            ),
            (
                "update-data: daily\nct-log-list: /a.json\nroots: /a.pem",
                ["ct-log-list names /a.json, which is in force, so that update-data does not fetch ct-log-list."]
            ),
        ] as [(String, [String])])
    func saysWhatDoesNothing(text: String, notices: [String]) throws {
        let file = try ConfigurationFile(Array(text.utf8), named: "/etc/atsproxy.yaml")
        #expect(try ServeSettings(SettingsLayer(), over: file).dataNotices == notices)
    }

    @Test(arguments: [
        ("update-data: weekly", "line 1: update-data weekly is not one of daily, off."),
        ("data-source: [roots]", "line 1: data-source roots is not of the form FILE=URL; the files are "),
        (
            "mode: observe\ndata-source: [\"roots=http://a.test/\"]",
            "line 2: data-source roots=http://a.test/ has another address than one of https://"
        ),
        (
            "data-source: [\"roots=https://a.test/\", \"roots=https://b.test/\"]",
            "data-source roots=https://b.test/ is the second address of roots; name one."
        ),
        ("data-source: [\"ct-log-list=https://www.gstatic.com/ct/\"]", "names Google's list of CT logs; Google says"),
    ])
    func aSettingOfAnotherFormIsAnError(text: String, words: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try settings(text) }
        #expect(failure?.sentence.contains(words) == true, "\(failure?.sentence ?? "")")
    }
}
