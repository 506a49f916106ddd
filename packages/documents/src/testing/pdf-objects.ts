import { inflateSync } from 'node:zlib';

/** A name, without its slash. */
export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
export class PdfRef {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}
/** An operator of a content stream. */
export class PdfOperator {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}
export type PdfDict = Map<string, PdfValue>;
export type PdfValue =
  | number
  | boolean
  | null
  | string
  | PdfName
  | PdfRef
  | PdfOperator
  | PdfDict
  | readonly PdfValue[];
export interface PdfObject {
  readonly value: PdfValue;
  /** Unpacked, where the object is a stream. */
  readonly data: Buffer | undefined;
}

const SPACE = ' \t\r\n\f\0';
const DELIMITER = '()<>[]{}/%';
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads values of PDF syntax (ISO 32000-1, 7.3) from Latin-1 text, written apart from what writes them. */
export class PdfLexer {
  readonly text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  #skip(): void {
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? '';
      if (character === '%') while (this.at < this.text.length && !'\r\n'.includes(this.text[this.at] ?? '')) this.at++;
      else if (!SPACE.includes(character)) return;
    }
  }

  get isAtEnd(): boolean {
    this.#skip();
    return this.at >= this.text.length;
  }

  #word(): string {
    const start = this.at;
    while (this.at < this.text.length && !(SPACE + DELIMITER).includes(this.text[this.at] ?? '')) this.at++;
    if (this.at === start) throw new Error(`Not PDF at ${start}: ${this.text.slice(start, start + 40)}`);
    return this.text.slice(start, this.at);
  }

  #literal(): string {
    let depth = 1;
    let text = '';
    for (this.at++; depth > 0; this.at++) {
      const character = this.text[this.at];
      if (character === undefined) throw new Error('A string has no end.');
      if (character === '\\') {
        const next = this.text[++this.at] ?? '';
        text += ESCAPES[next] ?? next;
        continue;
      }
      if (character === '(') depth++;
      if (character === ')' && --depth === 0) continue;
      text += character;
    }
    return text;
  }

  #hex(): string {
    const end = this.text.indexOf('>', this.at);
    const digits = this.text.slice(this.at + 1, end).replace(/\s/g, '');
    this.at = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
  }

  #list(end: string): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      this.#skip();
      if (this.text.startsWith(end, this.at)) break;
      values.push(this.read());
    }
    this.at += end.length;
    return values;
  }

  #dict(): PdfDict {
    this.at += 2;
    const values = this.#list('>>');
    const dict: PdfDict = new Map();
    for (let i = 0; i < values.length; i += 2) {
      const key = values[i];
      if (!(key instanceof PdfName)) throw new Error('A key of a dictionary is no name.');
      dict.set(key.name, values[i + 1] ?? null);
    }
    return dict;
  }

  #atom(): PdfValue {
    const word = this.#word();
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) {
      const rest = /^\s+(\d+)\s+R(?![A-Za-z])/.exec(this.text.slice(this.at, this.at + 24));
      if (rest === null || !/^\d+$/.test(word)) return Number(word);
      this.at += rest[0].length;
      return new PdfRef(Number(word));
    }
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : new PdfOperator(word);
  }

  read(): PdfValue {
    this.#skip();
    const character = this.text[this.at];
    if (character === '/') {
      this.at++;
      return new PdfName(this.#word());
    }
    if (character === '(') return this.#literal();
    if (character === '[') {
      this.at++;
      return this.#list(']');
    }
    if (this.text.startsWith('<<', this.at)) return this.#dict();
    return character === '<' ? this.#hex() : this.#atom();
  }
}

/** A PDF file as its table of places (7.5.8) says it is. */
export class PdfReader {
  readonly bytes: Buffer;
  readonly text: string;
  readonly trailer: PdfDict;
  readonly #objects = new Map<number, PdfObject>();
  readonly #places = new Map<number, { readonly kind: number; readonly place: number; readonly index: number }>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.text = bytes.toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(this.text)?.[1]);
    const { value, data } = this.#readAt(start);
    this.trailer = value as PdfDict;
    const rows = data ?? Buffer.alloc(0);
    for (let id = 0; id * 7 < rows.length; id++) {
      const kind = rows[id * 7] ?? 0;
      this.#places.set(id, { kind, place: rows.readUIntBE(id * 7 + 1, 5), index: rows[id * 7 + 6] ?? 0 });
    }
  }

  get ids(): number[] {
    return [...this.#places].flatMap(([id, { kind }]) => (kind === 0 ? [] : [id]));
  }

  #readAt(offset: number): PdfObject {
    const head = /^(\d+) 0 obj\n/.exec(this.text.slice(offset, offset + 24));
    if (head === null) throw new Error(`No object at ${offset}.`);
    const lexer = new PdfLexer(this.text, offset + head[0].length);
    const value = lexer.read();
    if (!(value instanceof Map) || !this.text.startsWith('\nstream\n', lexer.at)) return { value, data: undefined };
    const from = lexer.at + 8;
    const length = Number(value.get('Length'));
    if (!this.text.startsWith('\nendstream\nendobj\n', from + length)) throw new Error(`Wrong /Length at ${offset}.`);
    const raw = this.bytes.subarray(from, from + length);
    const filter = value.get('Filter');
    return { value, data: filter instanceof PdfName && filter.name === 'FlateDecode' ? inflateSync(raw) : raw };
  }

  get(id: number): PdfObject {
    const known = this.#objects.get(id);
    if (known) return known;
    const found = this.#places.get(id);
    if (found === undefined || found.kind === 0) throw new Error(`Object ${id} is not in the file.`);
    const made = found.kind === 1 ? this.#readAt(found.place) : this.#readPacked(found.place, found.index);
    this.#objects.set(id, made);
    return made;
  }

  #readPacked(stream: number, index: number): PdfObject {
    const { value, data } = this.get(stream);
    const text = (data ?? Buffer.alloc(0)).toString('latin1');
    const first = Number((value as PdfDict).get('First'));
    const places = text.slice(0, first).trim().split(/\s+/).map(Number);
    return { value: new PdfLexer(text, first + (places[index * 2 + 1] ?? 0)).read(), data: undefined };
  }

  /** A value with what it refers to. */
  follow(value: PdfValue | undefined): PdfValue {
    return value instanceof PdfRef ? this.get(value.id).value : (value ?? null);
  }

  dict(value: PdfValue | undefined): PdfDict {
    const found = this.follow(value);
    return found instanceof Map ? found : new Map();
  }

  list(value: PdfValue | undefined): readonly PdfValue[] {
    const found = this.follow(value);
    return Array.isArray(found) ? found : found === null ? [] : [found];
  }

  data(value: PdfValue | undefined): Buffer {
    return (value instanceof PdfRef ? this.get(value.id).data : undefined) ?? Buffer.alloc(0);
  }

  /** Pages in the order of the tree. */
  pages(): PdfRef[] {
    const walk = (node: PdfValue): PdfRef[] => {
      const dict = this.dict(node);
      const kids = dict.get('Kids');
      if (kids === undefined) return node instanceof PdfRef ? [node] : [];
      return this.list(kids).flatMap(walk);
    };
    return walk(this.dict(this.trailer.get('Root')).get('Pages') ?? null);
  }
}

export function nameOf(value: PdfValue | undefined): string {
  return value instanceof PdfName ? value.name : '';
}

/** A text string: UTF-16 with its mark, else Latin-1. */
export function textOf(value: PdfValue | undefined): string {
  if (typeof value !== 'string') return '';
  if (!value.startsWith('\u00fe\u00ff')) return value;
  return Buffer.from(value.slice(2), 'latin1').swap16().toString('utf16le');
}

/** Notes a clause and what breaks it. */
export type Report = (clause: string, fault: string) => void;
