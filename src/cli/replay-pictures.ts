/** The pictures of an execution that `drista replay` writes: `--html FILE`, `--svg FILE`. */
import { DristaError } from '../base/errors';
import { STDOUT } from '../report/forms';
import { savedHtmlText } from '../report/html';
import type { SavedExecution } from '../report/saved-format';
import { svgText } from '../report/svg';
import { messages } from './messages';
import type { ReplayOptions } from './replay-options';
import { requireWritable, writeOrPrint } from './named-output';
import { isSameFile } from '../check/output-file';

const names = ['html', 'svg'] as const;

/** Before the run: throws a DristaError if a file cannot be written, or if both would be the same one. */
export function checkPictures(options: ReplayOptions): void {
  const { html, svg } = options;
  if (options.gdb && (html ?? svg) !== undefined) throw new DristaError(messages.notWithGdb);
  if (html !== undefined && svg !== undefined && (html === svg || isSameFile(html, svg)))
    throw new DristaError(messages.sameFile('--html', '--svg', html));
  for (const name of names) {
    requireWritable(options[name], name);
  }
}

/**
 * Writes the pictures of the execution that `file` holds. Returns whether one went to stdout, in place of the text.
 * Rejects with a DristaError if one cannot be made or written.
 */
export async function writePictures(options: ReplayOptions, file: string, saved: SavedExecution): Promise<boolean> {
  for (const name of names) {
    const path = options[name];
    if (path === undefined) continue;
    const { program, model, report } = saved;
    const text = name === 'html' ? savedHtmlText(file, program, model, report) : await svgText([report]);
    await writeOrPrint(path, name, text);
  }
  return names.some((name) => options[name] === STDOUT);
}
