/** The code blocks of the documentation, fenced ones and indented ones, and what their pages say of running them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { globSync } from 'tinyglobby';
import { top } from '../../support/paths';

/** A code block of a page. */
export interface Block {
  readonly page: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
  /** Why it is not run: the comment `<!-- not run: REASON -->` before it says so. */
  readonly notRun: string | undefined;
}

/** The pages that people write. options.md and json.md are made from code, and decisions are never changed. */
export const pages: readonly string[] = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], {
  cwd: top,
  ignore: ['docs/reference/{options,json}.md', 'docs/explanation/decisions/**'],
}).sort();

/** The blocks of a page that has this text. */
export function blocksIn(page: string, markdown: string): Block[] {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  return tokens.flatMap(({ type, content, map }, i) => {
    if (type !== 'fence' && type !== 'code_block') return [];
    const before = i > 0 && tokens[i - 1].type === 'html_block' ? tokens[i - 1].content : '';
    const notRun = /^<!-- not run: (\S.*\S) -->\s*$/.exec(before)?.[1];
    return [{ page, line: map[0] + 1, text: content, notRun }];
  });
}

/** All blocks of all pages. */
export const allBlocks: readonly Block[] = pages.flatMap((page) =>
  blocksIn(page, readFileSync(join(top, page), 'utf8')),
);

/** The one block of the page that is this text, or begins so. */
export function blockOf(page: string, beginning: string): Block {
  const begins = allBlocks.filter((block) => block.page === page && block.text.startsWith(beginning));
  const found = begins.length > 1 ? begins.filter(({ text }) => text === beginning) : begins;
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks that begin with ${beginning}`);
  return found[0];
}
