"""Judges whether answers and pages are well-formed."""

import html.parser
import json

VOID = set("area base br col embed hr img input link meta source track wbr".split())
# HTML lets these end without a tag.
OPTIONAL = {"li", "p", "td", "th", "tr", "option", "thead", "tbody", "dt", "dd"}
INTEGERS = {"recordCount", "lastNumber", "queuedSettings", "number", "total"}


class Balance(html.parser.HTMLParser):
    """Counts tags that have no partner."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.faults = []

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open[-1] != tag and self.open[-1] in OPTIONAL:
            self.open.pop()
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> after {self.open[-3:]}")
        else:
            self.open.pop()


def html_fault(text):
    """Returns the first fault of a page, or None."""
    if not text.lstrip().lower().startswith("<!doctype html>"):
        return "the page does not begin with a doctype"
    parser = Balance()
    parser.feed(text)
    parser.close()
    left = [tag for tag in parser.open if tag not in OPTIONAL]
    if parser.faults or left:
        return f"unbalanced tags: {parser.faults[:2]} {left[:3]}"
    return "a placeholder was left" if "{{" in text else None


def json_fault(text):
    """Returns why a text is no strict JSON of known members, or None."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    try:
        value = json.loads(text, parse_constant=refuse)
    except ValueError as error:
        return f"no JSON ({error}): {text[:80]!r}"
    records = value if isinstance(value, list) else [value]
    for record in records:
        for name in INTEGERS & set(record) if isinstance(record, dict) else ():
            if not isinstance(record[name], int) or record[name] < 0:
                return f"{name} is {record[name]!r}"
    return None


def fault(path, status, headers, body):
    """Returns why an answer is not well-formed, or None."""
    kind = (headers.get("Content-Type") or "").split(";")[0]
    if headers.get("Content-Length") != str(len(body)):
        return f"{len(body)} bytes, announced as {headers.get('Content-Length')}"
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"no UTF-8: {error}"
    if path == "/" and status == 200 and "Content-Security-Policy" not in headers:
        return "the page came without a Content-Security-Policy"
    if kind == "text/html":
        return html_fault(text)
    if kind == "application/json" and body:
        return json_fault(text)
    if status >= 400 and body and kind != "application/json":
        return f"an error of status {status} is of type {kind!r}"
    return None
