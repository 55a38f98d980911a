// The Swift half of the module `Darwin`: what Apple's overlay declares in place of macros and functions that Swift does
// not import from C (swift, stdlib/public/Platform/Platform.swift, Darwin.swift.gyb and TiocConstants.swift).
@_exported import Darwin

/// The error of the last call.
public var errno: Int32 {
    get { __error().pointee }
    set { __error().pointee = newValue }
}

/// Opens a file.
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }

/// Opens a file, and creates it with this mode.
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }

/// Opens a file of a directory.
public func openat(_ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }

/// Opens a file of a directory, and creates it with this mode.
public func openat(_ directory: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }

/// Controls a descriptor.
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }

/// Controls a descriptor with a number.
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }

/// Controls a descriptor with a structure.
public func fcntl(_ descriptor: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer) -> Int32 { -1 }

/// Controls a device with a number.
public func ioctl(_ descriptor: Int32, _ request: UInt, _ value: CInt) -> CInt { -1 }

/// Controls a device with a structure.
public func ioctl(_ descriptor: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> CInt { -1 }

/// Controls a device.
public func ioctl(_ descriptor: Int32, _ request: UInt) -> CInt { -1 }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IRWXU: mode_t { 0o000700 }
public var S_IRUSR: mode_t { 0o000400 }
public var S_IWUSR: mode_t { 0o000200 }
public var S_IXUSR: mode_t { 0o000100 }
public var S_IRWXG: mode_t { 0o000070 }
public var S_IRGRP: mode_t { 0o000040 }
public var S_IWGRP: mode_t { 0o000020 }
public var S_IXGRP: mode_t { 0o000010 }
public var S_IRWXO: mode_t { 0o000007 }
public var S_IROTH: mode_t { 0o000004 }
public var S_IWOTH: mode_t { 0o000002 }
public var S_IXOTH: mode_t { 0o000001 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
public var SIG_ERR: sig_t { unsafeBitCast(-1, to: sig_t.self) }

public var stdin: UnsafeMutablePointer<FILE> { __stdinp }
public var stdout: UnsafeMutablePointer<FILE> { __stdoutp }
public var stderr: UnsafeMutablePointer<FILE> { __stderrp }

public var TIOCGWINSZ: UInt { 0x40087468 }
