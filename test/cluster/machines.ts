/** Several machines, as processes on this one: a Redis server of their own, workers, and leads. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { Redis, type RedisOptions } from 'ioredis';
import { top } from '../support/paths';
import { scratchFolder } from '../support/scratch';

/** Where the server is; undefined: nowhere. redis-check-rdb of Debian's redis-tools is one, too, if it is called so. */
export const redisServer = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => ['redis-server', 'valkey-server', 'redis-check-rdb'].map((name) => join(folder, name)))
  .find((path) => existsSync(path));

/** Small parts and short locks, so that small programs have many jobs. */
export const hurried = {
  DRISTA_PART_ALONE: '0',
  DRISTA_PART_MIN: '30',
  DRISTA_PART_MAX: '500',
  DRISTA_REDIS_LOCK: '1500',
  DRISTA_REDIS_TIMEOUT: '8000',
};

/** The end of a lead. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** drista as a process, with what it has printed so far. */
export class Machine {
  readonly process: ChildProcess;
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;

  constructor(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string, command = join(top, 'drista')) {
    this.process = spawn(command, args, {
      cwd,
      env: { ...process.env, ...hurried, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stdout!.on('data', (text: Buffer) => (this.stdout += text.toString()));
    this.process.stderr!.on('data', (text: Buffer) => (this.stderr += text.toString()));
    this.ended = new Promise((resolve) => {
      this.process.on('close', (status) => {
        resolve({ status, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** Waits until stderr has the text. */
  async says(text: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = text.exec(this.stderr);
      if (found !== null) return found;
      if (this.process.exitCode !== null) throw new Error(`it has ended without ${text.source}: ${this.stderr}`);
      await pause(20);
    }
  }
}

/** Who may use the server. */
export interface Protection {
  /** The files of its certificate, of the key for that, and of who vouches for it, if that is not the same. */
  readonly tls: { readonly certificate: string; readonly key: string; readonly authority?: string };
  /** Of the default user, which the test itself is. */
  readonly password: string;
  /** The user that machines are, and what it may do (`ACL SETUSER`). */
  readonly user: { readonly name: string; readonly password: string; readonly rights: string };
}

export class Machines {
  readonly folder = scratchFolder('drista-cluster-');
  readonly workers: Machine[] = [];
  port = 0;
  private server: ChildProcess | undefined;

  /** Without `protection` everybody may use the server. */
  constructor(private readonly protection?: Protection) {}

  get url(): string {
    const { protection } = this;
    if (protection === undefined) return `redis://127.0.0.1:${this.port}`;
    const { name, password } = protection.user;
    return `rediss://${name}:${encodeURIComponent(password)}@127.0.0.1:${this.port}`;
  }

  /** The environment of machines. */
  private get environment(): NodeJS.ProcessEnv {
    return this.protection === undefined ? {} : { NODE_EXTRA_CA_CERTS: vouching(this.protection) };
  }

  private get settings(): string[] {
    const port = String(this.port);
    if (this.protection === undefined) return ['--port', port];
    const {
      tls: { certificate, key },
      password,
      user,
    } = this.protection;
    return [
      ...['--port', '0', '--tls-port', port, '--tls-cert-file', certificate, '--tls-key-file', key],
      ...['--tls-auth-clients', 'no', '--requirepass', password],
      ...['--user', user.name, 'on', `>${user.password}`, ...user.rights.split(' ')],
    ];
  }

  /** Starts the server, with a file of all that it was told, so that it has the same after a restart. */
  async startRedis(): Promise<void> {
    if (this.port === 0) this.port = await freePort();
    const options = [...this.settings, '--bind', '127.0.0.1', '--dir', this.folder, '--save', ''];
    this.server = spawn(redisServer!, [...options, '--appendonly', 'yes'], {
      argv0: 'redis-server',
      stdio: 'ignore',
    });
    const redis = this.client();
    await redis.ping().finally(() => {
      redis.disconnect();
    });
  }

  async stopRedis(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { server } = this;
    if (server === undefined || server.exitCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await gone;
    this.server = undefined;
  }

  /** A connection for the test itself. */
  client(): Redis {
    const options: RedisOptions = { retryStrategy: () => 50, maxRetriesPerRequest: null };
    if (this.protection !== undefined) {
      options.password = this.protection.password;
      options.tls = { ca: readFileSync(vouching(this.protection)) };
    }
    return new Redis(this.port, '127.0.0.1', options).on('error', () => undefined);
  }

  async startWorker(env: NodeJS.ProcessEnv = {}, jobs = 1): Promise<Machine> {
    const args = ['worker', '--redis', this.url, '--jobs', String(jobs)];
    const worker = new Machine(args, { ...this.environment, ...env }, this.folder);
    this.workers.push(worker);
    await worker.says(/worker with/);
    return worker;
  }

  /** Kills one of two workers, asks the other one to end, and starts a new one. Returns the status of the other one. */
  async replaceWorkers(): Promise<number | null> {
    const [first, second] = this.workers.splice(0);
    first.signal('SIGKILL');
    second.signal('SIGTERM');
    const { status } = await second.ended;
    await this.startWorker();
    return status;
  }

  lead(args: readonly string[], env: NodeJS.ProcessEnv = {}): Machine {
    const all = ['--on', this.url, '--save', `${this.folder}/`, ...args];
    return new Machine(all, { ...this.environment, ...env }, this.folder);
  }

  /** How many jobs workers have completed. */
  async completed(): Promise<number> {
    const redis = this.client();
    try {
      const events = (await redis.keys('bull:drista-*:events')).map((key) => redis.xrange(key, '-', '+'));
      return (await Promise.all(events)).flat().filter(([, fields]) => fields.includes('completed')).length;
    } finally {
      redis.disconnect();
    }
  }

  /** Any command of drista, with the environment of machines; in the folder `cwd`. */
  command(args: readonly string[], cwd = this.folder): Machine {
    return new Machine(args, this.environment, cwd);
  }

  /** Waits until the check of the lead is shared; its name. */
  async shared(lead: Machine): Promise<string> {
    const [, check] = await lead.says(/--attach ([0-9a-f]{12})/);
    const redis = this.client();
    while ((await redis.exists(`drista:check:${check}:snapshot`)) === 0) await pause(50);
    redis.disconnect();
    return check;
  }

  /** What is left of checks and jobs in Redis. */
  async left(): Promise<string[]> {
    const redis = this.client();
    try {
      const keys = await redis.keys('*');
      const known = /^drista:(workers|idle:.*)$|^bull:drista-[^:]+:(id|meta|events|stalled|stalled-check|marker)$/;
      return keys.filter((key) => !known.test(key)).sort();
    } finally {
      redis.disconnect();
    }
  }

  async end(): Promise<void> {
    for (const worker of this.workers) {
      worker.signal('SIGCONT');
      worker.signal('SIGTERM');
    }
    await Promise.all(this.workers.map((worker) => worker.ended));
    await this.stopRedis('SIGKILL');
  }
}

/** The certificate that clients need. */
function vouching({ tls: { authority, certificate } }: Protection): string {
  return authority ?? certificate;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Compiles a program of bench/programs. */
export function compiledBench(folder: string, name: string, defines: readonly string[]): string {
  const program = join(folder, [name, ...defines].join('-').replace(/[^\w-]/g, ''));
  const source = join(top, 'bench', 'programs', `${name}.c`);
  const done = spawnSync(join(top, 'drista'), ['cc', '-o', program, ...defines.map((d) => `-D${d}`), source], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(done.stderr);
  return program;
}

/** The verdict of a report: all but how it was found. */
export function verdictOf(ended: Ended): string {
  const line = ended.stdout.trimEnd().split('\n').at(-1)!;
  return line === '' ? ended.stderr : line.replace(/, \d+ runs?, [\d.]+ s\)/, ')');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}
