/**
 * The HTML report: one file with its style, its script and its data, which loads nothing. The policy that it
 * states (Content Security Policy Level 3) lets a browser run this script alone, whatever texts the data holds.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBounded, reasonOf } from '../../base/bounded-file';
import { DristaError } from '../../base/errors';
import { packageRoot } from '../../base/paths';
import type { PageContents } from '../html';
import { printableData, printableJson } from '../printable';
import type { Picture } from './picture';
import { picturedError } from './pictured-error';
import { sourceTexts } from './source-texts';

/** The text of the page, which begins with `beginning`. Throws a DristaError if parts of drista are missing. */
export function pageText(beginning: string, contents: PageContents): string {
  const style = part('page.css');
  const script = part('page.js');
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'`;
  return `${beginning}<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>drista</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. It loads nothing from a network.</noscript>
<script type="application/json" id="picture">${embedded(pictureOf(contents))}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** The data of the page. */
export function pictureOf({ program, model, verdict, notes, errors }: PageContents): Picture {
  return printableData({
    version: 1,
    program,
    model,
    verdict,
    notes,
    errors: errors.map(({ error, replay }) => picturedError(error, model, replay)),
    sources: sourceTexts(errors.flatMap(({ error }) => error.events)),
  });
}

/** JSON that can stand in a script element (HTML, 4.12.1.3): no text of it ends the element or begins a comment. */
function embedded(picture: Picture): string {
  return printableJson(picture, 0).replaceAll('<', '\\u003c').trim();
}

/** A part of the page that `npm run compile` made. */
function part(name: string): string {
  const path = join(packageRoot(), 'build', 'command', name);
  try {
    return readBounded(path).toString();
  } catch (error) {
    throw new DristaError(
      `${path} cannot be read (${reasonOf(error)}), which --report html needs: install drista again`,
    );
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
