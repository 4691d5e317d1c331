/**
 * Builds the documentation as a site of static pages from the Markdown of the repository, which is written to be read
 * on GitHub too: links are those between the files. A link that leads nowhere, to a heading too, is an error, and so is
 * a page that is in no section.
 *
 *     node scripts/site.mjs [FOLDER] [ROOT]     FOLDER: build/site if not given; ROOT: the repository, this one
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { packageNamed, top } from './steps.mjs';

const { default: MarkdownIt } = await packageNamed('markdown-it');
const { globSync } = await packageNamed('tinyglobby');

const [folder = join(top, 'build', 'site'), root = top] = process.argv.slice(2).map((path) => resolve(path));

/** The sections of the site, each with patterns of its pages in their order. */
const sections = [
  ['Start', ['README.md', 'docs/README.md', 'docs/tutorial/*.md']],
  ['How to', ['docs/how-to/install.md', 'docs/how-to/*.md', 'editors/vscode/README.md']],
  ['Reference', ['docs/reference/*.md']],
  ['Explanation', ['docs/explanation/architecture.md', 'docs/explanation/*.md']],
  ['Decisions', ['docs/explanation/decisions/README.md', 'docs/explanation/decisions/*.md']],
  [
    'Contribute',
    [
      'docs/how-to/contribute/README.md',
      'docs/how-to/contribute/*.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'bench/README.md',
    ],
  ],
];

const problems = [];
const markdown = new MarkdownIt({ html: true });
// Node's own punctuation class knows more than GitHub's: letters, digits, blanks, `-` and `_` stay.
const slugOf = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
const find = (pattern) => globSync([pattern], { cwd: root }).sort();

/** Is it a comment? These are for people and tests that read the Markdown: `<!-- not run: ... -->`. */
const isComment = ({ type, content }) => type === 'html_block' && /^<!--[^]*-->\s*$/.test(content);

/** A page: its file, its Markdown as tokens, and the addresses of its headings. */
function read(file) {
  const tokens = markdown.parse(readFileSync(join(root, file), 'utf8'), {}).filter((token) => !isComment(token));
  const used = new Map();
  const anchors = new Set();
  let title;
  tokens.forEach((token, i) => {
    if (token.type !== 'heading_open') return;
    const text = tokens[i + 1].children.map(({ content }) => content).join('');
    title ??= text;
    const slug = slugOf(text);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    const anchor = count === 0 ? slug : `${slug}-${count}`;
    anchors.add(anchor);
    token.attrSet('id', anchor);
  });
  return { file, tokens, anchors, title: title ?? basename(file, '.md') };
}

const contents = sections.map(([name, patterns]) => [name, [...new Set(patterns.flatMap(find))]]);
const pages = new Map(contents.flatMap(([, files]) => files).map((file) => [file, read(file)]));
for (const file of find('docs/**/*.md'))
  if (!pages.has(file)) problems.push(`${file}: it is in no section of the site`);

const outputOf = (file) => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'));
/** Files that pages link to, and folders, which get a page with their files. */
const others = new Set();

/** Where a link of a page leads to on the site; undefined: nowhere. */
function target(page, href) {
  if (/^[a-z]+:/i.test(href)) return href;
  const [path, anchor] = decodeURI(href).split('#');
  const file = path === '' ? page.file : posix.normalize(posix.join(posix.dirname(page.file), path)).replace(/\/$/, '');
  const found = pages.get(file) ?? pages.get(posix.join(file, 'README.md'));
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (found !== undefined)
    return anchor === undefined || found.anchors.has(anchor) ? outputOf(found.file) + suffix : undefined;
  if (file.startsWith('..') || !existsSync(join(root, file))) return undefined;
  others.add(file);
  return statSync(join(root, file)).isDirectory() ? `${file}/index.html` : file;
}

/** Makes the links of a page those of the site; notes the dead ones. */
function link(page) {
  let line = 1;
  for (const { children, map } of page.tokens) {
    line = map === null ? line : map[0] + 1; // cells of a table have no line of their own
    for (const token of children ?? [])
      for (const name of ['href', 'src']) {
        const href = token.attrGet(name);
        if (href === null) continue;
        const to = target(page, href);
        if (to === undefined) problems.push(`${page.file}:${line}: the link ${href} leads nowhere`);
        else
          token.attrSet(
            name,
            /^[a-z]+:/i.test(to) ? to : posix.relative(posix.dirname(outputOf(page.file)), to) || '.',
          );
      }
  }
}

const style = `:root { color-scheme: light dark; --line: #8885; --soft: #8882; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { border-right: 1px solid var(--line); padding: 1rem; font-size: 0.9rem; }
#search { box-sizing: border-box; width: 100%; padding: 0.3rem; font: inherit; }
#search-status { margin: 0.3rem 0; }
#search-results li { margin-bottom: 0.5rem; overflow-wrap: anywhere; }
nav ul { list-style: none; padding: 0; margin: 0 0 1rem; }
nav [aria-current] { font-weight: bold; }
main { padding: 1rem 2rem 4rem; max-width: 52rem; }
pre { background: var(--soft); padding: 0.8rem; overflow-x: auto; }
code { font: 0.9em/1.4 ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
@media (max-width: 50rem) { body { display: block; } nav { border: 0; border-bottom: 1px solid var(--line); } }
`;
const escaped = (text) => markdown.utils.escapeHtml(text);
/** Is there a playground? It is made from the code of this repository. */
const plays = root === top;

/** The whole page in HTML; `output`: its path on the site. */
function html(output, title, body) {
  const here = (path) => posix.relative(posix.dirname(output), path);
  const menu = contents
    .filter(([, files]) => files.length > 0)
    .map(([name, files]) => {
      const items = files.map((file) => {
        const current = outputOf(file) === output ? ' aria-current="page"' : '';
        return `<li><a href="${here(outputOf(file))}"${current}>${escaped(pages.get(file).title)}</a></li>`;
      });
      return `<strong>${name}</strong>\n<ul>\n${items.join('\n')}\n</ul>`;
    });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} - drista</title>
<link rel="stylesheet" href="${here('style.css')}">
</head>
<body>
<nav aria-label="Pages">
<div role="search">
<input id="search" type="search" aria-label="Search the documentation" placeholder="Search (/)" autocomplete="off">
<p id="search-status" role="status"></p>
<ul id="search-results"></ul>
</div>
${plays ? `<p><a href="${here('playground.html')}">Playground</a></p>\n` : ''}${menu.join('\n')}
</nav>
<main>
${body}</main>
<script src="${here('search-index.js')}"></script>
<script src="${here('search.js')}"></script>
</body>
</html>
`;
}

function write(output, text) {
  const path = join(folder, output);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The sections of a page for the search: the heading, its address, and the text below it. */
function sectionsOf({ file, tokens, title }) {
  const found = [{ page: title, heading: title, address: outputOf(file), text: '' }];
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open') {
      const heading = tokens[i + 1].children.map(({ content }) => content).join('');
      const address = `${outputOf(file)}#${token.attrGet('id')}`;
      if (heading !== title) found.push({ page: title, heading, address, text: '' });
    } else if (['inline', 'fence', 'code_block'].includes(token.type) && tokens[i - 1]?.type !== 'heading_open') {
      const text = token.children?.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
      found.at(-1).text += ` ${text ?? token.content}`.replace(/\s+/g, ' ');
    }
  });
  return found.map((section) => ({ ...section, text: section.text.trim() }));
}

/** A folder as a page that lists its files. */
function listing(path) {
  const names = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
  const items = names.map((name) => {
    const page = pages.get(posix.join(path, name));
    if (page === undefined) cpSync(join(root, path, name), join(folder, path, name));
    return `<li><a href="${page === undefined ? name : basename(outputOf(page.file))}">${escaped(name)}</a></li>`;
  });
  return html(`${path}/index.html`, path, `<h1>${escaped(path)}</h1>\n<ul>\n${items.join('\n')}\n</ul>\n`);
}

for (const page of pages.values()) link(page);
if (problems.length > 0) {
  for (const problem of problems) console.error(`site: ${problem}`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
write('style.css', style);
cpSync(join(top, 'scripts', 'site-search.js'), join(folder, 'search.js'));
write('search-index.js', `globalThis.sections = ${JSON.stringify([...pages.values()].flatMap(sectionsOf))};\n`);
for (const { file, tokens, title } of pages.values())
  write(outputOf(file), html(outputOf(file), title, markdown.renderer.render(tokens, markdown.options, {})));
for (const path of others) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  if (!statSync(join(root, path)).isDirectory()) cpSync(join(root, path), join(folder, path));
  else write(`${path}/index.html`, listing(path));
}
if (plays) {
  const { playgroundPage } = await import('./playground.mjs'); // needs esbuild
  write('playground.html', playgroundPage());
}
console.log(`site: ${pages.size} pages in ${relative(process.cwd(), folder) || '.'}`);
