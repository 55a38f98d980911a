/// A release of Darwin, the kernel whose version CFNetwork puts into a User-Agent.
///
/// The numbers are those seen in practice (matomo device-detector `regexes/oss.yml`, ua-parser `regexes.yaml`). A
/// release between two rows counts as the earlier one.
struct DarwinRelease {
    var major: Int
    var minor: Int

    /// The iOS built on this release; nil if that is not known yet.
    var ios: OSVersion? {
        switch major {
        case ..<15: return OSVersion(.ios, 9)
        case 15...20:
            return Self.olderIOS.last { $0.darwin <= (major, minor) }.map { OSVersion(.ios, $0.major, $0.minor) }
        case 21...24: return OSVersion(.ios, major - 6, minor)
        case 25: return OSVersion(.ios, 26, minor)
        case 26: return OSVersion(.ios, 27)
        case 27: return OSVersion(.ios, 27, minor)
        case _: return nil
        }
    }

    /// The macOS built on this release; nil if that is not known yet.
    var macos: OSVersion? {
        switch major {
        case ..<15: return OSVersion(.macos, 10, 11)
        case 15...19: return OSVersion(.macos, 10, major - 4)
        // The first update of macOS 11, 12 and 13 came with the second update of Darwin; macOS 12.3 is Darwin 21.4.
        case 20...22: return OSVersion(.macos, major - 9, max(0, minor - 1))
        case 23...24: return OSVersion(.macos, major - 9, minor)
        case 25: return OSVersion(.macos, 26, minor)
        case 26: return OSVersion(.macos, 27)
        case 27: return OSVersion(.macos, 27, minor)
        case _: return nil
        }
    }

    /// The first Darwin release of each iOS. Up to Darwin 20, the minor numbers of iOS and Darwin are unrelated.
    private static let olderIOS: [(darwin: (Int, Int), major: Int, minor: Int)] = [
        ((15, 0), 9, 0), ((15, 4), 9, 3),
        ((16, 0), 10, 0), ((16, 1), 10, 1), ((16, 3), 10, 2), ((16, 5), 10, 3),
        ((17, 0), 11, 0), ((17, 2), 11, 1), ((17, 3), 11, 2), ((17, 5), 11, 3), ((17, 6), 11, 4),
        ((18, 0), 12, 0), ((18, 2), 12, 1), ((18, 5), 12, 2), ((18, 6), 12, 3), ((18, 7), 12, 4),
        ((19, 0), 13, 0), ((19, 2), 13, 3), ((19, 4), 13, 4), ((19, 5), 13, 5), ((19, 6), 13, 6),
        ((20, 0), 14, 0), ((20, 1), 14, 2), ((20, 2), 14, 3), ((20, 3), 14, 4), ((20, 4), 14, 5),
        ((20, 5), 14, 6), ((20, 6), 14, 7),
    ]
}
