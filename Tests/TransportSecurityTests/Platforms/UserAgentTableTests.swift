import Testing
import TransportSecurity

/// User-Agents of public sources: matomo device-detector (`Tests/Parser/Client/fixtures/mobile_app.yml`), the documented
/// forms of AFNetworking, Alamofire and GTMSessionFetcher, in-app browsers, and strings in public code and its tests.
@Suite struct UserAgentTableTests {
    private static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) "
        + "AppleWebKit/605.1.15 (KHTML, like Gecko)"

    struct Row: CustomTestStringConvertible, Sendable {
        var userAgent: String
        var name: String?
        var version: String?
        var api: LoadingAPI
        var os: OSVersion?
        var testDescription: String { userAgent }

        init(
            _ userAgent: String, _ name: String?, _ version: String?, _ os: OSVersion?, _ api: LoadingAPI = .urlSession
        ) {
            (self.userAgent, self.name, self.version, self.os, self.api) = (userAgent, name, version, os, api)
        }
    }

    @Test(arguments: libraries + apps + webViews)
    func readsRealStrings(row: Row) {
        let app = ClientApp(userAgent: row.userAgent)
        #expect(app.name == row.name)
        #expect(app.version == row.version)
        #expect(app.api == row.api)
        #expect(app.os == row.os)
    }

    private static let libraries: [Row] = [
        Row("MyApp/2.3.1 (iPhone; iOS 18.5; Scale/3.00)", "MyApp", "2.3.1", .iOS(18, 5)),
        Row("MyApp/2.3.1 (iPhone; iOS 15.6; Scale/3.00)", "MyApp", "2.3.1", .iOS(15, 6)),
        Row("MyApp/2.3.1 (iPhone; iOS 26.4; Scale/3.00)", "MyApp", "2.3.1", .iOS(26, 4)),
        Row("Pulse/4.0.5 (iPhone; iOS 7.0.6; Scale/2.00)", "Pulse", "4.0.5", .iOS(7)),
        Row("MyApp/1 (iPad; iPadOS 17.4; Scale/2.00)", "MyApp", "1", .iOS(17, 4)),
        Row("MyApp/1 (Mac OS X Version 10.14.6 (Build 18G84))", "MyApp", "1", .macOS(10, 14)),
        Row("Ring/0.67 (Mac OS X Version 10.12.4 (Build 16E195))", "Ring", "0.67", .macOS(10, 12)),
        Row("KugouMusic/2.9.5 (Mac OS X Version 10.15.7 (Build 19H2))", "KugouMusic", "2.9.5", .macOS(10, 15)),
        Row("aws-sdk-iOS/2.27.6 iOS/18.0.1 en_US", "aws-sdk-iOS", "2.27.6", .iOS(18)),
        Row("aws-sdk-iOS/2.24.3 iOS/14.7.1 en_US invoker", "aws-sdk-iOS", "2.24.3", .iOS(14, 7)),
        Row("aws-sdk-iOS/2.3.5 iPhone-OS/9.2.1 en_GB", "aws-sdk-iOS", "2.3.5", .iOS(9, 2)),
        Row("aws-sdk-ios/2.10.3 AppSyncClient", "aws-sdk-ios", "2.10.3", nil),
        Row("MyApp/1.0 (com.example; build:1; iOS 18.5.0) Alamofire/5.9.1", "MyApp", "1.0", .iOS(18, 5)),
        Row(
            "iOS Example/1.0 (org.alamofire.iOS-Example; build:1; iOS 13.0.0) Alamofire/5.0.0", "iOS Example", "1.0",
            .iOS(13)),
        Row("MyApp/1.0 (com.example; build:1; macOS 14.4.0) Alamofire/5.9", "MyApp", "1.0", .macOS(14, 4)),
        Row("MyApp/1.0 (com.example; build:1; tvOS 17.1.0) Alamofire/5.9", "MyApp", "1.0", .tvOS(17, 1)),
        Row("MyApp/1.0 (com.example; build:1; watchOS 10.2.0) Alamofire/5.9", "MyApp", "1.0", .watchOS(10, 2)),
        Row("MyApp/1.0 (com.example; build:1; visionOS 2.1.0) Alamofire/5.9", "MyApp", "1.0", .visionOS(2, 1)),
        Row(
            "com.google.GoogleMobile/23.1.0 iPhone/11.4.1 hw/iPhone6_2", "com.google.GoogleMobile", "23.1.0",
            .iOS(11, 4)),
        Row("com.example.App/1.2 iPad/18.5 hw/iPad13_1 (gzip)", "com.example.App", "1.2", .iOS(18, 5)),
        Row(
            "Dalvik/2.1.0 (Linux; U; Android 6.0.1; MI 4LTE MIUI/V7.3.2.0.MXDCNDD) NewsArticle/5.1.3", "Dalvik",
            "2.1.0", nil),
        Row("okhttp/4.12.0", "okhttp", "4.12.0", nil), Row("FeedR/1.0 (Android)", "FeedR", "1.0", nil),
        Row("TVirl/0.3.2.2 (Linux;Android 7.0)", "TVirl", "0.3.2.2", nil),
        Row("RSSRadio/9252", "RSSRadio", "9252", nil),
    ]

    private static let apps: [Row] = [
        Row("RSSRadio/9220 (iPad;iOS;12.3.1)", "RSSRadio", "9220", .iOS(12, 3)),
        Row("OneDriveiOSApp/11.42.4 (iOS/13.3.1; en_CA; Apple/iPad)", "OneDriveiOSApp", "11.42.4", .iOS(13, 3)),
        Row("Word/15.22.506 (Mac OS/10.11.5; Desktop; en-US; NonAppStore)", "Word", "15.22.506", .macOS(10, 11)),
        Row("Loop/0.15 (Mac OS X Version 12.1 (Build 21C52))", "Loop", "0.15", .macOS(12, 1)),
        Row("WhatsApp/2.24.10.78 iOS/17.4.1 Device/Apple-iPhone_12", "WhatsApp", "2.24.10.78", .iOS(17, 4)),
        Row("Spotify/8.9.82 iOS/18.0 (iPhone16,2)", "Spotify", "8.9.82", .iOS(18)),
        Row(
            "Instagram 142.0.0.22.109 (iPhone12,5; iOS 14_1; en_US; en-US; scale=3.00; 1242x2688; 214888322) "
                + "AppleWebKit/420+", "Instagram", "142.0.0.22.109", .iOS(14, 1)),
        Row("TikTok 26.1.3 rv:261303 (iPhone; iOS 14.4.2; en_US) Cronet", "TikTok", "26.1.3", .iOS(14, 4)),
        Row("Spotify/8.7.70 iOS/16.0 (iPhone15,3)", "Spotify", "8.7.70", .iOS(16)),
        Row("osee2unifiedRel498/5.8.0 iOS/16.0 (iPhone14,2)", "osee2unifiedRel498", "5.8.0", .iOS(16)),
        Row("MyApp/1.0 iOS 17.4.1", "MyApp", "1.0", .iOS(17, 4)), Row("MyApp/1.0 iOS", "MyApp", "1.0", nil),
        Row("Overcast/1.0 (+http://overcast.fm/; iOS podcast app)", "Overcast", "1.0", nil),
        Row("Podcasts/2.1.2", "Podcasts", "2.1.2", nil), Row("AntennaPod/0.9.9.1", "AntennaPod", "0.9.9.1", nil),
        Row("OC/16.0.13231.20390 (Skype for Business)", "OC", "16.0.13231.20390", nil),
        Row("Instapaper/7.8.3.3; CFNetwork/1128.0.1; Darwin/19.6.0", "Instapaper", "7.8.3.3", .iOS(13, 6)),
        Row("Keeper/14.11.1.8605; CFNetwork/978.0.7; Darwin/18.7.0", "Keeper", "14.11.1.8605", .iOS(12, 4)),
        Row("Skyeng Teachers/17; CFNetwork/1128.0.1; Darwin/19.6.0", "Skyeng Teachers", "17", .iOS(13, 6)),
        Row("Siri/1 CFNetwork/1128.0.1 Darwin/19.6.0", "Siri", "1", .iOS(13, 6)),
        Row("LinkedIn/9.7.1681 CFNetwork/808.1.4 Darwin/16.1.0", "LinkedIn", "9.7.1681", .iOS(10, 1)),
        Row("Twitter/7.57 CFNetwork/978.0.7 Darwin/18.7.0", "Twitter", "7.57", .iOS(12, 4)),
        Row("DeviantArt/167 CFNetwork/811.5.4 Darwin/16.7.0", "DeviantArt", "167", .iOS(10, 3)),
        Row("Discord/966 CFNetwork/758.5.3 Darwin/15.6.0", "Discord", "966", .iOS(9, 3)),
        Row("Covenant%20Eyes/5.3.8.0 CFNetwork/1121.2.2 Darwin/19.3.0", "Covenant Eyes", "5.3.8.0", .iOS(13, 3)),
        Row("HP%20Smart/519 CFNetwork/894 Darwin/17.4.0", "HP Smart", "519", .iOS(11, 2)),
        Row("Bitsboard/33.0.1 CFNetwork/894 Darwin/17.4.0", "Bitsboard", "33.0.1", .iOS(11, 2)),
        Row("Betbull/2155 CFNetwork/978.0.7 Darwin/18.7.0", "Betbull", "2155", .iOS(12, 4)),
        Row("U-Cursos/132 CFNetwork/811.5.4 Darwin/16.7.0", "U-Cursos", "132", .iOS(10, 3)),
        Row("ShopeeVN/2.40.11 CFNetwork/978.0.7 Darwin/18.6.0", "ShopeeVN", "2.40.11", .iOS(12, 3)),
        Row("SPORT1/6315 CFNetwork/808.2.16 Darwin/16.3.0", "SPORT1", "6315", .iOS(10, 2)),
        Row("Clovia/3.3.1 CFNetwork/1206 Darwin/20.1.0", "Clovia", "3.3.1", .iOS(14, 2)),
        Row("ShowMe/1.2 CFNetwork/758.5.3 Darwin/15.6.0", "ShowMe", "1.2", .iOS(9, 3)),
        Row("Wattpad/8.42.2.0 CFNetwork/1120 Darwin/19.0.0", "Wattpad", "8.42.2.0", .iOS(13)),
        Row("WSJ/31581 CFNetwork/1120 Darwin/19.0.0", "WSJ", "31581", .iOS(13)),
        Row("WH%20Questions/2.2 CFNetwork/887 Darwin/17.0.0", "WH Questions", "2.2", .iOS(11)),
        Row("whisper/201807171247 CFNetwork/901.1 Darwin/17.6.0", "whisper", "201807171247", .iOS(11, 4)),
        Row("Opal/6.54.1.0 CFNetwork/1206 Darwin/20.1.0", "Opal", "6.54.1.0", .iOS(14, 2)),
        Row("Zalo/205.0 CFNetwork/889.9 Darwin/17.2.0", "Zalo", "205.0", .iOS(11, 1)),
        Row("Yandex/9692 CFNetwork/1121.2.2 Darwin/19.3.0", "Yandex", "9692", .iOS(13, 3)),
        Row("Zoho%20Chat/4.4.9.11 CFNetwork/1121.2.2 Darwin/19.2.0", "Zoho Chat", "4.4.9.11", .iOS(13, 3)),
        Row("Mika+Player/3 CFNetwork/3896.100.1.1.1 Darwin/27.0.0", "Mika+Player", "3", .iOS(27)),
    ]

    private static let webViews: [Row] = [
        Row(
            "\(iPhone) Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38.108;FBBV/564431005;FBDV/iPhone14,2]", "FBIOS",
            "450.0.0.38.108", .iOS(17, 5), .webView),
        Row(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G100 "
                + "Safari/604.1 [FBAN/FBIOS;FBAV/550.0.0.34.65;FBBV/890804754;FBDV/iPhone14,7;FBMD/iPhone;FBSN/iOS;"
                + "FBSV/18.6.2;FBSS/3;FBID/phone;FBLC/es_LA;FBOP/5]", "FBIOS", "550.0.0.34.65", .iOS(18, 6), .webView),
        Row(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Mobile/13G36 "
                + "[FBAN/MessengerForiOS;FBAV/90.0.0.24.70;FBSN/iPhone OS;FBSV/9.3.5;FBSS/2]", "MessengerForiOS",
            "90.0.0.24.70", .iOS(9, 3), .webView),
        Row(
            "\(iPhone) Mobile/15E148 musical_ly_21.1.0 JsSdk/2.0 NetType/4G Channel/App Store ByteLocale/ru Region/RU "
                + "ByteFullLocale/ru-RU isDarkMode/1 WKWebView/1 BytedanceWebview/d8a21c6", "musical_ly", "21.1.0",
            .iOS(17, 5), .webView),
        Row(
            "\(iPhone) Mobile/15E148 BytedanceWebview/d8a21c6 musical_ly_32.8.0 JsSdk/2.0 NetType/WIFI Channel/App "
                + "ByteLocale/ar Region/SA", "musical_ly", "32.8.0", .iOS(17, 5), .webView),
        Row("\(iPhone) Mobile/15E148 [LinkedInApp]", "LinkedInApp", nil, .iOS(17, 5), .webView),
        Row("\(iPhone) Mobile/15E148 [Pinterest/iOS]", "Pinterest", nil, .iOS(17, 5), .webView),
        Row(
            "\(iPhone) Mobile/15E148 Instagram 300.0.0.13.84 (iPhone14,2; iOS 17_5; en_US; scale=3.00)", "Instagram",
            "300.0.0.13.84", .iOS(17, 5), .webView),
        Row("\(iPhone) Mobile/15E148 Safari Line/13.0.0", "Line", "13.0.0", .iOS(17, 5), .webView),
        Row("\(iPhone) Version/17.5 Mobile/15E148 Safari/604.1 Line/13.0.0", "Line", "13.0.0", .iOS(17, 5), .webView),
        Row("\(iPhone) Mobile/15A372 Twitter for iPhone/7.52", "Twitter for iPhone", "7.52", .iOS(17, 5), .webView),
        Row("\(iPhone) Mobile/15A372 Twitter for iPhone", "Twitter for iPhone", nil, .iOS(17, 5), .webView),
        Row(
            "\(iPhone) Mobile/15E148 MicroMessenger/8.0.1(0x18000129) NetType/WIFI Language/zh_CN", "MicroMessenger",
            "8.0.1", .iOS(17, 5), .webView),
        Row(
            "\(iPhone) Version/13.0.5 Mobile/15E148 Snapchat/10.77.0.54 (like Safari/604.1)", "Snapchat", "10.77.0.54",
            .iOS(17, 5), .webView),
        Row(
            "\(iPhone) Mobile/15E148 AliApp(DingTalk/5.1.12) com.laiwang.DingTalk/13441885",
            "AliApp com.laiwang.DingTalk", "13441885", .iOS(17, 5), .webView),
        Row("\(iPhone) Mobile/15E148 KajabiMobileApp", "KajabiMobileApp", nil, .iOS(17, 5), .webView),
        Row("\(iPhone) Mobile/15E148 CSDNApp/5.7.1(iOS)", "CSDNApp", "5.7.1", .iOS(17, 5), .webView),
        Row("\(iPhone) Version/17.5 Mobile/15E148 Safari/604.1", "Safari", "17.5", .iOS(17, 5), .none),
        Row(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0 (iPhone17,1; iOS 26_1; en_US)",
            "Instagram", "400.0", .iOS(26, 1), .webView),
        Row(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]",
            "LinkedInApp", nil, nil, .webView),
    ]
}
