/// The marks by which makers of archives tell whether an answer came over the network.
struct AnswerMarks {
    private var isMarkedLocal = false
    private var isMarkedNetwork = false
    private var hasNoBytes = false
    private var hasCacheEntry = false

    /// Notes a mark that another has answered: `_fromCache` of Chrome, which is `memory`, `disk` or `prefetch`, or
    /// `_wasFulfilled` of Playwright, which stands for a test.
    mutating func noteMark(_ value: [UInt8]) {
        if !value.isEmpty, !value.elementsEqual("false".utf8) { isMarkedLocal = true }
    }

    /// Notes the source of an answer in words. WebKit and Apple's Instruments write `Network Load`, `Memory Cache`,
    /// `Disk Cache`, `Local Cache` or `Service Worker`. Chrome writes for service workers `network`, `http-cache`,
    /// `cache-storage` or `fallback-code`.
    mutating func noteSource(_ value: [UInt8]) {
        let text = String(decoding: value, as: UTF8.self).lowercased()
        if text.contains("network") {
            isMarkedNetwork = true
        } else if ["cache", "worker", "override", "fallback"].contains(where: text.contains) {
            isMarkedLocal = true
        }
    }

    /// Notes the number of bytes that the answer took, with its head. Browsers write 0 for answers of a cache.
    mutating func noteTransferSize(_ value: [UInt8]) {
        hasNoBytes = value.elementsEqual("0".utf8)
    }

    /// Notes the state of the cache after the request. Firefox writes one, perhaps null, only if the cache has
    /// answered.
    mutating func noteCacheEntry() {
        hasCacheEntry = true
    }

    /// Whether the answer came without the network.
    ///
    /// - Parameters:
    ///   - countsBytes: Whether the maker counts the bytes of such a request.
    ///   - hasAddress: Whether the maker names the address of the server.
    func isLocal(countsBytes: Bool, hasAddress: Bool) -> Bool {
        if isMarkedLocal { return true }
        if isMarkedNetwork { return false }
        return hasNoBytes && countsBytes || hasCacheEntry && !hasAddress
    }
}
