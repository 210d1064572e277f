# world.py: what a compiler on Linux needs to check Swift for macOS.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Lays out in `.build/darwin` what a Mac has in its toolchain and SDK, as far as our sources look at it.

The standard library is the toolchain's own: its textual interfaces say of each declaration from which macOS on it is
there, and the compiler reads them for any target. The system's modules are the stand-ins beside this file. Libraries of
the package manager are the headers that are installed here, over stand-ins of the C library's."""

import hashlib
import os
import platform
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.realpath(__file__))
# Of the machine that it runs on, for which the toolchain has interfaces.
ARCHITECTURE = {"aarch64": "arm64"}.get(platform.machine(), "x86_64")
LIBRARY = ("Swift", "_Concurrency", "Synchronization", "_StringProcessing", "SwiftOnoneSupport", "_RegexParser", "Testing")
# In the order in which they use each other.
STANDINS = ("Darwin", "Dispatch", "ObjectiveC", "CoreFoundation", "Security", "Foundation")
HEADERS = ("openssl", "brotli", "zlib.h", "zconf.h", "zstd.h", "nghttp2")
# What those headers include, and which of Darwin's holds it.
C_LIBRARY = {
    "errno.h": "errors.h", "inttypes.h": "types.h", "pthread.h": "threads.h", "stdio.h": "standard.h",
    "stdlib.h": "standard.h", "string.h": "standard.h", "strings.h": "standard.h", "sys/types.h": "types.h",
    "time.h": "standard.h", "unistd.h": "files.h",
}


class World:
    """What there is of it is made anew when the toolchain or a stand-in has changed."""

    def __init__(self, root, version):
        toolchain = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
        self.version = version
        self.base = os.path.join(root, ".build", "darwin")
        self.modules = os.path.join(self.base, "modules")
        self.key = fingerprint([__file__], toolchain + version)
        if not self.stamped("library", self.key):
            shutil.rmtree(self.base, ignore_errors=True)
            self.make_library(re.search(r'"runtimeResourcePath": "([^"]*)"', toolchain).group(1))
            self.stamp("library", self.key)
        # Of each stand-in, what it and those before it are.
        self.keys = {}
        key = self.key
        for module in STANDINS:
            folder = os.path.join(HERE, module)
            sources = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
            key = fingerprint(sources, key)
            self.keys[module] = key
            if not self.stamped(module, key):
                self.make_standin(module, sources)
                self.stamp(module, key)

    def stamped(self, name, key):
        """Whether what has this name is of the state that the key tells."""
        path = os.path.join(self.base, "stamps", name)
        return os.path.exists(path) and read(path).decode() == key

    def stamp(self, name, key):
        with open(os.path.join(self.base, "stamps", name), "w") as file:
            file.write(key)

    def frontend(self, *arguments, **options):
        """Runs the compiler for macOS."""
        base = self.base
        return subprocess.run([
            "swiftc", "-frontend", *arguments, "-target", f"{ARCHITECTURE}-apple-macosx{self.version}",
            "-resource-dir", f"{base}/resources", "-sdk", f"{base}/sdk", "-module-cache-path", f"{base}/cache",
            "-plugin-path", f"{base}/resources/host/plugins", "-swift-version", "6", "-I", self.modules,
            *(word for module in STANDINS if os.path.exists(f"{HERE}/{module}/module.modulemap")
              for word in ("-Xcc", f"-fmodule-map-file={HERE}/{module}/module.modulemap")),
            "-Xcc", "-isystem", "-Xcc", f"{base}/include",
        ], capture_output=True, text=True, **options)

    def make_library(self, resources):
        for folder in ("resources/macosx", "sdk", "include/sys", "modules", "stamps"):
            os.makedirs(os.path.join(self.base, folder))
        for name in ("shims", "clang", "apinotes", "host"):
            os.symlink(os.path.join(resources, name), os.path.join(self.base, "resources", name))
        for module in LIBRARY:
            self.adopt(module, os.path.join(resources, "linux", f"{module}.swiftmodule"))
        for name in HEADERS:
            self.link(name)
        for name, standin in C_LIBRARY.items():
            with open(os.path.join(self.base, "include", name), "w") as file:
                file.write(f'#include "{HERE}/Darwin/{standin}"\n')

    def make_standin(self, module, sources):
        headers = [path for path in sources if path.endswith("module.modulemap")]
        done = self.frontend(
            "-emit-module", "-module-name", module, "-parse-as-library", *(["-import-underlying-module"] if headers else []),
            *(path for path in sources if path.endswith(".swift")), "-o", f"{self.modules}/{module}.swiftmodule")
        if done.returncode != 0:
            raise SystemExit(f"darwin/check: the stand-in for {module} is wrong:\n{done.stderr}")

    def adopt(self, module, folder):
        """The interface of a module of the toolchain, as its builder for macOS would have written it."""
        name = next(name for name in sorted(os.listdir(folder)) if re.fullmatch(r"[^.]*\.swiftinterface", name))
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        # What it says about availability is of a library that is part of the system, so it is not held against itself.
        text = re.sub(r"-target \S+", f"-target {ARCHITECTURE}-apple-macosx{self.version} -disable-availability-checking",
                      text, count=1)
        # Linux has nothing to deploy back to, so that some of these have lost their bodies.
        text = re.sub(r"@backDeployed\([^)]*\)", "", text)
        text = text.replace("\nimport Glibc\n", "\n") + ADDITIONS.get(module, "")
        place = os.path.join(self.base, "resources", "macosx", f"{module}.swiftmodule")
        os.makedirs(place)
        with open(os.path.join(place, f"{ARCHITECTURE}-apple-macos.swiftinterface"), "w", encoding="utf-8") as file:
            file.write(text)

    def link(self, name):
        """Debian keeps the headers that depend on the machine in a folder of their own."""
        for folder in ("/usr/include", "/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu"):
            path, place = os.path.join(folder, name), os.path.join(self.base, "include", name)
            if os.path.isdir(path):
                os.makedirs(place, exist_ok=True)
                for header in os.listdir(path):
                    os.symlink(os.path.join(path, header), os.path.join(place, header))
            elif os.path.exists(path):
                os.symlink(path, place)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def fingerprint(paths, also):
    """One for each state of these files."""
    key = hashlib.sha256(also.encode())
    for path in paths:
        key.update(os.path.basename(path).encode() + read(path))
    return key.hexdigest()


# What the interfaces leave out on Linux and code for macOS is compiled into.
ADDITIONS = {
    "Swift": """
@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee> : Swift._Pointer {
  public let _rawValue: Builtin.RawPointer
  @_transparent public init(_ _rawValue: Builtin.RawPointer) { self._rawValue = _rawValue }
  public var pointee: Pointee { get nonmutating set }
}
""",
    "Synchronization": "\n@usableFromInline internal func _swift_stdlib_gettid() -> Swift.UInt32\n",
}
