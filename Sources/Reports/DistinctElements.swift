extension Array where Element: Hashable {
    /// The elements without repetitions, in order of their first occurrence.
    var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
