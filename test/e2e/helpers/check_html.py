# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks pages of HTML: tags are balanced, ids are unique, links lead to them,
nothing is loaded from elsewhere, and text is text (no unknown element or
attribute, which source that is not escaped would bring in). Of a folder, which
is a site, all pages: they may load and link to each other.

    check_html.py FILE|FOLDER...
"""
import html.parser
import os
import pathlib
import sys

VOID = {"meta", "link", "col", "br", "line", "path", "input"}
ELEMENTS = VOID | {
    "html", "head", "title", "style", "body", "main", "footer", "script",
    "section", "nav", "h1", "h2", "h3", "p", "a", "b", "code", "pre", "span", "div",
    "ul", "ol", "li", "table", "caption", "colgroup", "thead", "tbody", "tr",
    "th", "td", "mark", "figure", "figcaption", "svg", "text"}
ATTRIBUTES = {
    "lang", "charset", "name", "content", "http-equiv", "id", "class", "href",
    "style", "scope", "colspan", "aria-hidden", "aria-label", "role", "viewbox", "x", "y",
    "x1", "x2", "y1", "y2", "d", "text-anchor"}
# Of pages of a site.
SITE_ATTRIBUTES = ATTRIBUTES | {"rel", "src", "data-file"}


class Page(html.parser.HTMLParser):
    def __init__(self, attributes):
        super().__init__()
        self.attributes = attributes
        self.open, self.ids, self.links, self.errors = [], set(), [], []

    def complain(self, words):
        self.errors.append(f"line {self.getpos()[0]}: {words}")

    def handle_starttag(self, tag, attrs):
        if tag not in ELEMENTS:
            self.complain(f"element {tag}")
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name not in self.attributes:
                self.complain(f"attribute {name}")
            if name == "id":
                if value in self.ids:
                    self.complain(f"a second id {value}")
                self.ids.add(value)
            if name in ("href", "src", "data-file"):
                self.links.append(value)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.complain(f"</{tag}> closes another element")

    def read(self, text):
        self.feed(text)
        self.close()
        self.errors += [f"{tag} is not closed" for tag in self.open]
        return self


def check_file(name):
    with open(name, encoding="utf-8") as file:
        page = Page(ATTRIBUTES).read(file.read())
    return [f"{name}: {error}" for error in page.errors] + [
        f"{name}: no target of the link {link}" for link in page.links
        if not link.startswith("#") or link[1:] not in page.ids]


def check_site(folder):
    """All pages but the first have to be linked to by another one."""
    pages, errors, linked = {}, [], set()
    for path in sorted(pathlib.Path(folder).rglob("*.html")):
        page = Page(SITE_ATTRIBUTES).read(path.read_text(encoding="utf-8"))
        errors += [f"{path}: {error}" for error in page.errors]
        pages[str(path)] = page.links, page.ids
    for name, (links, _) in pages.items():
        for link in links:
            address, _, place = link.partition("#")
            target = os.path.normpath(os.path.join(
                os.path.dirname(name), address)) if address else name
            if target != name:
                linked.add(target)
            # The page of differences has two nights behind its "#".
            known = (target in pages and (
                not place or place in pages[target][1] or ".." in place)
                if target.endswith(".html") else os.path.exists(target))
            if "://" in link or not known:
                errors.append(f"{name}: no target of the link {link}")
    first = os.path.normpath(os.path.join(folder, "index.html"))
    return errors + [f"{name}: nothing links to it" for name in pages
                     if name != first and name not in linked]


def main():
    errors = []
    for name in sys.argv[1:]:
        errors += check_site(name) if os.path.isdir(name) else check_file(name)
    for error in errors:
        print(error)
    return bool(errors)


sys.exit(main())
