/** The bill of materials of the package: valid, and complete by what the bundles say of themselves. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import { top } from '../support/paths';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
}

interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The one that `npm run sbom` writes. */
function bill(): Bill {
  const made = spawnSync(process.execPath, ['scripts/sbom.mjs'], { cwd: top, encoding: 'utf8' });
  expect(made).toMatchObject({ status: 0, stdout: '', stderr: '' });
  return read(join(top, 'build', 'package', 'sbom.cdx.json')) as Bill;
}

/** CycloneDX's own schema, without the formats of texts, which ajv does not know. */
function validator(): Ajv.ValidateFunction {
  const library = dirname(createRequire(__filename).resolve('@cyclonedx/cyclonedx-library/package.json'));
  const folder = join(library, 'res', 'schema');
  const ajv = new Ajv({ unknownFormats: 'ignore', schemaId: 'auto', logger: false });
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(read(join(folder, name)) as object, `http://cyclonedx.org/schema/${name}`);
  return ajv.compile(read(join(folder, 'bom-1.5.SNAPSHOT.schema.json')) as object);
}

test('it is valid CycloneDX', () => {
  const validate = validator();
  expect([validate(bill()), validate.errors]).toEqual([true, null]);
  expect(validate({ ...bill(), components: [{ type: 'library' }] })).toBe(false);
});

test('it names drista, and each package whose code the bundles have, once', () => {
  const { metadata, components } = bill();
  const { version } = read(join(top, 'package.json')) as { version: string };
  expect(metadata.component).toMatchObject({ name: 'drista', version, purl: `pkg:npm/drista@${version}` });
  const addresses = components.map(({ purl }) => purl);
  expect(new Set(addresses).size).toBe(addresses.length);
  const names = components.map(({ name }) => name);
  for (const name of ['@noble/hashes', '@viz-js/viz', 'bullmq', 'ioredis', 'node-addon-api', 'yargs'])
    expect(names).toContain(name);
  // Those that the sources import, and nothing that is not bundled.
  for (const name of ['z3-solver', 'esbuild', 'typescript', 'jest']) expect(names).not.toContain(name);
  expect(readdirSync(join(top, 'node_modules'))).toContain('z3-solver');
  for (const { name, version: of } of components.filter((each) => each.name !== 'semver'))
    expect(read(join(top, 'node_modules', name, 'package.json'))).toMatchObject({ version: of });
});
