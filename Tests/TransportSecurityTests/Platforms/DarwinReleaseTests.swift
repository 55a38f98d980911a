import Testing

@testable import TransportSecurity

@Suite struct DarwinReleaseTests {
    @Test(
        arguments: [
            (14, 0, OSVersion(.ios, 9), OSVersion(.macos, 10, 11)),
            (15, 4, OSVersion(.ios, 9, 3), OSVersion(.macos, 10, 11)),
            // A release between two rows counts as the earlier one.
            (17, 4, OSVersion(.ios, 11, 2), OSVersion(.macos, 10, 13)),
            (19, 6, OSVersion(.ios, 13, 6), OSVersion(.macos, 10, 15)),
            (20, 0, OSVersion(.ios, 14), OSVersion(.macos, 11)),
            (21, 4, OSVersion(.ios, 15, 4), OSVersion(.macos, 12, 3)),
            (24, 1, OSVersion(.ios, 18, 1), OSVersion(.macos, 15, 1)),
            (25, 4, OSVersion(.ios, 26, 4), OSVersion(.macos, 26, 4)),
            (26, 3, OSVersion(.ios, 27), OSVersion(.macos, 27)),
            (28, 0, nil, nil),
        ] as [(Int, Int, OSVersion?, OSVersion?)])
    func namesTheSystems(major: Int, minor: Int, ios: OSVersion?, macos: OSVersion?) {
        let release = DarwinRelease(major: major, minor: minor)
        #expect(release.ios == ios)
        #expect(release.macos == macos)
    }
}
