"""Swift text as tokens with their places, and the extent of an operator's operands."""

import importlib.machinery
import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path


def load_statements():
    """The reader of strings and comments that counts statements."""
    path = str(Path(__file__).resolve().parent.parent / "statements")
    loader = importlib.machinery.SourceFileLoader("statements", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("statements", loader))
    loader.exec_module(module)
    return module


statements = load_statements()
NUMBER = re.compile(
    r"0[xob][0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?", re.ASCII
)
PRECEDENCE = {
    "<<": 160, ">>": 160, "&<<": 160, "&>>": 160, "*": 150, "/": 150, "%": 150, "&*": 150,
    "&": 150, "+": 140, "-": 140, "&+": 140, "&-": 140, "|": 140, "^": 140, "..<": 135,
    "...": 135, "as": 132, "is": 132, "??": 131, "<": 130, "<=": 130, ">": 130, ">=": 130,
    "==": 130, "!=": 130, "===": 130, "!==": 130, "~=": 130, "&&": 120, "||": 110,
}  # fmt: skip
# Words that end an expression to their left or right.
BOUNDARY_WORDS = {
    "return", "if", "guard", "while", "for", "switch", "in", "where", "else", "case", "let",
    "var", "try", "await", "throw", "default", "yield", "do", "repeat", "catch", "defer", "func",
}  # fmt: skip
OPENING, CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}


@dataclass
class Token:
    text: str
    kind: str  # word, number, text, operator or mark
    start: int
    end: int
    newline: bool
    spaced: bool  # white space on both sides
    partner: int = -1  # of a bracket
    parent: int = -1  # the bracket around it


def kind_and_end(text, index, previous):
    end = statements.end_of_string(text, index)
    if end:
        return "text", end
    regex = statements.end_of_regex(text, index, previous)
    if regex:
        return "text", regex
    number = NUMBER.match(text, index)
    if number and text[index].isdigit():
        return "number", number.end()
    end, kind = statements.literal_or_word(text, index, previous)
    if kind == "operator" and text[index:end] in ("?.", "!."):
        end -= 1
    return kind, end


def tokens(text):
    """The tokens of Swift text, without comments."""
    found, index, newline = [], 0, True
    while index < len(text):
        if text[index].isspace():
            newline = newline or text[index] == "\n"
            index += 1
            continue
        comment = statements.end_of_comment(text, index)
        if comment:
            newline, index = newline or "\n" in text[index:comment], comment
            continue
        kind, end = kind_and_end(text, index, found[-1] if found else None)
        spaced = index > 0 and text[index - 1].isspace() and text[end : end + 1].isspace()
        found.append(Token(text[index:end], kind, index, end, newline, spaced))
        index, newline = end, False
    return with_partners(found)


def with_partners(found):
    open_brackets = []
    for index, token in enumerate(found):
        if token.text in CLOSING and token.kind == "mark" and open_brackets:
            opening = open_brackets.pop()
            token.partner, found[opening].partner = opening, index
        token.parent = open_brackets[-1] if open_brackets else -1
        if token.text in OPENING and token.kind == "mark":
            open_brackets.append(index)
    return found


def is_binary(token):
    return token.kind == "operator" and (token.spaced or token.text in ("..<", "..."))


def continues(found, index):
    """Whether the token goes on with the expression of the token before it, over a line break."""
    token, previous = found[index], found[index - 1]
    return token.text in (".", "?") or is_binary(token) or is_binary(previous)


def ends_operand(token, floor):
    """Whether a token of the same depth lies outside an operand that binds tighter than `floor`."""
    if token.kind == "word" and token.text in BOUNDARY_WORDS:
        return True
    if token.text in (",", ";", ":", "=", "->") or token.text.endswith("=") and is_binary(token):
        if token.text not in PRECEDENCE:
            return True
    if token.text == "?" and token.spaced:
        return True
    if token.text in PRECEDENCE and (is_binary(token) or token.kind == "word"):
        return PRECEDENCE[token.text] < floor
    return False


def left_start(found, operator):
    """The index of the first token of the operator's left operand."""
    floor, index = PRECEDENCE[found[operator].text], operator - 1
    while index >= 0:
        token = found[index]
        if token.partner >= 0 and token.text in CLOSING:
            index = token.partner
        elif token.text in OPENING or ends_operand(token, floor):
            return index + 1
        if found[index].newline and not continues(found, index):
            return index
        index -= 1
    return 0


def right_end(found, operator):
    """The index after the last token of the operator's right operand."""
    floor, index = PRECEDENCE[found[operator].text] + 1, operator + 1
    while index < len(found):
        token = found[index]
        if token.text in CLOSING or ends_operand(token, floor):
            return index
        if token.newline and not continues(found, index):
            return index
        if token.text == "{" and (in_header(found, operator) or index == operator + 1):
            return index
        index = token.partner + 1 if token.partner >= 0 else index + 1
    return index


def in_header(found, index):
    """Whether the next `{` at this depth opens the body of a statement."""
    parent = found[index].parent
    while index > parent:
        index -= 1
        token = found[index]
        if token.partner >= 0 and token.text in CLOSING:
            index = token.partner
        if token.text in ("if", "guard", "while", "for", "switch", "where"):
            return True
        listed = found[index - 1].text == ","
        if token.newline and not continues(found, index) and not listed:
            return token.text == "else"
    return False
