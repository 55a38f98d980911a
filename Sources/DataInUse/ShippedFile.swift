import CShippedData
import DataFiles
import InternetNames
import Settings

/// A data file from `config/data` that is compiled into the program.
enum ShippedFile {
    /// The content of a file.
    static func bytes(of kind: DataFileKind) -> [UInt8] {
        switch kind {
        case .logList: return bytes(of: shipped_apple_ct_log_list_address(), count: shipped_apple_ct_log_list_length)
        case .roots: return bytes(of: shipped_apple_roots_address(), count: shipped_apple_roots_length)
        case .publicSuffixes:
            return bytes(of: shipped_public_suffix_list_address(), count: shipped_public_suffix_list_length)
        }
    }

    /// A file, read in full. Each file is read only once, because reading takes long, and each reload needs the
    /// content.
    static func content(of kind: DataFileKind) -> Result<DataFileContent, CommandFailure> {
        switch kind {
        case .logList: return logList
        case .roots: return roots
        case .publicSuffixes: return suffixes
        }
    }

    /// The public suffixes. A test excludes that the file is damaged, so the empty value is never returned.
    static var publicSuffixes: PublicSuffixes {
        guard case .success(let content) = suffixes, case .publicSuffixes(let suffixes) = content.value else {
            return PublicSuffixes()
        }
        return suffixes
    }

    /// The date of a file, such as `2025-12-28`.
    static func date(of kind: DataFileKind) -> String {
        DataFileContent.date(kind, bytes(of: kind))?.date ?? "unknown"
    }

    /// The trust stores of Apple's systems.
    static let rootStores = Result<RootStoresFile, CommandFailure> { () throws(CommandFailure) in
        let content = bytes(of: shipped_apple_root_stores_address(), count: shipped_apple_root_stores_length)
        do throws(DataFileFault) {
            return try RootStoresFile(content, named: "data/\(RootStoresFile.name)")
        } catch {
            throw CommandFailure(.data, error.sentence)
        }
    }

    private static let logList = read(.logList)
    private static let roots = read(.roots)
    private static let suffixes = read(.publicSuffixes)

    private static func read(_ kind: DataFileKind) -> Result<DataFileContent, CommandFailure> {
        Result { () throws(CommandFailure) in
            do throws(DataFileFault) {
                return try DataFileContent(kind, bytes(of: kind), named: "data/\(kind.fileName)")
            } catch {
                throw CommandFailure(.data, error.sentence)
            }
        }
    }

    private static func bytes(of address: UnsafePointer<UInt8>, count: Int) -> [UInt8] {
        Array(UnsafeBufferPointer(start: address, count: count))
    }
}
