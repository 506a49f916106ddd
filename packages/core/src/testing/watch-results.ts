import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Calls of one file of tests that are recorded; what loops do after them is not. */
const MOST = 400;
/** Of longer results the beginning is recorded, and the digest of the whole. */
const LONGEST = 240;
const LONGEST_BYTES = 4_096;

type Call = (...args: never[]) => unknown;

function toPlain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === undefined) return 'nothing';
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof Error) return value.message;
  if (!ArrayBuffer.isView(value)) return value;
  return value.byteLength > LONGEST_BYTES ? value.byteLength : Array.from(value as Uint8Array);
}

/** A result as one line that is the same in every run. */
export function writeResult(name: string, result: unknown): string {
  const text = JSON.stringify(result, toPlain) ?? 'nothing';
  return text.length <= LONGEST
    ? `${name} ${text}`
    : `${name} ${text.slice(0, LONGEST)}… ${bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16)}`;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Watches what the functions that a file of tests is about return, so that its last test can compare all of it with what was recorded:
 * a test that looks at one field of an answer holds the others too. For tests without chance.
 */
export class WatchedResults {
  readonly #lines: string[] = [];

  /** The same functions, whose results are written down; whatever is no function stays as it is. */
  watch<T extends object>(of: T): T {
    const entries = Object.entries(of).map(([name, value]) => [name, this.#wrap(name, value)]);
    return Object.fromEntries(entries) as T;
  }

  /** Everything that was written down, a line for each call in the order they ended. */
  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #wrap(name: string, value: unknown): unknown {
    if (typeof value !== 'function' || /^class\b/.test(Function.prototype.toString.call(value))) return value;
    return (...args: never[]) => {
      if (this.#lines.length >= MOST) return (value as Call)(...args);
      try {
        const result = (value as Call)(...args);
        if (!(result instanceof Promise)) return this.#note(name, result);
        return result.then(
          (settled) => this.#note(name, settled),
          (cause) => this.#fail(name, cause),
        );
      } catch (cause) {
        return this.#fail(name, cause);
      }
    };
  }

  #note(name: string, result: unknown): unknown {
    if (typeof result === 'function') return this.#wrap(`${name}()`, result);
    this.#lines.push(writeResult(name, result));
    if (!isPlainObject(result) || !Object.values(result).some((each) => typeof each === 'function')) return result;
    const entries = Object.entries(result).map(([key, each]) => [key, this.#wrap(`${name}.${key}`, each)]);
    return Object.fromEntries(entries);
  }

  #fail(name: string, cause: unknown): never {
    this.#lines.push(`${name} refused: ${cause instanceof Error ? cause.message : String(cause)}`);
    throw cause;
  }
}
