/** The connection to Redis, and the names of all that drista keeps there. */
import { Redis, type RedisOptions } from 'ioredis';
import { DristaError } from '../base/errors';

/** The address of a Redis or Valkey server, without what must not be shown. */
export function shownUrl(url: string): string {
  try {
    const { protocol, hostname, port } = new URL(url);
    return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`;
  } catch {
    return 'the URL';
  }
}

/** Throws a DristaError unless the text is the URL of a Redis server; `option`: where it was given. */
export function checkUrl(url: string, option: string): void {
  const why = hindranceOf(url);
  if (why !== undefined)
    throw new DristaError(
      `--${option}: ${why}: it has the form redis://HOST:PORT or, with TLS, rediss://USER:PASSWORD@HOST:PORT`,
    );
}

function hindranceOf(url: string): string | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return 'this is not a URL';
  }
  if (parsed.protocol !== 'redis:' && parsed.protocol !== 'rediss:') return `${parsed.protocol} is not Redis`;
  return parsed.hostname === '' ? 'the host is missing' : undefined;
}

/** The password of the URL is empty: take that of this variable, so that it need not be on a command line. */
const PASSWORD = 'DRISTA_REDIS_PASSWORD';

/** How long drista waits before it tries again to connect, in milliseconds. */
const RETRY = 500;

/** A connection, which is made anew when it was lost. Errors of it go to `onError`. */
export function connect(url: string, onError: (error: Error) => void = () => undefined): Redis {
  const options: RedisOptions = {
    maxRetriesPerRequest: null, // commands wait until there is a connection again
    retryStrategy: () => RETRY,
    connectTimeout: 5000,
  };
  const whole = new URL(url);
  const given = process.env[PASSWORD];
  // In the URL: ioredis prefers an empty password there to one of its options.
  if (whole.password === '' && given !== undefined) whole.password = encodeURIComponent(given);
  const redis = new Redis(whole.href, options);
  redis.on('error', onError);
  return redis;
}

/** Why a connection failed, in a few words without passwords. */
export function reasonOfRedis(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message.split('\n')[0].slice(0, 120);
}

/** A value of at most so many bytes; null: there is none. Throws an Error if it is larger. */
export async function valueOf(redis: Redis, key: string, most: number): Promise<Buffer | null> {
  if ((await redis.strlen(key)) > most) throw new Error(`what Redis has under ${key} is too large`);
  return redis.getBuffer(key);
}

/** Seconds after which Redis forgets a check that nobody leads. */
export const KEPT = 7 * 86_400;

/** The queue of jobs for workers of one build. */
export function queueOf(build: string): string {
  return `drista-${build}`;
}

/** The keys of one check. */
export function keysOf(check: string): {
  readonly head: string;
  readonly round: string;
  readonly lead: string;
  readonly snapshot: string;
  start(round: string): string;
  updates(round: string): string;
  results(round: string): string;
} {
  const key = (what: string): string => `drista:check:${check}:${what}`;
  return {
    /** What is checked, and how. */
    head: key('head'),
    /** The present round. */
    round: key('round'),
    /** Who leads. */
    lead: key('lead'),
    snapshot: key('snapshot'),
    start: (round) => key(`start:${round}`),
    updates: (round) => key(`updates:${round}`),
    /** The results of jobs that the lead has not taken yet. */
    results: (round) => key(`results:${round}`),
  };
}

/** The keys that checks share. */
export const common = {
  /** All workers, of all builds: by name, what each is. */
  workers: 'drista:workers',
  /** The threads of workers that wait, with the time when they said so last. */
  idle: (build: string): string => `drista:idle:${build}`,
  /** A program, by the hash of its contents, and the checks that use it. */
  program: (hash: string): string => `drista:program:${hash}`,
  users: (hash: string): string => `drista:program:${hash}:checks`,
};

/** What a worker says of itself. */
export interface WorkerEntry {
  readonly build: string;
  readonly version: string;
  readonly arch: string;
  readonly host: string;
  readonly slots: number;
  readonly busy: number;
  /** Seconds since 1970, by the clock of Redis. */
  readonly at: number;
}

/** Seconds after which a worker that says nothing is taken for lost, and for which a thread counts as waiting. */
export const SILENT = 10,
  WAITING = 3;

/**
 * A worker says what it is, and which of its threads wait. KEYS: workers, idle, the list of jobs that wait. ARGV: its
 * name, what it is as JSON without the end, the threads that wait, |, those that do not. Returns how many threads wait
 * for which there is no job. Without a name it only asks.
 */
export const BEAT = `
local now = tonumber(redis.call('TIME')[1])
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ',"at":' .. now .. '}')
  local idle = true
  for i = 3, #ARGV do
    if ARGV[i] == '|' then idle = false
    elseif idle then redis.call('ZADD', KEYS[2], now, ARGV[i])
    else redis.call('ZREM', KEYS[2], ARGV[i]) end
  end
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ${WAITING})
return redis.call('ZCARD', KEYS[2]) - redis.call('LLEN', KEYS[3])
`;

/**
 * Stores a result if the round still goes on. KEYS: the round, its results. ARGV: the name of the round, that of the
 * result, the result, seconds.
 */
export const STORE_RESULT = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[4])
return 1
`;

/**
 * Saves the state of a check, if the caller leads it. KEYS: lead, snapshot, updates. ARGV: the lead's name, the
 * snapshot, seconds, an update or nothing. Returns how many updates there are; -1: another one leads.
 */
export const SAVE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return -1 end
redis.call('SET', KEYS[2], ARGV[2], 'EX', ARGV[3])
if ARGV[4] then redis.call('RPUSH', KEYS[3], ARGV[4]) end
redis.call('EXPIRE', KEYS[3], ARGV[3])
return redis.call('LLEN', KEYS[3])
`;

/** Becomes or stays the lead. KEYS: lead. ARGV: the lead's name, milliseconds. Returns 1 if it leads. */
export const LEAD = `
local now = redis.call('GET', KEYS[1])
if now and now ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;

/** A check uses the program no more. KEYS: users, program. ARGV: the check. */
export const RELEASE = `
redis.call('SREM', KEYS[1], ARGV[1])
if redis.call('SCARD', KEYS[1]) == 0 then redis.call('DEL', KEYS[1], KEYS[2]) end
return 0
`;
