/// The marks in an entry of a HAR file that tell whether an answer came without the network. A cache, a service worker
/// or a test has then answered, and the request proves no connection.
///
/// Marks that a server chooses, such as a field, a status or a size, do not suffice: a server could hide its load by
/// them. The makers are the programs that write archives.
struct AnswerMarks {
    /// The maker of the archive; nil if it is not one of `Maker`.
    var maker: Maker?
    private var isReplaced = false
    private var isMarkedCached = false
    private var isFetchedFromCache = false
    private var isMarkedNetwork = false
    private var hasBytes = false
    private var hasCacheEntry = false

    /// Makers that use a mark in their own sense, by the member `creator.name` of an archive.
    enum Maker: String {
        case chrome = "WebInspector"
        case firefox = "Firefox"
    }

    /// Notes `_fromCache`, which is `memory`, `disk` or `prefetch` in Chrome and `true` in others.
    mutating func noteCache(_ value: [UInt8]) {
        isMarkedCached = ["memory", "disk", "prefetch", "true"].contains { value.elementsEqual($0.utf8) }
    }

    /// Notes `_wasFulfilled` of Playwright: a test has answered.
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

    /// Notes the source of a service worker's answer in Chrome: `network`, `http-cache`, `cache-storage` or
    /// `fallback-code`.
    mutating func noteWorkerSource(_ value: [UInt8]) {
        let text = String(decoding: value, as: UTF8.self).lowercased()
        isMarkedNetwork = isMarkedNetwork || text == "network"
        isReplaced = isReplaced || ["http-cache", "cache-storage", "fallback-code"].contains(text)
    }

    /// Notes the number of bytes of the answer on the network, with its head. A number of 0 proves nothing: some
    /// versions of Playwright write 0 for loads, and others do not count the head.
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
        // WebKit also names the cache if a server has confirmed the cached answer. The address shows this case.
        return isMarkedCached
            || !hasAddress && (isFetchedFromCache || maker == .firefox && hasCacheEntry && status > 0)
    }

    /// Whether the marks allow that Chrome made a redirect itself. The caller has checked the other signs of this.
    var isRedirectOfBrowser: Bool { maker == .chrome && !hasBytes }
}
