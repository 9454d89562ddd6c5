// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "nightly/SiteScript.h"

namespace coverme {

const char *const kSiteStyle = R"(.plots { display: grid; gap: 0 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.plots figcaption { font-size: .8125rem; }
.list code { white-space: pre-wrap; }
select { font: inherit; color: inherit; background: var(--back);
  border: 1px solid var(--soft); border-radius: .25rem; padding: .25rem; }
.choose { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
.changes td:first-child { width: 22%; } .changes td:nth-child(2) { width: 20%; }
.list td:first-child a { white-space: nowrap; }
.history .more td { border-top: 0; padding-top: 0; }
.history tr:has(+ .more) td { border-bottom: 0; }
.crumbs { margin-bottom: 1rem; }
@media print { .choose { display: none; } }
)";

const char *const kSiteScript = R"(
{
const data = () => globalThis.coverme || [];
const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};
const linkTo = (address, text) => {
  const link = element('a', text);
  link.href = address;
  return link;
};
const row = (cells, isHead) => {
  const made = element('tr');
  cells.forEach((text, column) => {
    const cell = element(isHead ? 'th' : 'td', text, column ? 'num' : '');
    if (isHead) cell.scope = 'col';
    made.append(cell);
  });
  return made;
};
const tableOf = (className, heads) => {
  const box = element('div', undefined, 'scroll');
  const table = element('table', undefined, 'list ' + className);
  const head = element('thead');
  head.append(row(heads, true));
  const body = element('tbody');
  table.append(head, body);
  box.append(table);
  return [box, body];
};
const count = (number, word) =>
    number.toLocaleString('en') + ' ' + word + (number === 1 ? '' : 's');

// Loads a script of data, once, and has what it has brought.
const loaded = new Map();
const load = address => {
  if (!loaded.has(address))
    loaded.set(address, new Promise((done, failed) => {
      const script = element('script');
      script.src = address;
      script.addEventListener('load', done);
      script.addEventListener('error', () => failed(address));
      document.head.append(script);
    }));
  return loaded.get(address);
};

// --- any two nights ---
const place = document.getElementById('compare');
const all = data().find(each => each.nights);
if (place && all && all.nights.length) {
  const {nights, verdicts, libraries} = all;
  const kMost = 1000; // functions listed

  // From [name, before, after, former name]... to what all of it comes to.
  const sum = changes => {
    const net = new Map();
    for (const [name, before, after, former] of changes) {
      const known = net.get(former || name);
      if (former) net.delete(former);
      net.set(name, [known ? known[0] : before, after]);
    }
    return [...net].filter(([, [a, b]]) => a !== b)
        .map(([name, [a, b]]) => [name, a, b]);
  };

  const wordsOf = verdict => verdict < 0 ? 'not there' : verdicts[verdict];
  const kinds = [
    ['branch lost', 'branches lost', 'open', (a, b) => a === 0 && b > 0],
    ['proof lost', 'proofs lost', 'open', (a, b) => a === 1 && b > 1],
    ['branch won', 'branches won', 'covered', (a, b) => b === 0 && a > 0],
    ['proof made', 'proofs made', 'proved', (a, b) => b === 1 && a > 1],
  ];
  const kFound = -1, kGone = 4, kOther = 5, kNone = 6; // beside these

  // Of events in order, all of them between the nights: [class, text, kind].
  const differences = (events, from, to) => {
    const a = events[0][1], b = events[events.length - 1][2];
    if (a === null && b === null) return [];
    if (a === null) return [['soft', 'no result on ' + nights[from], kNone]];
    if (b === null) return [['soft', 'no result on ' + nights[to], kNone]];
    const lines = [];
    for (const [name, before, after] of sum(events.flatMap(each => each[3]))) {
      const kind = kinds.findIndex(each => each[3](before, after));
      lines.push([kind < 0 ? 'soft' : kinds[kind][2],
        name + ': ' + wordsOf(before) + ' → ' + wordsOf(after),
        kind < 0 ? kOther : kind]);
    }
    const found = new Map();
    for (const [text, sign] of events.flatMap(each => each[4]))
      found.set(text, (found.get(text) || 0) + sign);
    for (const [text, sign] of found)
      if (sign)
        lines.push(sign > 0 ? ['open', 'new finding: ' + text, kFound]
                            : ['covered', 'finding gone: ' + text, kGone]);
    if (a !== b) lines.push(['soft', a + ' → ' + b, kOther]);
    return lines.sort((x, y) => x[2] - y[2]);
  };

  // The files of a library's events, loaded for nights up to `to`.
  const eventsOf = (library, from, to) => {
    const kept = library.kept.filter(
        number => number >= Math.floor((from + 1) / all.kept) &&
                  number <= Math.floor(to / all.kept));
    return Promise.all(kept.map(
        number => load('data/' + library.folder + '/' + number + '.js')));
  };

  // By page: [file, page, function, events], of all that is loaded.
  const functionsOf = (library, from, to) => {
    const functions = new Map();
    for (const part of data().filter(each => each.events === library.folder)
             .sort((x, y) => x.number - y.number))
      for (const [file, address, some] of part.files)
        for (const [name, page, events] of some) {
          const between = events.filter(([night]) => night > from && night <= to);
          if (!between.length) continue;
          const known = functions.get(address + page);
          if (known) known[3].push(...between);
          else functions.set(address + page,
                             [file, address + page, name, between]);
        }
    return functions.values();
  };

  const totalsOn = (library, night) =>
      library.totals.findLast(each => each[0] <= night);
  const totalsTable = (from, to) => {
    const [box, body] = tableOf('totals', ['library', 'functions', 'branches',
      'covered', 'proved', 'deemed', 'open', 'findings', 'seconds']);
    for (const library of libraries) {
      const a = totalsOn(library, from), b = totalsOn(library, to);
      const cells = [library.name];
      for (let i = 1; i < 9; i++) {
        const number = each => each === undefined ? '-'
            : each[i].toLocaleString('en', {maximumFractionDigits: 1});
        const x = number(a), y = number(b);
        cells.push(x === y ? x : x + ' → ' + y);
      }
      body.append(row(cells));
    }
    return box;
  };

  const compare = (from, to) => {
    const out = element('div');
    out.append(element('h2', nights[from] + ' and ' + nights[to]),
               totalsTable(from, to));
    let number = 0;
    const sums = new Map();
    for (const library of libraries) {
      const rows = [];
      for (const [file, page, name, events] of functionsOf(library, from, to)) {
        const lines = differences(events, from, to);
        if (lines.length) rows.push([file, page, name, lines]);
        for (const [, , kind] of lines) sums.set(kind, (sums.get(kind) || 0) + 1);
      }
      if (!rows.length) continue;
      rows.sort((x, y) => x[3][0][2] - y[3][0][2]);
      out.append(element('h2', library.name + ': ' +
                               count(rows.length, 'function')));
      const [box, body] = tableOf('changes', ['function', 'file', 'change']);
      for (const head of body.parentElement.tHead.rows[0].cells)
        head.className = '';
      for (const [file, page, name, lines] of rows) {
        if (++number > kMost) break;
        const cells = element('tr');
        const first = element('td');
        first.append(linkTo(page, name));
        const last = element('td');
        lines.slice(0, 20).forEach(([className, text], i) => {
          if (i) last.append(element('br'));
          last.append(element('span', text, className));
        });
        if (lines.length > 20)
          last.append(element('br'), lines.length - 20 + ' more');
        cells.append(first, element('td', file), last);
        body.append(cells);
      }
      out.append(box);
    }
    const sumOf = (kind, one, more) => {
      const number = sums.get(kind) || 0;
      return number.toLocaleString('en') + ' ' + (number === 1 ? one : more);
    };
    const words = kinds.map(([one, more], i) => sumOf(i, one, more));
    words.push(sumOf(kFound, 'new finding', 'new findings'),
               sumOf(kGone, 'finding gone', 'findings gone'));
    const status = element('p', words.join(', ') +
        (number > kMost ? '; the first ' + kMost + ' functions are listed' : ''));
    status.setAttribute('role', 'status');
    out.children[0].after(status);
    return out;
  };

  const choose = (label, chosen) => {
    const box = element('label', label + ' ');
    const list = element('select');
    nights.forEach((night, i) => {
      const option = element('option', night);
      option.value = i;
      list.prepend(option);
    });
    list.value = chosen;
    box.append(list);
    return [box, list];
  };
  const last = nights.length - 1;
  const [fromBox, from] = choose('From', Math.max(last - 1, 0));
  const [toBox, to] = choose('to', last);
  const form = element('p', undefined, 'choose');
  form.append(fromBox, toBox);
  const result = element('div');
  place.replaceChildren(form, result);
  let wanted = 0; // a choice that comes while data are loading replaces it
  const show = () => {
    const ends = [Number(from.value), Number(to.value)].sort((a, b) => a - b);
    const mine = ++wanted;
    Promise.all(libraries.map(library => eventsOf(library, ...ends))).then(
        () => mine === wanted && result.replaceChildren(compare(...ends)),
        address => result.replaceChildren('cannot load ' + address));
  };
  const follow = () => {
    const labels = location.hash.slice(1).split('..').map(decodeURIComponent);
    const ends = labels.map(label => nights.indexOf(label));
    if (ends.length === 2 && ends.every(end => end >= 0))
      [from.value, to.value] = ends;
    show();
  };
  for (const list of [from, to])
    list.addEventListener('change', () => {
      location.hash = encodeURIComponent(nights[from.value]) + '..' +
                      encodeURIComponent(nights[to.value]);
    });
  addEventListener('hashchange', follow);
  follow();
}

// --- a function by its name ---
const names = document.getElementById('names');
if (names) {
  const label = element('label', 'All functions by name ');
  const input = element('input');
  input.type = 'search';
  label.append(input);
  const status = element('span', '', 'soft');
  status.setAttribute('role', 'status');
  const line = element('p', undefined, 'search');
  line.append(label, ' ', status);
  const list = element('ul');
  names.replaceChildren(line, list);
  const show = () => {
    const word = input.value.toLowerCase();
    list.replaceChildren();
    status.textContent = '';
    if (!word) return;
    let found = 0;
    for (const [file, folder, functions] of data().find(each => each.names).files)
      for (const each of functions) {
        const [name, page] =
            typeof each === 'string' ? [each, each + '.html'] : each;
        if (!name.toLowerCase().includes(word) || ++found > 100) continue;
        const item = element('li');
        item.append(linkTo('../' + folder + page, name), ' ' + file);
        list.append(item);
      }
    status.textContent =
        count(found, 'function') + (found > 100 ? ', the first 100:' : '');
  };
  input.addEventListener('input', () => load(names.dataset.file).then(
      show, address => { status.textContent = 'cannot load ' + address; }));
}
}
)";

} // namespace coverme
