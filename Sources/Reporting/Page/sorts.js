'use strict';
// Lets the reader sort tables by a column: first downward, then upward, then in the page's order.

const Sorts = (() => {
  const UNITS = { d: 86400, h: 3600, min: 60, s: 1, ms: .001, km: 1000, m: 1, kJ: 1000, J: 1 };
  const NEXT = { none: 'descending', descending: 'ascending', ascending: 'none' };

  // Returns the number at the start of a figure's text, in the smallest unit; null for other text.
  function numberOf(text) {
    const plain = text.replace(/−/g, '-').replace(/,/g, '').replace(/^≈/, '').trim();
    const parts = plain.match(/^[+-]?[\d.]+(?: ?(?:d|h|min|ms|s|km|m|kJ|J)\b)?/);
    if (!parts) return null;
    let sum = 0;
    const pieces = plain.matchAll(/([+-]?[\d.]+)(?: (d|h|min|ms|s|km|m|kJ|J)\b)?/g);
    for (const [, value, unit] of pieces) {
      if (sum && !unit) break;
      sum += Number(value) * (UNITS[unit] || 1);
      if (!unit) break;
    }
    return sum;
  }

  function keyOf(row, column) {
    const cell = row.cells[column];
    if (!cell) return null;
    if (cell.dataset.sort !== undefined) return Number(cell.dataset.sort);
    const text = (cell.firstChild && cell.firstChild.nodeType === Node.TEXT_NODE
      ? cell.firstChild.data : cell.textContent).trim();
    const number = numberOf(text);
    return number !== null || !text || text === '–' ? number : text;
  }

  // Rows without a value stay at the end in both directions.
  function compare(a, b, sign) {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return -sign * String(a).localeCompare(String(b), 'en');
  }

  function sort(table, column, direction, original) {
    const sign = direction === 'ascending' ? 1 : -1;
    const rows = direction === 'none' ? original : original
      .map((row) => [row, keyOf(row, column)])
      .sort((a, b) => compare(a[1], b[1], sign)).map(([row]) => row);
    table.tBodies[0].append(...rows);
  }

  function addButtons(table) {
    const original = [...table.tBodies[0].rows];
    if (original.length < 2) return;
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.setAttribute('aria-label', `Sort by ${heading.textContent.trim().split('\n')[0]}`);
      button.addEventListener('click', () => {
        const direction = NEXT[heading.getAttribute('aria-sort') || 'none'];
        for (const other of headings) other.removeAttribute('aria-sort');
        if (direction !== 'none') heading.setAttribute('aria-sort', direction);
        sort(table, column, direction, original);
      });
      heading.append(button);
    });
  }

  for (const table of document.querySelectorAll('table.sortable')) addButtons(table);
  return { numberOf };
})();
