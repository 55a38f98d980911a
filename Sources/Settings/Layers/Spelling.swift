/// Suggestions for misspelt keys of a configuration file.
package enum Spelling {
    /// The name with the smallest edit distance to the word, if the distance is small; else nil.
    package static func nearest(to word: String, among names: [String]) -> String? {
        // A longer word is similar to none of the names.
        guard word.count <= 64 else { return nil }
        let ranked = names.map { (name: $0, distance: distance(from: word.lowercased(), to: $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.name.count / 4) ? best.name : nil
    }

    /// The number of letters to insert, delete or replace (Levenshtein distance).
    private static func distance(from word: String, to other: String) -> Int {
        let letters = Array(other)
        var row = Array(0...letters.count)
        for (index, letter) in word.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            // `row` has the distances of the word's beginning to the beginnings of `other`.
            for column in letters.indices {
                let replaced = diagonal + (letter == letters[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
            }
        }
        return row[letters.count]
    }
}
