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
.crumbs { margin-bottom: 1rem; }
@media print { .choose { display: none; } }
)";

const char *const kSiteScript = R"(
{
const data = globalThis.coverme || [];
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

// --- any two nights ---
const place = document.getElementById('compare');
const nights = (data.find(each => each.nights) || {}).nights;
if (place && nights && nights.length) {
  const verdicts = data.find(each => each.verdicts).verdicts;
  const kMost = 1000; // functions listed

  const resultOn = (results, night) =>
      results.findIndex(each => each[0] <= night && night <= each[1]);

  // What all changes from one result to a later one come to: [name, from, to].
  const sum = (results, from, to, column) => {
    const net = new Map();
    for (let i = from + 1; i <= to; i++)
      for (const [name, before, after] of results[i][column]) {
        const known = net.get(name);
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

  const differences = (results, from, to) => {
    const a = resultOn(results, from), b = resultOn(results, to);
    if (a === b) return [];
    if (a < 0) return [['soft', 'no result on ' + nights[from], 6]];
    if (b < 0) return [['soft', 'no result on ' + nights[to], 6]];
    const lines = [];
    for (const [name, before, after] of sum(results, a, b, 3)) {
      const kind = kinds.findIndex(each => each[3](before, after));
      lines.push([kind < 0 ? 'soft' : kinds[kind][2],
        name + ': ' + wordsOf(before) + ' → ' + wordsOf(after),
        kind < 0 ? 5 : kind]);
    }
    const found = new Map();
    for (let i = a + 1; i <= b; i++)
      for (const [text, sign] of results[i][4])
        found.set(text, (found.get(text) || 0) + sign);
    for (const [text, sign] of found)
      if (sign)
        lines.push(sign > 0 ? ['open', 'new finding: ' + text, -1]
                            : ['covered', 'finding gone: ' + text, 4]);
    if (results[a][2] !== results[b][2])
      lines.push(['soft', results[a][2] + ' → ' + results[b][2], 5]);
    return lines.sort((x, y) => x[2] - y[2]);
  };

  const totalsOn = (library, night) =>
      library.totals.find(each => each[0] === night);

  const totalsTable = (from, to) => {
    const [box, body] = tableOf('totals', ['library', 'functions', 'branches',
      'covered', 'proved', 'deemed', 'open', 'findings', 'seconds']);
    for (const library of data.filter(each => each.library)) {
      const a = totalsOn(library, from), b = totalsOn(library, to);
      const cells = [library.library];
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
    for (const library of data.filter(each => each.library)) {
      const rows = [];
      for (const [file, folder, functions] of library.files)
        for (const [name, page, results] of functions) {
          const lines = differences(results, from, to);
          if (lines.length) rows.push([file, folder + page, name, lines]);
          for (const line of lines) sums.set(line[2], (sums.get(line[2]) || 0) + 1);
        }
      if (!rows.length) continue;
      rows.sort((x, y) => x[3][0][2] - y[3][0][2]);
      out.append(element('h2', library.library + ': ' +
                               count(rows.length, 'function')));
      const [box, body] = tableOf('changes', []);
      body.parentElement.tHead.replaceChildren();
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
    words.push(sumOf(-1, 'new finding', 'new findings'),
               sumOf(4, 'finding gone', 'findings gone'));
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
  const show = () => {
    const ends = [Number(from.value), Number(to.value)].sort((a, b) => a - b);
    result.replaceChildren(compare(...ends));
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
  let all = null;
  const show = () => {
    const word = input.value.toLowerCase();
    list.replaceChildren();
    status.textContent = '';
    if (!word || !all) return;
    let found = 0;
    for (const [file, folder, functions] of all.files)
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
  input.addEventListener('input', () => {
    if (all) return show();
    if (!document.getElementById('names-data')) {
      const script = element('script');
      script.id = 'names-data';
      script.src = names.dataset.file;
      script.addEventListener('load', () => {
        all = globalThis.coverme.find(each => each.names);
        show();
      });
      document.head.append(script);
    }
  });
}
}
)";

} // namespace coverme
