import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { AppError } from '@trailmark/core/errors';

/** Cost of argon2id (RFC 9106): memory in KiB, passes and lanes. */
export interface HashCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface PasswordHasher {
  /** PHC text of a new password. Throws `invalid` for text that cannot be one, `unavailable` when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * Whether a password belongs to a stored PHC text. Null means an account that is not there: the same work is done,
   * and the answer is false.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
  /**
   * Runs work that is going to hash. Where as many are under way as can wait, it is turned away at once with `unavailable`,
   * before any query to the database.
   */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a PHC text was made at another cost than today's. */
  needsRehash(stored: string): boolean;
}

/** 64 MiB and three passes: above what RFC 9106 recommends second, and what OWASP ASVS 5.0 asks for. */
export const HASH_COST: HashCost = { memory: 65_536, passes: 3, parallelism: 1 };
export const MAX_PASSWORD_BYTES = 1_024;

/** A core stays free for everything else, so that pages are served while passwords are hashed. */
const MAX_RUNNING = Math.max(1, Math.min(3, availableParallelism() - 1));
const MAX_WAITING = 64;
/** How many passwords may be under way: being hashed, or waiting for it. */
export const MAX_HASHES = MAX_RUNNING + MAX_WAITING;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([\w+/]{11,64})\$([\w+/]{22,86})$/;

interface StoredHash {
  readonly cost: HashCost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function formatPhc({ memory, passes, parallelism }: HashCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

function parsePhc(stored: string): StoredHash {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (!salt || !tag) throw new AppError('inconsistent', 'A stored password is not an argon2id text of version 19.');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function isSameCost(a: HashCost, b: HashCost): boolean {
  return a.memory === b.memory && a.passes === b.passes && a.parallelism === b.parallelism;
}

/** Whether a text is short enough to be hashed: longer ones are refused before any work. */
export function isHashable(password: string): boolean {
  return Buffer.byteLength(password, 'utf8') <= MAX_PASSWORD_BYTES;
}

function runArgon2(message: Buffer, nonce: Buffer, cost: HashCost, tagLength: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  argon2('argon2id', { message, nonce, ...cost, tagLength }, (error, tag) => (error ? reject(error) : resolve(tag)));
  return promise;
}

function overloaded(): AppError {
  return new AppError('unavailable', 'Too many people sign in at this moment. Try again in a few seconds.', {
    context: { reason: 'overloaded' },
  });
}

/** Lets as many through at once as can run and wait. */
function createControlSocket(): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0;
  return async (work) => {
    if (inside >= MAX_HASHES) throw overloaded();
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
    }
  };
}

/** Runs a few at a time, keeps a bounded queue, and turns the rest away at once. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= MAX_RUNNING) {
      if (waiting.length >= MAX_WAITING) throw overloaded();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      // Whoever ends hands its place on, so `running` stays as it is.
      await promise;
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Passwords as argon2id texts. They are keyed with the pepper (HMAC-SHA-256) first, so that the database alone does not
 * allow guessing. Bytes are taken as typed: nothing is trimmed, folded or cut off.
 */
export function createPasswordHasher(pepper: Buffer, cost: HashCost = HASH_COST): PasswordHasher {
  const enqueue = createQueue();
  const spareSalt = randomBytes(SALT_BYTES);
  const derive = (password: string, salt: Buffer, at: HashCost, length: number) => {
    if (!isHashable(password)) {
      throw new AppError('invalid', `A password has at most ${MAX_PASSWORD_BYTES} bytes.`, {
        context: { field: 'password' },
      });
    }
    const message = createHmac('sha256', pepper).update(password, 'utf8').digest();
    return enqueue(() => runArgon2(message, salt, at, length));
  };
  return {
    hold: createControlSocket(),
    hash: async (password) => {
      if (!password.isWellFormed()) {
        throw new AppError('invalid', 'The password holds half a character, which no keyboard types.', {
          context: { field: 'password' },
        });
      }
      const salt = randomBytes(SALT_BYTES);
      return formatPhc(cost, salt, await derive(password, salt, cost, TAG_BYTES));
    },
    verify: async (password, stored) => {
      const known = stored === null ? undefined : parsePhc(stored);
      const length = known?.tag.length ?? TAG_BYTES;
      const tag = await derive(password, known?.salt ?? spareSalt, known?.cost ?? cost, length);
      const isSame = timingSafeEqual(tag, known?.tag ?? Buffer.alloc(TAG_BYTES));
      return isSame && known !== undefined && password.isWellFormed();
    },
    needsRehash: (stored) => !isSameCost(parsePhc(stored).cost, cost),
  };
}
