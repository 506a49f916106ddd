import { HEX_VALUE } from './hex-table.ts';

/** Fields of a row of `ScannedLogs.rows`: where the digits of a field begin in the text, or a number. */
export const LOG_START = 0;
export const LOG_END = 1;
export const LOG_ADDRESS = 2;
export const LOG_TOPICS = 3;
export const LOG_TOPIC_COUNT = 7;
export const LOG_DATA = 8;
export const LOG_DATA_DIGITS = 9;
export const LOG_BLOCK_HASH = 10;
export const LOG_TRANSACTION_HASH = 11;
export const LOG_TRANSACTION_INDEX = 12;
export const LOG_INDEX = 13;
export const LOG_FIELDS = 14;

/** Positions of the fields of an `eth_getLogs` answer. Digits of hashes, addresses and data are not looked at yet. */
export interface ScannedLogs {
  readonly text: Uint8Array;
  readonly count: number;
  /** `LOG_FIELDS` numbers for each log. */
  readonly rows: Int32Array;
  readonly heights: Float64Array;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const ADDRESS_DIGITS = 40;
const HASH_DIGITS = 64;
const MAX_TOPICS = 4;
/** A log without data takes no fewer bytes than this. */
const LEAST_LOG_BYTES = 300;

type Field = 'address' | 'topics' | 'data' | 'blockHash' | 'transactionHash' | 'number' | 'removed' | 'other';

interface Known {
  readonly name: Uint8Array;
  readonly field: Field;
  /** Where its value goes in a row; -1 for the height and what is not kept. */
  readonly row: number;
  readonly bit: number;
}

function known(name: string, field: Field, row: number, bit: number): Known {
  return { name: new TextEncoder().encode(name), field, row, bit };
}

const KNOWN = [
  known('address', 'address', LOG_ADDRESS, 1),
  known('topics', 'topics', LOG_TOPICS, 2),
  known('data', 'data', LOG_DATA, 4),
  known('blockHash', 'blockHash', LOG_BLOCK_HASH, 8),
  known('blockNumber', 'number', -1, 16),
  known('transactionHash', 'transactionHash', LOG_TRANSACTION_HASH, 32),
  known('transactionIndex', 'number', LOG_TRANSACTION_INDEX, 64),
  known('logIndex', 'number', LOG_INDEX, 128),
  known('removed', 'removed', -1, 0),
];
const OTHER = known('', 'other', -1, 0);
const ALL_FIELDS = 255;
const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/**
 * Finds the fields of the logs in the text of a list, `[{"address":"0x…",…},…]`, without taking it apart: a tenth of the
 * work of parsing it. Undefined for every spelling but the one nearly every node uses; that text is for a JSON parser to judge.
 */
export function scanLogs(text: Uint8Array): ScannedLogs | undefined {
  const scanner = new LogScanner(text);
  return scanner.scan() ? scanner : undefined;
}

class LogScanner implements ScannedLogs {
  readonly text: Uint8Array;
  readonly rows: Int32Array;
  readonly heights: Float64Array;
  count = 0;
  #at = 0;
  /** Of the object in hand. */
  #met = 0;

  constructor(text: Uint8Array) {
    this.text = text;
    const most = Math.ceil(text.length / LEAST_LOG_BYTES) + 1;
    this.rows = new Int32Array(most * LOG_FIELDS);
    this.heights = new Float64Array(most);
  }

  scan(): boolean {
    const { text } = this;
    if (!this.#take(OPEN_LIST)) return false;
    if (text[this.#at] === CLOSE_LIST) return this.#at + 1 === text.length;
    do {
      if (this.count >= this.heights.length || !this.#readLog()) return false;
      this.count++;
    } while (this.#take(COMMA));
    return this.#take(CLOSE_LIST) && this.#at === text.length;
  }

  #take(byte: number): boolean {
    if (this.text[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  #readLog(): boolean {
    const base = this.count * LOG_FIELDS;
    this.rows[base + LOG_START] = this.#at;
    this.#met = 0;
    if (!this.#take(OPEN_OBJECT)) return false;
    let guess = 0;
    do {
      const field = this.#readName(guess);
      if (!field || !this.#readValue(field, base)) return false;
      if (field !== OTHER) guess = KNOWN.indexOf(field) + 1;
    } while (this.#take(COMMA));
    if (!this.#take(CLOSE_OBJECT) || this.#met !== ALL_FIELDS) return false;
    this.rows[base + LOG_END] = this.#at;
    return true;
  }

  /** `"name":`; fields mostly come in one order, so that the next is tried first. */
  #readName(guess: number): Known | undefined {
    if (!this.#take(QUOTE)) return undefined;
    for (let i = 0; i < KNOWN.length; i++) {
      const candidate = KNOWN[(guess + i) % KNOWN.length] as Known;
      const end = this.#at + candidate.name.length;
      if (this.text[end] !== QUOTE || this.text[end + 1] !== COLON || !this.#stands(candidate.name)) continue;
      this.#at = end + 2;
      return candidate;
    }
    return this.#skipText() && this.#take(COLON) ? OTHER : undefined;
  }

  #stands(word: Uint8Array): boolean {
    for (let i = 0; i < word.length; i++) if (this.text[this.#at + i] !== word[i]) return false;
    return true;
  }

  /** The rest of a text up to and with its closing quote; false for escapes and control characters. */
  #skipText(): boolean {
    const { text } = this;
    for (let at = this.#at; at < text.length; at++) {
      const byte = text[at] as number;
      if (byte === QUOTE) {
        this.#at = at + 1;
        return true;
      }
      if (byte < 0x20 || byte === BACKSLASH) return false;
    }
    return false;
  }

  #readValue({ field, row, bit }: Known, base: number): boolean {
    // The content of a value is read later: in one that another of its name replaces, it never would be.
    if ((this.#met & bit) !== 0) return false;
    this.#met |= bit;
    switch (field) {
      case 'address':
        return this.#readFixed(base + row, ADDRESS_DIGITS);
      case 'blockHash':
      case 'transactionHash':
        return this.#readFixed(base + row, HASH_DIGITS);
      case 'topics':
        return this.#readTopics(base);
      case 'data':
        return this.#readData(base);
      case 'number':
        return this.#readNumber(base, row);
      case 'removed':
        return this.#word(FALSE);
      default:
        return this.#skipOther();
    }
  }

  /** `"0x` before the digits of a value. */
  #opens(): boolean {
    const { text } = this;
    if (text[this.#at] !== QUOTE || text[this.#at + 1] !== 0x30 || text[this.#at + 2] !== 0x78) return false;
    this.#at += 3;
    return true;
  }

  /** A value of so many bytes; what they are is read with the log. */
  #readFixed(into: number, digits: number): boolean {
    if (!this.#opens()) return false;
    this.rows[into] = this.#at;
    this.#at += digits;
    return this.#take(QUOTE);
  }

  #readTopics(base: number): boolean {
    if (!this.#take(OPEN_LIST)) return false;
    let topics = 0;
    if (this.text[this.#at] !== CLOSE_LIST) {
      do {
        if (topics === MAX_TOPICS || !this.#readFixed(base + LOG_TOPICS + topics, HASH_DIGITS)) return false;
        topics++;
      } while (this.#take(COMMA));
    }
    this.rows[base + LOG_TOPIC_COUNT] = topics;
    return this.#take(CLOSE_LIST);
  }

  #readData(base: number): boolean {
    if (!this.#opens()) return false;
    const start = this.#at;
    // A word is what most logs carry.
    if (this.text[start + HASH_DIGITS] === QUOTE) this.#at += HASH_DIGITS;
    while (this.#at < this.text.length && HEX_VALUE[this.text[this.#at] as number] !== 255) this.#at++;
    this.rows[base + LOG_DATA] = start;
    this.rows[base + LOG_DATA_DIGITS] = this.#at - start;
    return this.#take(QUOTE);
  }

  /** A number below 2^53 in the fewest digits. */
  #readNumber(base: number, row: number): boolean {
    if (!this.#opens()) return false;
    const start = this.#at;
    let value = 0;
    for (; ; this.#at++) {
      const digit = HEX_VALUE[this.text[this.#at] ?? 0] as number;
      if (digit > 15) break;
      value = value * 16 + digit;
    }
    const digits = this.#at - start;
    if (digits === 0 || digits > 12) return false;
    if (row < 0) this.heights[this.count] = value;
    else if (value > 0x7fffffff) return false;
    else this.rows[base + row] = value;
    return this.#take(QUOTE);
  }

  #word(word: Uint8Array): boolean {
    if (!this.#stands(word)) return false;
    this.#at += word.length;
    return true;
  }

  #skipOther(): boolean {
    if (this.#take(QUOTE)) return this.#skipText();
    return this.#word(NULL) || this.#word(TRUE) || this.#word(FALSE);
  }
}
