import InternetNames

/// Notes about `NSPinnedDomains`: which keys of the chain a pin can name, and whether there are enough pins.
enum PinAdvice {
    static func notes(on chain: ChainEvaluation, under requirements: Requirements) -> [Note] {
        guard let pins = requirements.pins, let leaf = chain.leaf else { return [] }
        let host = requirements.host
        var notes: [Note] = []
        if let leaves = pins.leaves {
            notes += [shortage(of: leaves, ATSKey.pinnedLeafIdentities, host)].compactMap { $0 }
        }
        if let authorities = pins.authorities {
            notes += [shortage(of: authorities, ATSKey.pinnedCAIdentities, host)].compactMap { $0 }
            if authorities.contains(leaf.publicKeySHA256) {
                notes.append(
                    note(
                        "\(ATSKey.pinnedCAIdentities) names the key of \(host) itself, \(leaf.title), which matches only "
                            + "under \(ATSKey.pinnedLeafIdentities)."))
            }
        }
        let above = chain.judged.dropFirst()
        if let leaves = pins.leaves, let misplaced = above.first(where: { leaves.contains($0.publicKeySHA256) }) {
            notes.append(
                note(
                    "\(ATSKey.pinnedLeafIdentities) names the key of the authority \(misplaced.title), which matches only "
                        + "under \(ATSKey.pinnedCAIdentities)."))
        }
        return notes + [matches(of: pins, in: chain, host)]
    }

    /// The note on a list with no pin or a single pin. With a single pin, the app cannot connect once that key is
    /// replaced.
    private static func shortage(of digests: Set<[UInt8]>, _ key: String, _ host: Host) -> Note? {
        switch digests.count {
        case 0: return note("\(key) for \(host) holds no usable digest, so that nothing can match.")
        case 1:
            return note(
                "\(key) has a single pin for \(host): once that key is gone, the app cannot connect; pin a spare one.")
        case _: return nil
        }
    }

    private static func matches(of pins: PinnedIdentities, in chain: ChainEvaluation, _ host: Host) -> Note {
        let lines = chain.judged.enumerated().map { place, certificate in
            let digest = certificate.publicKeySHA256
            let isPinned = (place == 0 ? pins.leaves : pins.authorities)?.contains(digest) ?? false
            return "\(certificate.title) \(Base64.encode(digest))\(isPinned ? " (pinned)" : "")"
        }
        return note("Keys of \(host) that a pin can name, leaf first: \(lines.joined(separator: "; ")).")
    }

    private static func note(_ text: String) -> Note {
        Note(.advice, rule: .certificatePin, text)
    }
}
