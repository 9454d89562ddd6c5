# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks pages of HTML: tags are balanced, ids are unique, links lead to them,
nothing is loaded from elsewhere, and text is text (no unknown element or
attribute, which source that is not escaped would bring in).

    check_html.py FILE...
"""
import html.parser
import sys

VOID = {"meta", "col", "br", "line", "path", "input"}
ELEMENTS = VOID | {
    "html", "head", "title", "style", "body", "main", "footer", "script",
    "section", "h1", "h2", "h3", "p", "a", "b", "code", "pre", "span", "div",
    "ul", "ol", "li", "table", "caption", "colgroup", "thead", "tbody", "tr",
    "th", "td", "mark", "figure", "figcaption", "svg", "text"}
ATTRIBUTES = {
    "lang", "charset", "name", "content", "http-equiv", "id", "class", "href",
    "style", "scope", "aria-hidden", "aria-label", "role", "viewbox", "x", "y",
    "x1", "x2", "y1", "y2", "d", "text-anchor"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.errors = [], set(), [], []

    def complain(self, words):
        self.errors.append(f"line {self.getpos()[0]}: {words}")

    def handle_starttag(self, tag, attrs):
        if tag not in ELEMENTS:
            self.complain(f"element {tag}")
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name not in ATTRIBUTES:
                self.complain(f"attribute {name}")
            if name == "id":
                if value in self.ids:
                    self.complain(f"a second id {value}")
                self.ids.add(value)
            if name == "href":
                self.links.append(value)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.complain(f"</{tag}> closes another element")

    def check(self, text):
        self.feed(text)
        self.close()
        self.errors += [f"{tag} is not closed" for tag in self.open]
        self.errors += [f"no target of the link {link}" for link in self.links
                        if not link.startswith("#") or link[1:] not in self.ids]
        return self.errors


def main():
    failed = False
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            for error in Page().check(file.read()):
                print(f"{name}: {error}")
                failed = True
    return failed


sys.exit(main())
