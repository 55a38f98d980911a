import Testing

@testable import QRCode

@Suite struct QRCodeTests {
    private static func rows(_ code: QRCode) -> [String] {
        (0..<code.size).map { row in String((0..<code.size).map { code.isDark(column: $0, row: row) ? "#" : "." }) }
    }

    /// The codes that the encoder qrcode of Python makes of the same texts, in byte mode, with level M and the same masks.
    @Test func codesAreThoseOfAnotherEncoder() throws {
        let short = try #require(QRCode("HELLO"))
        #expect(short.mask == 4)
        #expect(
            Self.rows(short) == [
                "#######.##.#..#######", "#.....#..##.#.#.....#", "#.###.#..####.#.###.#", "#.###.#.#..#..#.###.#",
                "#.###.#.#...#.#.###.#", "#.....#.#.##..#.....#", "#######.#.#.#.#######", "........#####........",
                "#...#.######.#####..#", "...###..#.###..#.####", "#.##..#.#.##..###..#.", "###..#...#...##.#....",
                "..#.###..#..###...##.", "........###.###..#.##", "#######.##..##...#.#.", "#.....#....##..#...#.",
                "#.###.#.#..#..###.#.#", "#.###.#....##....#.##", "#.###.#..###..####...", "#.....#..#...##......",
                "#######.#...#####.#.#",
            ])
        let url = try #require(QRCode("http://192.168.1.20:8080/"))
        #expect(url.mask == 2)
        #expect(
            Self.rows(url) == [
                "#######....#..#...#######", "#.....#...##.#.#..#.....#", "#.###.#.##.#....#.#.###.#",
                "#.###.#.####.#....#.###.#", "#.###.#.#.##..#...#.###.#", "#.....#.##.#...##.#.....#",
                "#######.#.#.#.#.#.#######", "........##.##..#.........", "#.#####..##.##.##.#####..",
                "####.#.#...#.##..#.....#.", "#.#.#.#.....##.#..##.#.##", ".#..##...#.##...#...#...#",
                "###########.##....###.###", "###..#.#.#...##......#.#.", "#.....#....##..#.#.#.#.##",
                "#.##.#....##...#.....#..#", "#..####..#####..#####.#..", "........###.#.#.#...###..",
                "#######..#......#.#.#####", "#.....#.#.##...##...##.##", "#.###.#.#.####.########..",
                "#.###.#.#.#######.###.###", "#.###.#.##..#....#....#.#", "#.....#..##.#...#.####..#",
                "#######.#.#..#.#.########",
            ])
    }

    /// The capacities of byte mode with level M (ISO/IEC 18004:2015 table 7).
    @Test(arguments: [14, 26, 42, 62, 84, 106, 122, 152, 180, 213].enumerated().map { ($0 + 1, $1) })
    func versionIsTheSmallestForALength(version: Int, count: Int) {
        #expect(QRCode(bytes: Array(repeating: 0x61, count: count))?.size == 17 + 4 * version)
        let longer = QRCode(bytes: Array(repeating: 0x61, count: count + 1))
        #expect(longer?.size == (version == 10 ? nil : 21 + 4 * version))
    }

    @Test func nothingIsOutsideOfACode() throws {
        let code = try #require(QRCode(""))
        #expect(
            !code.isDark(column: -1, row: 0) && !code.isDark(column: 0, row: code.size)
                && code.isDark(column: 0, row: 0))
        #expect(QRCode.sizeLimit == 213)
    }
}
