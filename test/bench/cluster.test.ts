/** The files by which users start a cluster: they are what Kubernetes and docker compose take. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { checkOptions } from '../../src/cli/option-table';
import { workerOptions } from '../../src/cli/commands/worker';
import { top } from '../support/paths';

const folder = join(top, 'bench', 'cluster');

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string }[];
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } };
}

interface Service {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const manifests = readdirSync(join(folder, 'kubernetes')).map((name) => join(folder, 'kubernetes', name));

const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** The options that a command line of drista gives. */
function options(command: readonly string[]): string[] {
  return command.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
}

function expectOptions([program, ...rest]: readonly string[]): void {
  expect(program).toBe('drista');
  const known = Object.keys(rest[0] === 'worker' ? workerOptions : checkOptions);
  for (const option of options(rest)) expect(known).toContain(option);
}

test.each(manifests)('%s', (path) => {
  const all = loadAll(readFileSync(path, 'utf8')) as Manifest[];
  expect(all.length).toBeGreaterThan(0);
  for (const { apiVersion, kind, metadata, spec } of all) {
    expect(`${apiVersion} ${kind}`).toMatch(/^(batch\/v1 Job|apps\/v1 StatefulSet|v1 Service)$/);
    expect(metadata.name).toMatch(/^drista-[a-z]+$/);
    for (const { image, command = [], env = [] } of spec.template?.spec.containers ?? []) {
      expect(image).toMatch(/^(drista:latest|valkey\/valkey:8)$/);
      if (!image.startsWith('drista')) continue;
      expectOptions(command);
      expect(env.map(({ name }) => name)).toEqual(['DRISTA_REDIS_PASSWORD']);
    }
  }
  if (isThere('kubeconform', '-v')) expect(spawnSync('kubeconform', ['-strict', path]).status).toBe(0);
});

test('compose.yaml', () => {
  const path = join(folder, 'compose.yaml');
  const [{ services }] = loadAll(readFileSync(path, 'utf8')) as [{ services: Readonly<Record<string, Service>> }];
  expect(Object.keys(services)).toEqual(['redis', 'worker', 'lead']);
  for (const { image, entrypoint, environment } of Object.values(services)) {
    expect(environment.DRISTA_REDIS_PASSWORD).toMatch(/^\$\{DRISTA_REDIS_PASSWORD:\?/);
    if (image.startsWith('drista')) expectOptions(entrypoint!);
  }
  if (isThere('docker', 'compose', 'version')) {
    const env = { ...process.env, DRISTA_REDIS_PASSWORD: 'x' };
    expect(spawnSync('docker', ['compose', '-f', path, 'config', '-q'], { env }).status).toBe(0);
  }
});
