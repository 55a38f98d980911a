import Events
import Traffic

extension LoadHistogram {
    /// Reads a histogram from a condensed recording. Throws an error if it is malformed.
    init(_ scanner: inout JSONScanner) throws(JSONScanner.Malformed) {
        var seconds = 0
        var start = Int64(0)
        var counts: [UInt32] = []
        try scanner.object { name, scanner throws(JSONScanner.Malformed) in
            if name.isEqual(to: "seconds") {
                seconds = try scanner.count()
            } else if name.isEqual(to: "start") {
                guard let number = Int64(String(decoding: try scanner.value(), as: UTF8.self)) else {
                    throw JSONScanner.Malformed()
                }
                start = number
            } else if name.isEqual(to: "counts") {
                try scanner.array { scanner throws(JSONScanner.Malformed) in
                    counts.append(UInt32(clamping: try scanner.count()))
                }
            } else {
                try scanner.value()
            }
        }
        guard let histogram = LoadHistogram(seconds: Int64(seconds), start: start, counts: counts) else {
            throw JSONScanner.Malformed()
        }
        self = histogram
    }
}
