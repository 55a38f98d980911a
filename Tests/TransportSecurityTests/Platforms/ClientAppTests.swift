import Testing
import TransportSecurity

@Suite struct ClientAppTests {
    private static let webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)"

    @Test(
        arguments: [
            ("MyApp/42 CFNetwork/1568.200.51 Darwin/24.1.0", "MyApp", "42", .urlSession),
            ("MyApp/1.0.2 CFNetwork/1498.700.2 Darwin/23.6.0 (x86_64)", "MyApp", "1.0.2", .urlSession),
            ("nsurlsessiond/1 CFNetwork/3826.500.111 Darwin/24.4.0", "nsurlsessiond", "1", .urlSession),
            ("My%20App/7 CFNetwork/978.0.7 Darwin/18.7.0", "My App", "7", .urlSession),
            ("My Own App/7 CFNetwork/978.0.7 Darwin/18.7.0", "My Own App", "7", .urlSession),
            ("%E3%83%86%E3%82%B9%E3%83%88/3 CFNetwork/978.0.7 Darwin/18.7.0", "テスト", "3", .urlSession),
            ("MyApp CFNetwork/978.0.7 Darwin/18.7.0", "MyApp", nil, .urlSession),
            (
                "AppleCoreMedia/1.0.0.21F79 (iPhone; U; CPU OS 17_5 like Mac OS X; en_us)",
                "AppleCoreMedia", "1.0.0.21F79", .avFoundation
            ),
            (
                "com.apple.WebKit.Networking/8618.2.12 CFNetwork/1494.0.7 Darwin/23.4.0",
                "com.apple.WebKit.Networking", "8618.2.12", .webView
            ),
            ("NetworkingExtension/8619.1.26 Network/5812.1 iOS/18.1", "NetworkingExtension", "8619.1.26", .webView),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) \(webKit) Mobile/15E148", nil, nil, .webView),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) \(webKit) Mobile/15E148 Shop/9", "Shop", "9",
                .webView
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) \(webKit) CriOS/130.0 Mobile/15E148 Safari/604.1",
                "CriOS", "130.0", .webView
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) \(webKit) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari", "17.5", .none
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36",
                "Mozilla", "5.0", .urlSession
            ),
            ("curl/8.5.0", "curl", "8.5.0", .urlSession), ("okhttp", "okhttp", nil, .urlSession),
            ("", nil, nil, .urlSession),
        ] as [(String, String?, String?, LoadingAPI)])
    func readsNameVersionAndAPI(userAgent: String, name: String?, version: String?, api: LoadingAPI) {
        let app = ClientApp(userAgent: userAgent)
        #expect(app.name == name)
        #expect(app.version == version)
        #expect(app.api == api)
        #expect(app.userAgent == userAgent)
    }

    @Test(
        arguments: [
            ("758.0.2", "15.0.0", .ios, 9, 0), ("758.1.6", "15.0.0", .ios, 9, 1), ("758.2.8", "15.0.0", .ios, 9, 2),
            ("758.3.15", "15.4.0", .ios, 9, 3), ("758.5.3", "15.6.0", .ios, 9, 3),
            ("760.2.6", "15.3.0", .macos, 10, 11), ("807.1.3", "16.1.0", .macos, 10, 12),
            ("808.0.2", "16.0.0", .ios, 10, 0), ("808.1.4", "16.1.0", .ios, 10, 1), ("808.3", "16.3.0", .ios, 10, 2),
            ("811.5.4", "16.7.0", .ios, 10, 3), ("887", "17.0.0", .ios, 11, 0), ("893.14", "17.2.0", .ios, 11, 1),
            ("894", "17.4.0", .ios, 11, 2), ("897.15", "17.5.0", .ios, 11, 3), ("902.2", "17.7.0", .ios, 11, 4),
            ("974.2.1", "18.0.0", .ios, 12, 0), ("976", "18.2.0", .ios, 12, 1), ("978.0.7", "18.5.0", .ios, 12, 2),
            ("978.0.7", "18.7.0", .ios, 12, 4), ("1107.1", "19.0.0", .ios, 13, 0), ("1121", "19.2.0", .ios, 13, 3),
            ("1128.0.1", "19.6.0", .ios, 13, 6), ("1197", "20.0.0", .ios, 14, 0), ("1240.0.4", "20.6.0", .ios, 14, 7),
            ("1327.0.4", "21.2.0", .ios, 15, 2), ("1331.0.7", "21.4.0", .ios, 15, 4), ("1410.1", "22.6.0", .ios, 16, 6),
            ("1474", "23.0.0", .ios, 17, 0), ("1568.200.51", "24.1.0", .ios, 18, 1),
            ("3826.500.111", "24.4.0", .ios, 18, 4), ("3860.100.1", "25.0.0", .ios, 26, 0),
            ("3860.500.1", "25.4.0", .ios, 26, 4), ("3870", "26.0.0", .ios, 27, 0),
            ("3892.100.1", "27.0.0", .ios, 27, 0),
            ("720.0.9", "14.0.0", .ios, 9, 0),
        ] as [(String, String, OSVersion.Family, Int, Int)])
    func readsTheSystemFromDarwin(network: String, darwin: String, family: OSVersion.Family, major: Int, minor: Int) {
        let app = ClientApp(userAgent: "MyApp/1 CFNetwork/\(network) Darwin/\(darwin)")
        #expect(app.os == OSVersion(family, major, minor))
    }

    @Test(
        arguments: [
            ("19.6.0", 10, 15), ("20.6.0", 11, 5), ("21.4.0", 12, 3), ("22.1.0", 13, 0), ("23.0.0", 14, 0),
            ("24.4.0", 15, 4), ("25.0.0", 26, 0), ("27.1.0", 27, 1),
        ])
    func recognizesAnIntelMacByItsProcessor(darwin: String, major: Int, minor: Int) {
        let app = ClientApp(userAgent: "MyApp/1 CFNetwork/1.0 Darwin/\(darwin) (x86_64)")
        #expect(app.os == OSVersion(.macos, major, minor))
    }

    @Test(
        arguments: [
            ("AppleCoreMedia/1.0.0.21F79 (iPad; U; CPU OS 17_5 like Mac OS X; en_us)", .ios, 17, 5),
            ("AppleCoreMedia/1.0.0.21L569 (Apple TV; U; CPU OS 17_5 like Mac OS X; en_us)", .tvos, 17, 5),
            ("AppleCoreMedia/1.0.0.19H12 (Macintosh; U; Intel Mac OS X 10_15_7; en_us)", .macos, 10, 15),
            ("AppleCoreMedia/1.0.0.23A341 (iPhone; U; CPU OS 26_0 like Mac OS X; en_us)", .ios, 26, 0),
            ("NetworkingExtension/8619.1.26 Network/5812.1 iOS/18.1", .ios, 18, 1),
            ("com.apple.WebKit.Networking/1 Network/1 macOS/15.4", .macos, 15, 4), ("MyApp/1 iOS/18.1", .ios, 18, 1),
            ("Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) \(webKit) Mobile/15E148", .ios, 18, 5),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) \(webKit) Version/18.6 Safari/604.1", .ios, 18, 6),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_14_6) \(webKit)", .macos, 10, 14),
        ] as [(String, OSVersion.Family, Int, Int)])
    func readsTheSystemThatIsNamed(userAgent: String, family: OSVersion.Family, major: Int, minor: Int) {
        #expect(ClientApp(userAgent: userAgent).os == OSVersion(family, major, minor))
    }

    @Test(arguments: [
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) \(webKit) Mobile/15E148",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) \(webKit) Version/26.0 Mobile/15E148 Safari/604.1",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) \(webKit)", "MyApp/1 CFNetwork/9999 Darwin/28.0.0",
        "MyApp/1 CFNetwork/1 Darwin/99999999999999999999.0", "MyApp/1 Darwin/24.99999", "MyApp/1 Darwin/", "MyApp/1",
        "iOS/18.1 MyApp/1", "MyApp/1 iOS/x",
        "AppleCoreMedia/1.0 (iPhone; U; CPU OS like Mac OS X)",
        "AppleCoreMedia/1.0 (iPhone", "",
    ])
    func namesNoUnknownSystem(userAgent: String) {
        #expect(ClientApp(userAgent: userAgent).os == nil)
    }

    @Test(arguments: ["a%0Ab", "a%1B%5B31m", "a%E2%80%AEb", "a%FF", "a%", "a%4", "a%zz", "a%00"])
    func leavesHarmfulNamesEncoded(name: String) {
        #expect(ClientApp(userAgent: "\(name)/1").name == name)
    }

    @Test(arguments: [
        String(repeating: "(", count: 100_000), String(repeating: "a/", count: 100_000),
        String(repeating: "é", count: 100_000), String(repeating: "%41", count: 100_000),
        "a" + String(repeating: "\u{301}", count: 100_000),
    ])
    func readsNoMoreThanTheLimit(userAgent: String) {
        #expect(ClientApp(userAgent: userAgent).userAgent.utf8.count <= ClientApp.maximumLength + 2)
    }
}
