/**
 * Writes the software bill of materials of the package in the form of CycloneDX 1.5 (JSON): drista, and the npm
 * packages whose code is in its bundles (scripts/bundle.mjs writes their names), or in its add-on. They are
 * devDependencies, so that `npm sbom` would not name them.
 *
 *     npm run sbom     writes build/package/sbom.cdx.json, as scripts/prepack.mjs does
 */
import { Buffer } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fail, within } from './steps.mjs';

const json = (...path) => JSON.parse(readFileSync(within(...path), 'utf8'));

/** The folders within node_modules of the packages whose code drista contains. */
export function contained() {
  const list = within('build', 'command', 'packages');
  if (!existsSync(list)) fail('there is no bundle: run `npm run setup`');
  return [...readFileSync(list, 'utf8').trim().split('\n'), 'node-addon-api'];
}

/** The address of a package, as https://github.com/package-url/purl-spec says. */
const address = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** SPDX's name of a licence or, where several are joined, an expression. */
const licences = (license) => [/ /.test(license) ? { expression: license } : { license: { id: license } }];

function component(folder, locked) {
  const { name, version, license, description } = json('node_modules', folder, 'package.json');
  const { integrity } = locked[`node_modules/${folder}`];
  const [algorithm, digest] = integrity.split('-');
  if (algorithm !== 'sha512') fail(`package-lock.json has no SHA-512 of ${folder}`);
  return {
    type: 'library',
    'bom-ref': address(name, version),
    name,
    version,
    ...(description === undefined ? {} : { description }),
    licenses: licences(license),
    purl: address(name, version),
    externalReferences: [
      {
        type: 'distribution',
        url: `https://registry.npmjs.org/${name}/-/${name.replace(/.*\//, '')}-${version}.tgz`,
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      },
    ],
  };
}

/** The bill, the same for the same sources: it has no date and no number of its own. */
export function bill() {
  const { name, version, description, license } = json('package.json');
  const { packages } = json('package-lock.json');
  const components = contained().map((folder) => component(folder, packages));
  const self = address(name, version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name,
        version,
        description,
        licenses: licences(license),
        purl: self,
      },
    },
    components,
    dependencies: [{ ref: self, dependsOn: components.map((each) => each['bom-ref']) }],
  };
}

/** Writes it for the package. */
export function writeBill() {
  mkdirSync(within('build', 'package'), { recursive: true });
  writeFileSync(within('build', 'package', 'sbom.cdx.json'), `${JSON.stringify(bill(), undefined, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeBill();
