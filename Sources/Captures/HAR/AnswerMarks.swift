/// The marks by which makers of archives tell that an answer came without the network. A server could hide its load by
/// a mark that it chooses itself, such as a field, a status or a size.
struct AnswerMarks {
    /// The maker of the archive; nil if it is another one.
    var maker: Maker?
    private var isReplaced = false
    private var isMarkedCached = false
    private var isFetchedFromCache = false
    private var isMarkedNetwork = false
    private var hasBytes = false
    private var hasCacheEntry = false

    /// Makers whose archives have marks that mean something else in those of others, by the names of their creators.
    enum Maker: String {
        case chrome = "WebInspector"
        case firefox = "Firefox"
    }

    /// Notes `_fromCache` of Chrome, which is `memory`, `disk` or `prefetch`. Others write `true`.
    mutating func noteCache(_ value: [UInt8]) {
        isMarkedCached = ["memory", "disk", "prefetch", "true"].contains { value.elementsEqual($0.utf8) }
    }

    /// Notes `_wasFulfilled` of Playwright, which tells that a test has answered.
    mutating func noteFulfilled(_ value: [UInt8]) {
        if value.elementsEqual("true".utf8) { isReplaced = true }
    }

    /// Notes the source of an answer in words. WebKit and Apple's Instruments write `Network Load`, `Memory Cache`,
    /// `Disk Cache`, `Local Cache`, `Inspector Override` or `Service Worker`.
    mutating func noteFetchType(_ value: [UInt8]) {
        let text = String(decoding: value, as: UTF8.self).lowercased()
        isMarkedNetwork = isMarkedNetwork || text.contains("network")
        isFetchedFromCache = text.contains("cache")
        isReplaced = isReplaced || text.contains("worker") || text.contains("override")
    }

    /// Notes from where a service worker has its answer in Chrome: from `network`, `http-cache`, `cache-storage` or
    /// `fallback-code`.
    mutating func noteWorkerSource(_ value: [UInt8]) {
        let text = String(decoding: value, as: UTF8.self).lowercased()
        isMarkedNetwork = isMarkedNetwork || text == "network"
        isReplaced = isReplaced || ["http-cache", "cache-storage", "fallback-code"].contains(text)
    }

    /// Notes the number of bytes that the answer took, with its head. None prove nothing: some versions of Playwright
    /// write 0 for loads, and others leave out the head.
    mutating func noteTransferSize(_ value: [UInt8]) {
        hasBytes = (Double(String(decoding: value, as: UTF8.self)) ?? 0) > 0
    }

    /// Notes the state of the cache after the request. Firefox writes one, perhaps null, only if the cache has
    /// answered. Others write it for loads as well (HAR 1.2), and null for every request.
    mutating func noteCacheEntry() {
        hasCacheEntry = true
    }

    /// Whether the answer came without the network.
    ///
    /// - Parameters:
    ///   - status: The status code of the response; 0 if there is none.
    ///   - hasAddress: Whether the maker names the address of the server.
    func isLocal(status: Int, hasAddress: Bool) -> Bool {
        if isMarkedNetwork { return false }
        if isReplaced { return true }
        // Recent versions of Firefox write a state of the cache only if a server has confirmed it by the status 304.
        if hasBytes || status == 304 { return false }
        // WebKit names the cache also if a server has confirmed its answer, and then the address as well.
        return isMarkedCached
            || !hasAddress && (isFetchedFromCache || maker == .firefox && hasCacheEntry && status > 0)
    }

    /// Whether Chrome has redirected a request itself, given a redirect that is marked as its own and names no address.
    var isRedirectOfBrowser: Bool { maker == .chrome && !hasBytes }
}
