// Darwin.swift: what Swift adds to Darwin's headers: calls that take a variable number of arguments, and macros it cannot see.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import Darwin

public var errno: Int32 {
    get { fatalError() }
    set { fatalError() }
}

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { fatalError() }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { fatalError() }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { fatalError() }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { fatalError() }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { fatalError() }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { fatalError() }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { fatalError() }

public var TIOCGWINSZ: UInt { 0x4008_7468 }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { fatalError() }
public var SIG_ERR: sig_t { fatalError() }

public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
