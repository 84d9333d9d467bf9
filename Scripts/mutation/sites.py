"""The places of Swift sources where one rule or figure can be broken."""

import re
from dataclasses import dataclass

from swift_tokens import CLOSING, is_binary, left_start, right_end, tokens

TURNED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SWAPPED = {"&&": "||", "||": "&&", "+": "-", "-": "+"}
# Words whose parentheses hold what no run of a test can see broken.
UNSEEN_CALLS = {
    "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
    "reserveCapacity", "available",
}  # fmt: skip
SPANS = {
    "nanoseconds", "microseconds", "milliseconds", "seconds", "minutes", "hours", "days", "meters",
    "kilometers", "degrees", "milliwatts", "percent",
}  # fmt: skip


@dataclass
class Site:
    file: str
    line: int
    kind: str
    start: int
    end: int
    before: str
    after: str
    source: str  # the text of the line
    prefix: str = ""  # stays in front of what is planted
    negated: bool = False

    def planted(self, number):
        """What stands in the place of the site, with the mutant of that number in it."""
        if self.negated:
            return f"{self.prefix}plantedMutant({number}) != ({self.before})"
        return f"(plantedMutant({number}) ? ({self.after}) : ({self.before}))"

    def overlaps(self, other):
        return self.file == other.file and self.start < other.end and other.start < self.end

    def change(self):
        """The change in one line, as tables and the list of equivalents give it."""
        if self.negated:
            return one_line(f"`{self.before}` to its contrary")
        return one_line(f"`{self.before}` to `{self.after}`")


def one_line(text):
    return re.sub(r"\s+", " ", text)


def sites(file, text):
    """The sites of a file, in its order."""
    found = tokens(text)
    unseen = unseen_tokens(found)
    makers = (operator_site, figure_site, extreme_site)
    result = []
    for index, token in enumerate(found):
        if unseen[index]:
            continue
        for maker in makers:
            result += maker(file, text, found, index)
        if token.text in ("if", "guard") and token.kind == "word":
            result += condition_sites(file, text, found, index, unseen)
    return result


def make(file, text, found, span, kind, after, **more):
    start, end = found[span[0]].start, found[span[1] - 1].end
    line = text.count("\n", 0, start) + 1
    source = text.split("\n")[line - 1].strip()
    return [Site(file, line, kind, start, end, text[start:end], after, source, **more)]


def unseen_tokens(found):
    """For each token, whether it lies where nothing is planted."""
    unseen = [False] * len(found)
    for index, token in enumerate(found):
        end = end_of_unseen(found, index)
        for each in range(index, end):
            unseen[each] = True
    return unseen


def end_of_unseen(found, index):
    """The index after what begins here and is not to be planted; `index` if it may be."""
    token = found[index]
    follower = found[index + 1] if index + 1 < len(found) else None
    if token.text.startswith("#") and token.text in ("#if", "#elseif", "#else", "#endif"):
        return next_line(found, index)
    calls = token.text.lstrip("#@") in UNSEEN_CALLS or token.text.startswith("@")
    if calls and follower and follower.text == "(" and follower.start == token.end:
        return follower.partner + 1
    if token.text == "case" and token.kind == "word":
        return end_of_case(found, index)
    if token.text == "func" and follower and follower.kind == "operator":
        return index + 2
    if token.text == "count" and follower and follower.text == ":":
        return index + 3 if found[index + 2].kind == "number" else index
    if token.text == "[" and index + 2 == token.partner and found[index - 1].end == token.start:
        return token.partner
    return index


def next_line(found, index):
    index += 1
    while index < len(found) and not found[index].newline:
        index += 1
    return index


def end_of_case(found, index):
    """The index after the pattern, or the raw values, that begin at `case`."""
    condition = index > 0 and found[index - 1].text in ("if", "guard", "while", "for", ",")
    stops = ("=", "in") if condition else (":",)
    each = index + 1
    while each < len(found) and found[each].text not in stops:
        broken = found[each].newline and found[each - 1].text not in (",", "case")
        if found[each].text in CLOSING or broken and found[each].text not in ("where", ":"):
            return each
        each = found[each].partner + 1 if found[each].partner > each else each + 1
    return each


def operator_site(file, text, found, index):
    token = found[index]
    if token.kind != "operator" or not token.spaced or found[index - 1].text in ("func", "(", ","):
        return []
    after = TURNED.get(token.text) or SWAPPED.get(token.text)
    if after is None:
        return []
    left, right = left_start(found, index), right_end(found, index)
    if left >= index or right <= index + 1 or joins_text(found, token, index):
        return []
    kind = {"&&": "logic swapped", "||": "logic swapped", "+": "sign swapped"}.get(token.text)
    kind = kind or ("sign swapped" if token.text == "-" else "comparison turned")
    start, end = found[left].start, found[right - 1].end
    broken = text[start : token.start] + after + text[token.end : end]
    return make(file, text, found, (left, right), kind, broken)


def joins_text(found, token, index):
    """Whether a plus sign joins texts or lists rather than adds."""
    sides = (found[index - 1], found[index + 1])
    return token.text == "+" and any(
        side.kind == "text" or side.text in ("[", "]") and literal_list(found, side)
        for side in sides
    )


def literal_list(found, bracket):
    opening = bracket if bracket.text == "[" else found[bracket.partner]
    before = [each for each in found if each.end == opening.start]
    return not before or before[0].kind in ("operator", "mark") and before[0].text not in (")", "]")


def figure_site(file, text, found, index):
    token = found[index]
    if token.kind != "number" or index and found[index - 1].text in (".", "$"):
        return []
    span = index > 1 and found[index - 1].text == "(" and found[index - 2].text in SPANS
    return make(file, text, found, (index, index + 1), "figure changed", other(token.text, span))


def other(figure, span):
    """One and a half times a figure; a count and one; a span one and a half times, rounded up."""
    plain = figure.replace("_", "")
    if plain[:2] in ("0x", "0o", "0b"):
        return str(int(plain, 0) + 1)
    if "." in plain or "e" in plain.lower():
        return repr(float(plain) * 1.5) if float(plain) else "1.0"
    count = int(plain)
    return str(count + max(1, (count + 1) // 2 if span else 1))


def extreme_site(file, text, found, index):
    token = found[index]
    follower = found[index + 1] if index + 1 < len(found) else None
    if token.text not in ("min", "max") or not follower or follower.text != "(":
        return []
    if follower.start != token.end or index and found[index - 1].text in (".", "func"):
        return []
    if follower.partner < index + 3 or "," not in {
        each.text for each in found[index + 2 : follower.partner] if each.parent == index + 1
    }:
        return []
    arguments = text[follower.start : found[follower.partner].end]
    after = ("max" if token.text == "min" else "min") + arguments
    span = (index, follower.partner + 1)
    return make(file, text, found, span, "min and max swapped", after)


def condition_sites(file, text, found, keyword, unseen):
    """The conditions of an `if` or `guard`, each negated."""
    result, start, index = [], keyword + 1, keyword + 1
    while index < len(found):
        token = found[index]
        if token.text in (",", "{", "else") or token.text in CLOSING:
            result += condition_site(file, text, found, (start, index), unseen)
            if token.text != ",":
                return result
            start = index + 1
        index = token.partner + 1 if token.partner > index else index + 1
    return result


def condition_site(file, text, found, span, unseen):
    first = found[span[0]]
    if span[0] >= span[1] or first.text in ("let", "var", "case") or unseen[span[0]]:
        return []
    inner = [each for each in found[span[0] : span[1]] if each.parent == first.parent]
    if any(each.text in ("==", "!=") and is_binary(each) for each in inner):
        return []
    if any(each.text.startswith("#") for each in inner):
        return []
    effects = 0
    while found[span[0] + effects].text in ("try", "await"):
        effects += 1
    prefix = "".join(each.text + " " for each in found[span[0] : span[0] + effects])
    bare = (span[0] + effects, span[1])
    made = make(file, text, found, bare, "condition negated", "", negated=True)
    if prefix:
        made[0].start, made[0].prefix = first.start, prefix
    return made
