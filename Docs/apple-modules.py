#!/usr/bin/env python3
"""Writes Docs/reference/apple-modules.md from the public declarations in Sources/Apple.

    Docs/apple-modules.py           writes the page
    Docs/apple-modules.py --check   fails if the page is not what would be written
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "Docs/reference/apple-modules.md"
MODULES = [
    "CoreLocation", "CoreMotion", "BackgroundTasks", "UserNotifications", "UIKit", "SwiftUI",
    "Network", "SystemConfiguration", "Security", "AVFAudio", "PushKit", "CallKit", "Combine", "os",
    "OSLog",
]
# The names of Foundation that the plugin AppleNames gives to an app's module.
FOUNDATION = "AppleProcess"
TYPE = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:final\s+)?"
    r"(class|struct|enum|protocol|actor)\s+(?!func\b|var\b)(\w+)")
EXTENSION = re.compile(r"^(?:public\s+)?extension\s+([\w.]+)")
MEMBER = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open|case)\b(?:\s+(?:static|class|final|override|"
    r"convenience|private\(set\)|internal\(set\)|package\(set\)|nonisolated|required|mutating|"
    r"nonisolated\(unsafe\)))*\s*(func|var|let|init\??|subscript)?\s*`?(\w*)")
GLOBAL = re.compile(r"^(?:public)\s+(let|func|typealias|var)\s+(\w+)")
STAND_IN = re.compile(r"^\s*/// Stand-in: (.*)")

HEAD = """# Modules under Apple's names

With these products and the plugin `AppleNames`, the source of an iOS app builds for the simulated
phone on Linux. This page lists what they declare; all else is a compile error that names the
symbol.
[How to build an app](../guide/own-tracker.md).

`Combine`, `os` and `OSLog` are built as `AppleCombine`, `AppleOS` and `AppleOSLog`: other packages
ask `#if canImport(os)` and would take a small module of that name for Apple's whole one. An app's
sources stay as they are. Its target depends on these products and has the flags
`swiftSettings: [.unsafeFlags(["-module-alias", "os=AppleOS"])]`, likewise for the other two.

Not there: `#selector`, `@objc` and Core Data, which Swift on Linux does not have; MapKit; in
SwiftUI all that only draws, and the macro `#Preview`; in Network all but the path monitor; in
Security all but generic passwords and random bytes; storyboards, UIKit's views and assets.

Requests reach the simulated server through `URLSession` alone. `Data(contentsOf:)` of a web
address is not simulated: it fails, or ends the run with status 3. Redirects are not followed; no
cookie, credential or cached answer is kept. Names of Foundation's that would compile without
effect, such as `URLSessionWebSocketTask`, are compile errors.

{count} types and functions with {members} members.

"""


def declarations(folder):
    """Returns the types with their members, the globals, and the stand-ins of a module."""
    types, names, remarks = {}, [], []
    for path in sorted(folder.glob("*.swift")):
        owner, remark = None, None
        for line in path.read_text().splitlines():
            if found := STAND_IN.match(line):
                remark = found[1]
                continue
            if remark is not None:
                if more := re.match(r"^\s*/// (\S.*)", line):
                    remark += " " + more[1]
                    continue
                remarks.append(remark)
                remark = None
            if found := TYPE.match(line):
                if not line.startswith(" "):
                    owner = found[2]
                    types.setdefault(owner, [])
                elif owner:
                    types.setdefault(f"{owner}.{found[2]}", [])
                continue
            if found := EXTENSION.match(line):
                owner = found[1].split(".")[0]
                continue
            if found := GLOBAL.match(line):
                names.append(found[2])
                continue
            if owner and (cases := re.match(r"^  case (\w.*)", line)):
                names_of_cases = re.findall(r"(\w+)(?:\([^)]*\))?(?:\s*=\s*[^,]+)?", cases[1])
                types.setdefault(owner, []).extend(names_of_cases)
                continue
            if line.startswith("  ") and not line.startswith("    ") and owner:
                found = MEMBER.match(line)
                if found and (found[1] or line.strip().startswith("case ")):
                    name = found[2] or (found[1] or "").rstrip("?")
                    members = types.setdefault(owner, [])
                    if name and name not in members:
                        members.append(name)
    return types, names, remarks


def section(title, folder):
    types, names, remarks = declarations(folder)
    lines = [f"## {title}", ""]
    shown = {name: members for name, members in types.items() if name != "CurrentPhone"}
    if shown:
        lines += ["| type | members |", "| --- | --- |"]
        lines += [
            f"| `{name}` | {', '.join(f'`{member}`' for member in members)} |"
            for name, members in sorted(shown.items())]
        lines.append("")
    if names:
        lines += ["Also: " + ", ".join(f"`{name}`" for name in dict.fromkeys(names)) + ".", ""]
    lines += [f"- Stand-in: {remark}" for remark in remarks]
    if remarks:
        lines.append("")
    return lines, len(shown) + len(set(names)), sum(len(each) for each in shown.values())


def page():
    lines, count, members = [], 0, 0
    parts = [(module, module) for module in MODULES] + [
        ("Names of Foundation that the phone provides", FOUNDATION)]
    for title, module in parts:
        part, own, inner = section(title, ROOT / "Sources/Apple" / module)
        lines += part
        count += own
        members += inner
    head = HEAD.format(count=count, members=members)
    return head + "\n".join(lines).rstrip() + "\n"


def main():
    text = page()
    if sys.argv[1:] == ["--check"]:
        if not PAGE.exists() or PAGE.read_text() != text:
            sys.exit(f"{PAGE.relative_to(ROOT)} is out of date: run Docs/apple-modules.py")
        return
    PAGE.write_text(text)


main()
