/**
 * The playground as one page, which needs no other file and no network: src/playground bundled for browsers, with the
 * engine as a worker. `npm run site` writes it.
 */
import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { within } from './steps.mjs';

const forBrowsers = { bundle: true, write: false, minify: true, target: 'es2022', charset: 'utf8', logLevel: 'error' };

function built(...path) {
  const options = path.at(-1).endsWith('.css') ? {} : { format: 'iife' };
  const { outputFiles } = buildSync({ ...forBrowsers, ...options, entryPoints: [within('src', ...path)] });
  return outputFiles[0].text.trim();
}

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The text of the page, which lies beside the index of the site. */
export function playgroundPage() {
  const style = `${built('report', 'html', 'page', 'page.css')}\n${built('playground', 'page', 'playground.css')}`;
  // Nothing in a script may end it (HTML, 4.12.1.3).
  const script = built('playground', 'page', 'playground-main.ts').replaceAll('</script', '<\\/script');
  const engine = JSON.stringify(built('playground', 'worker-main.ts')).replaceAll('<', '\\u003c');
  // The worker is made from the engine's text (blob:), and has the policy of the page: it loads nothing either.
  const sources = `style-src ${hashOf(style)}; script-src ${hashOf(script)}; worker-src blob:`;
  const policy = `default-src 'none'; ${sources}; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Playground - drista</title>
<style>${style}</style>
</head>
<body>
<header class="bar">
<h1>drista: playground</h1>
<a href="docs/how-to/playground.html">How to use it</a>
<a href="index.html">Documentation</a>
</header>
<main class="playground" id="playground">
<noscript>The playground needs JavaScript. It loads nothing from a network.</noscript>
</main>
<script type="application/json" id="engine">${engine}</script>
<script>${script}</script>
</body>
</html>
`;
}
