// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/HtmlPage.h"

#include "report/Markup.h"

#include <fmt/format.h>

namespace coverme {
namespace {

constexpr const char *kStyle = R"(
:root {
  color-scheme: light dark;
  --text: #1a1d21; --back: #fff; --soft: #5a6472; --line: #d5dae1;
  --panel: #f5f7f9; --link: #0b57b0;
  --covered: #11703a; --covered-back: #e3f5e9;
  --proved: #0a6478; --proved-back: #e0f3f7;
  --deemed: #7a5200; --deemed-back: #fdf1d3;
  --open: #b3201c; --open-back: #fde8e6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e7eb; --back: #15181c; --soft: #9aa5b3; --line: #353c45;
    --panel: #1d2126; --link: #7db4f5;
    --covered: #6fd694; --covered-back: #14301f;
    --proved: #6ccbe0; --proved-back: #102e36;
    --deemed: #e6bd5c; --deemed-back: #362a0c;
    --open: #ff938c; --open-back: #421a18;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem 1.25rem 3rem; max-width: 80rem;
  color: var(--text); background: var(--back);
  font: 16px/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.6rem; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
:target { outline: 2px solid var(--link); }
code, pre, .src { font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
code, pre { font-size: .875em; overflow-wrap: anywhere; white-space: pre-wrap; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.soft, caption, footer { color: var(--soft); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; }
.covered { color: var(--covered); } .proved { color: var(--proved); }
.deemed { color: var(--deemed); } .open { color: var(--open); }
.bar { display: flex; height: .75rem; margin: .75rem 0; background: var(--line);
  border-radius: .25rem; overflow: hidden; }
.bar span { background: currentColor; }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0;
  padding: 0; list-style: none; }
.key b { font-size: 1.25rem; }
.scroll { overflow-x: auto; }
.long { content-visibility: auto; contain-intrinsic-size: auto 400rem; }
.rest, .tests { table-layout: fixed; }
.rest th:nth-child(1) { width: 38%; } .rest th:nth-child(2) { width: 12rem; }
.tests th:nth-child(1) { width: 4rem; } .tests th:nth-child(3) { width: 22%; }
table { border-collapse: collapse; }
.list { width: 100%; }
.list th, .list td { padding: .25rem .6rem .25rem 0; text-align: left;
  vertical-align: top; border-bottom: 1px solid var(--line); }
.list .num { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.list td:first-child, .rest td, .tests td { overflow-wrap: anywhere; }
.functions th:first-child { min-width: 13rem; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th button:focus-visible { outline: 3px solid var(--link); }
th[aria-sort=ascending] button::after { content: " \25b2"; }
th[aria-sort=descending] button::after { content: " \25bc"; }
input { font: inherit; color: inherit; background: var(--back);
  border: 1px solid var(--soft); border-radius: .25rem; padding: .25rem .5rem;
  max-width: 100%; }
.src { width: 100%; table-layout: fixed; font-size: .875rem;
  background: var(--panel); border: 1px solid var(--line); }
.src .n { width: 4.5em; } .src .c { width: 5.5em; }
.src td, .src th { padding: 0 .5rem; vertical-align: top; }
.src td:first-child, .src td:nth-child(2) { text-align: right;
  color: var(--soft); }
.src th { color: var(--soft); font-weight: 400; text-align: right; }
.src th:last-child { text-align: left; }
.src td:first-child a { color: inherit; text-decoration: none; }
.src td:last-child { white-space: pre-wrap; overflow-wrap: anywhere;
  tab-size: 8; border-left: 1px solid var(--line); }
.src .zero td:nth-child(2) { color: var(--open); font-weight: 700; }
tr.covered td:last-child { background: var(--covered-back); }
tr.proved td:last-child { background: var(--proved-back); }
tr.deemed td:last-child { background: var(--deemed-back); }
tr.open td:last-child { background: var(--open-back); }
.src tr td:last-child { color: var(--text); }
.src .b td:last-child { white-space: normal; padding-left: 1.5rem;
  padding-bottom: .25rem; font-size: .8125rem; }
.b a { display: inline-block; margin-left: .75rem; padding: 0 .25rem; }
.b a.covered, .b a.proved, .b a.deemed, .b a.open { font-weight: 600; }
.src mark { color: inherit; background: none; font-weight: 700;
  text-decoration: underline; text-underline-offset: .2em; }
figure { margin: 1rem 0; }
svg { display: block; width: 100%; max-width: 44rem; height: auto; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
svg .axis { stroke: var(--line); } svg .curve { fill: none;
  stroke: var(--covered); stroke-width: 2; }
svg .all { stroke: var(--soft); stroke-dasharray: 3 4; }
.function { border-top: 2px solid var(--line); margin-top: 2.5rem;
  content-visibility: auto; contain-intrinsic-size: auto 60rem; }
@media (max-width: 80rem) {
  .functions { font-size: .8125rem; }
  .functions th, .functions td { padding-right: .4rem; }
}
@media (max-width: 48rem) {
  .rest th:nth-child(2) { width: 6rem; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, .skip, .search { display: none; }
  a { color: inherit; text-decoration: none; }
  tr, svg { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .function, .long { content-visibility: visible; }
  .scroll { overflow: visible; }
  .bar, tr td { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media print and (prefers-color-scheme: dark) {
  :root {
    color-scheme: light;
    --text: #000; --back: #fff; --soft: #444; --line: #bbb; --panel: #fff;
    --covered: #11703a; --covered-back: #e3f5e9;
    --proved: #0a6478; --proved-back: #e0f3f7;
    --deemed: #7a5200; --deemed-back: #fdf1d3;
    --open: #b3201c; --open-back: #fde8e6;
  }
}
)";

constexpr const char *kScript = R"(
'use strict';
for (const table of document.querySelectorAll('table.functions')) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const heads = Array.from(table.tHead.rows[0].cells);
  const value = (row, column) => {
    const text = row.cells[column].textContent.trim();
    const number = parseFloat(text.replace(/,/g, ''));
    return heads[column].classList.contains('num')
        ? (Number.isNaN(number) ? -1 : number) : text;
  };
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      rows.sort((a, b) => {
        const x = value(a, column), y = value(b, column);
        const order = typeof x === 'number' ? x - y : x.localeCompare(y);
        return down ? -order : order;
      });
      body.append(...rows);
    });
  });
  const label = document.createElement('label');
  const input = document.createElement('input');
  const found = document.createElement('span');
  input.type = 'search';
  found.setAttribute('role', 'status');
  found.className = 'soft';
  label.append('Search ', input, ' ');
  const line = document.createElement('p');
  line.className = 'search';
  line.append(label, found);
  table.parentElement.before(line);
  input.addEventListener('input', () => {
    const word = input.value.toLowerCase();
    let count = 0;
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(word);
      count += !row.hidden;
    }
    found.textContent = word ? count + ' of ' + rows.length : '';
  });
}
)";

} // namespace

std::string pageBegin(std::string_view title,
                      const std::optional<std::string> &root) {
  // Widths of bars are styles of elements.
  const std::string policy = fmt::format(
      "default-src 'none'; style-src {}'unsafe-inline'; script-src {}",
      root ? "'self' " : "", root ? "'self'" : "'unsafe-inline'");
  const std::string style =
      root ? fmt::format(R"(<link rel="stylesheet" href="{}{}">)", *root,
                         kStyleFile)
           : fmt::format("<style>{}</style>", kStyle);
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="coverme">
<meta http-equiv="Content-Security-Policy" content="{0}">
<title>{1}</title>
{2}
</head>
<body>
<a class="skip" href="#main">To the report</a>
<main id="main">
<h1>{1}</h1>
)",
                     policy, escaped(title), style);
}

std::string pageEnd(std::string_view tool,
                    const std::optional<std::string> &root) {
  return fmt::format(
      "</main>\n<footer><p>Made by {}.</p></footer>\n{}\n</body>\n</html>\n",
      escaped(tool),
      root ? fmt::format(R"(<script src="{}{}"></script>)", *root, kScriptFile)
           : fmt::format("<script>{}</script>", kScript));
}

std::string pageStyle() { return kStyle + 1; } // without the first line's end

std::string pageScript() { return kScript + 1; }

} // namespace coverme
