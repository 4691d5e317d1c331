/**
 * The search of the documentation's site, in the browser. It needs no server: search-index.js, which scripts/site.mjs
 * writes, sets `sections` to all sections of all pages.
 */
/* global document, URL */
(() => {
  const MAX_FOUND = 20;
  const script = document.currentScript;
  const input = document.getElementById('search');
  const status = document.getElementById('search-status');
  const list = document.getElementById('search-results');

  /**
   * How well a section fits: all words are in it; better in a heading, better in that of a page, best in a row there. 0:
   * not at all.
   */
  function fit({ page, heading, text }, words) {
    const ranks = words.map((word) => {
      if (heading.toLowerCase().includes(word)) return heading === page ? 8 : 4;
      return text.toLowerCase().includes(word) ? 1 : 0;
    });
    const inRow = words.length > 1 && heading.toLowerCase().includes(words.join(' ')) ? 8 * words.length : 0;
    return ranks.includes(0) ? 0 : ranks.reduce((sum, rank) => sum + rank, inRow);
  }

  /** The text around the first of the words. */
  function excerpt(text, words) {
    const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
    const from = Math.max(0, Math.min(...places, text.length) - 40);
    return `${from > 0 ? '… ' : ''}${text.slice(from, from + 120)}${from + 120 < text.length ? ' …' : ''}`;
  }

  function item({ page, heading, address, text }, words) {
    const link = document.createElement('a');
    link.href = new URL(address, script.src).href;
    link.textContent = heading === page ? page : `${page}: ${heading}`;
    const entry = document.createElement('li');
    entry.append(link, document.createElement('br'), excerpt(text, words));
    return entry;
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const found = words.length === 0 ? [] : globalThis.sections.filter((section) => fit(section, words) > 0);
    found.sort((a, b) => fit(b, words) - fit(a, words));
    list.replaceChildren(...found.slice(0, MAX_FOUND).map((section) => item(section, words)));
    const count = `${found.length} ${found.length === 1 ? 'section' : 'sections'}`;
    status.textContent = words.length === 0 ? '' : count + (found.length > MAX_FOUND ? `, the best ${MAX_FOUND} are listed` : '');
  }

  input.addEventListener('input', search);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') list.querySelector('a')?.click();
    if (event.key !== 'Escape') return;
    input.value = '';
    search();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === input || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
})();
