/** Blocks for those who work on drista: code, which has to compile, and lists of files, which have to be there. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { compilerCommand } from '../../../src/compiler/compile';
import { top } from '../../support/paths';
import type { Documented } from './running';

/** Files of libraries and of src/, which all programs have in common. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of these files, by their names in src/, as if they were there. */
function complaints(files: Readonly<Record<string, string>>): string[] {
  const { config } = ts.readConfigFile(join(top, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, top);
  const alone = { ...options, noUnusedLocals: false, incremental: false, tsBuildInfoFile: undefined, noEmit: true };
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(top, 'src', name), text]));
  const host = ts.createCompilerHost(alone);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, version, ...more) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, version, ...more));
    return parsed.get(path);
  };
  const program = ts.createProgram([...texts.keys()], alone, host);
  return [...texts.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)!;
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  });
}

/** The names with which lines of a list begin, below those of the folders that are less indented. */
function listed(list: string): string[] {
  const folders: { indent: number; path: string }[] = [];
  return list.split('\n').flatMap((line) => {
    const [, blanks, name] = /^( *)(\S+(?:\/|\.ts)) /.exec(line) ?? [];
    if (name === undefined) return [];
    while (folders.length > 0 && folders.at(-1)!.indent >= blanks.length) folders.pop();
    const path = (folders.at(-1)?.path ?? '') + name;
    if (name.endsWith('/')) folders.push({ indent: blanks.length, path });
    return [path];
  });
}

/** A list of files in this folder: every line has one. */
const fileList = (page: string, beginning: string, folder: string): Documented => ({
  page,
  name: 'the files are there',
  blocks: [beginning],
  run(list) {
    const names = listed(list);
    expect(names).toHaveLength(list.trim().split('\n').length);
    for (const name of names) {
      const path = join(top, folder, name);
      expect([name, existsSync(path) && statSync(path).isDirectory()]).toEqual([name, name.endsWith('/')]);
      expect([name, existsSync(path)]).toEqual([name, true]);
    }
  },
});

/** Around the steps of a strategy's loop, what they use. */
const aroundLoop = (steps: string): string => `
import type { GraphSearch } from './graph-search';
import type { SearchContext, Strategy } from './strategy';
type Pending = ReturnType<GraphSearch['pending']>[number];
export function loop(this: Strategy<never>, context: SearchContext, state: GraphSearch, p: Pending, depth: number) {
  const { session } = context;
${steps}}
`;

export const architecture: readonly Documented[] = [
  fileList('docs/how-to/contribute/set-up.md', 'native/ ', '.'),
  fileList('docs/explanation/sequences.md', 'sequence.ts', 'src/comparison/sequences'),
  fileList('docs/explanation/strategies.md', 'explorer.ts', 'src/explore'),
  fileList('docs/explanation/fuzzing.md', 'fuzzing.ts', 'src/fuzz'),
  fileList('docs/explanation/vc-dpor.md', 'partial-order.ts', 'src/comparison/vc-dpor'),
  {
    page: 'docs/explanation/entering.md',
    name: 'how drista cc links',
    blocks: ['clang -fsanitize=thread'],
    run(command) {
      const { args } = compilerCommand('c', ['--drista-compiler=clang', '-o', 'a', 'a.c']);
      const printed = args.map((arg) => arg.replace(`${top}/`, ''));
      let at = -1;
      for (const word of command.split(/\s+/).filter((each) => !['', '\\', 'clang', '...'].includes(each))) {
        at = printed.indexOf(word, at + 1);
        expect([word, at >= 0]).toEqual([word, true]);
      }
    },
  },
  {
    page: 'docs/how-to/contribute/memory-model.md',
    name: 'the class is that of src/model/ra.ts',
    blocks: ['export class Ra '],
    run(code) {
      const withoutComments = readFileSync(join(top, 'src/model/ra.ts'), 'utf8').replace(/^ *\/\/.*\n/gm, '');
      expect(withoutComments).toContain(code);
    },
  },
  {
    page: 'docs/how-to/contribute/report-form.md',
    name: 'the form compiles, and so does its line in the registry',
    blocks: ['/** Executions as graphs', 'export const reportForms'],
    run(form, registry) {
      const imports = [
        "import { dotForm } from './documented-dot';",
        "import type { ReportForm } from './form';",
        "import { jsonForm } from './json';",
        "import { junitForm } from './junit';",
      ];
      const forms = `${imports.join('\n')}\n${registry}`;
      expect(complaints({ 'report/documented-dot.ts': form, 'report/documented-forms.ts': forms })).toEqual([]);
    },
  },
  {
    page: 'docs/how-to/contribute/strategy.md',
    name: 'the steps of the loop compile',
    blocks: ['session.tick('],
    run(steps) {
      expect(complaints({ 'explore/strategy/documented-loop.ts': aroundLoop(steps) })).toEqual([]);
    },
  },
];
