import HTTP
import InternetNames

/// The page that a form was sent from, as far as its request says so.
enum FormOrigin {
    /// A page of this proxy, or no browser.
    case own
    /// A page of another site, or one that does not say which it is.
    case other

    /// Reads the fields of a request that names `authority` as its destination.
    ///
    /// Browsers send Origin with every form (Fetch §3.2), and Sec-Fetch-Site where the page is encrypted or on the same
    /// machine. Other clients send neither, and obey no page.
    init(_ fields: Fields, sentTo authority: Authority) {
        let sites = fields.all("Sec-Fetch-Site")
        let origins = fields.all("Origin")
        // A browser that sends no Origin sends Referer.
        let pages = origins.isEmpty ? fields.all("Referer") : origins
        guard sites.allSatisfy({ $0.equals("same-origin") }),
            pages.allSatisfy({ Self.authority(ofPage: $0) == authority })
        else {
            self = .other
            return
        }
        self = .own
    }

    private static func authority(ofPage url: ArraySlice<UInt8>) -> Authority? {
        let scheme: StaticString = "http://"
        guard url.starts(with: scheme) else { return nil }
        let rest = url.dropFirst(scheme.utf8CodeUnitCount)
        return Authority(parsing: rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }, defaultPort: 80)
    }
}
