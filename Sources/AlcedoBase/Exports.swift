// Every room has the value types of Foundation, and the system's C library, by importing this one. Only the part of Foundation
// without localization: the whole adds 40 MB of ICU to a program that contains what it needs, and time to each start.

#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif

#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif
