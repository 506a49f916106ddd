import { inflateRawSync } from 'node:zlib';

/** A cell as its sheet states it. */
export interface ReadCell {
  readonly text: string | undefined;
  readonly number: number | undefined;
  readonly formula: string | undefined;
}

function fromXml(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}

function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(bytes.length - 22 + 16);
  for (let i = 0; i < bytes.readUInt16LE(bytes.length - 22 + 10); i++) {
    const [packed, nameLength, offset] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const start = offset + 30 + nameLength;
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString();
    files.set(name, inflateRawSync(bytes.subarray(start, start + packed)).toString());
    at += 46 + nameLength;
  }
  return files;
}

function readCell(xml: string): ReadCell {
  const formula = /<f>(.*?)<\/f>/.exec(xml)?.[1];
  const inline = /<t xml:space="preserve">([\s\S]*?)<\/t>/.exec(xml)?.[1];
  const value = /<v>(.*?)<\/v>/.exec(xml)?.[1];
  const isText = inline !== undefined || xml.includes('t="str"');
  const text = inline ?? (isText ? value : undefined);
  return {
    text: text === undefined ? undefined : fromXml(text),
    number: isText || value === undefined ? undefined : Number(value),
    formula: formula === undefined ? undefined : fromXml(formula),
  };
}

/** The sheets of a workbook by name, row by row. */
export function readWorkbook(bytes: Buffer): Map<string, ReadCell[][]> {
  const files = unzip(bytes);
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)];
  return new Map(
    names.map((match, i) => {
      const xml = files.get(`xl/worksheets/sheet${i + 1}.xml`) ?? '';
      const rows = [...xml.matchAll(/<row>([\s\S]*?)<\/row>/g)].map((row) =>
        [...(row[1] ?? '').matchAll(/<c\/>|<c[ >][\s\S]*?<\/c>/g)].map((cell) => readCell(cell[0])),
      );
      return [match[1] ?? '', rows];
    }),
  );
}

type Value = number | string | boolean;

/** Evaluates the formulas an audit uses, in doubles as spreadsheets do: SUM, SUMIFS, MOD, INT, IF, AND, ROUND, `+ - / =`. */
export class WorkbookEvaluator {
  readonly #sheets: ReadonlyMap<string, readonly (readonly ReadCell[])[]>;
  #text = '';
  #at = 0;
  #sheet = '';

  constructor(sheets: ReadonlyMap<string, readonly (readonly ReadCell[])[]>) {
    this.#sheets = sheets;
  }

  /** What the formula of a cell gives now, whatever value is stored next to it. */
  reckon(sheet: string, formula: string): Value {
    const saved = [this.#text, this.#at, this.#sheet] as const;
    [this.#text, this.#at, this.#sheet] = [formula, 0, sheet];
    const value = this.#comparison();
    if (this.#at !== this.#text.length) throw new Error(`Not read: ${this.#text.slice(this.#at)}`);
    [this.#text, this.#at, this.#sheet] = saved;
    return value;
  }

  #take(pattern: RegExp): string | undefined {
    const found = new RegExp(pattern.source, 'y');
    found.lastIndex = this.#at;
    const match = found.exec(this.#text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }

  #comparison(): Value {
    const left = this.#sum();
    return this.#take(/=/) === undefined ? left : left === this.#sum();
  }

  #sum(): Value {
    let value = this.#take(/-/) === undefined ? this.#quotient() : -Number(this.#quotient());
    for (let sign = this.#take(/[+-]/); sign !== undefined; sign = this.#take(/[+-]/)) {
      const other = Number(this.#quotient());
      value = sign === '+' ? Number(value) + other : Number(value) - other;
    }
    return value;
  }

  #quotient(): Value {
    let value = this.#atom();
    while (this.#take(/\//) !== undefined) value = Number(value) / Number(this.#atom());
    return value;
  }

  #atom(): Value {
    const text = this.#take(/"[^"]*"/);
    if (text !== undefined) return text.slice(1, -1);
    const digits = this.#take(/\d+/);
    if (digits !== undefined) return Number(digits);
    const name = this.#take(/(SUMIFS|SUM|MOD|INT|IF|AND|ROUND)\(/);
    if (name !== undefined) return this.#call(name.slice(0, -1));
    const [value] = this.#range();
    return value ?? 0;
  }

  #range(): Value[] {
    const match = this.#take(/([A-Za-z]+!)?\$?[A-Z]+\$?\d+(:\$?[A-Z]+\$?\d+)?/);
    if (match === undefined) throw new Error(`No reference: ${this.#text.slice(this.#at)}`);
    const [, sheet = this.#sheet, from = '', to = from] =
      /^(?:([A-Za-z]+)!)?(\$?[A-Z]+\$?\d+)(?::(.+))?$/.exec(match) ?? [];
    const place = (text: string): [number, number] => {
      const [, letters = '', row = ''] = /([A-Z]+)(\d+)/.exec(text.replace(/\$/g, '')) ?? [];
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      return [column, Number(row)];
    };
    const [[column, first], [, last]] = [place(from), place(to)];
    const values: Value[] = [];
    for (let row = first; row <= last; row++) {
      const cell = this.#sheets.get(sheet)?.[row - 1]?.[column];
      if (cell?.formula !== undefined) values.push(this.reckon(sheet, cell.formula));
      else values.push(cell?.number ?? cell?.text ?? '');
    }
    return values;
  }

  #sumIfs(): number {
    const summed = this.#range();
    let kept = summed.map(() => true);
    while (this.#take(/,/) !== undefined) {
      const own = this.#range();
      this.#take(/,/);
      const wanted = this.#atom();
      kept = kept.map((is, i) => is && own[i] === wanted);
    }
    return summed.reduce<number>((sum, value, i) => (kept[i] ? sum + Number(value || 0) : sum), 0);
  }

  #arguments(): Value[] {
    const given = [this.#comparison()];
    while (this.#take(/,/) !== undefined) given.push(this.#comparison());
    return given;
  }

  #calculateCall(name: string): Value {
    if (name === 'SUM') return this.#range().reduce<number>((sum, one) => sum + Number(one || 0), 0);
    if (name === 'SUMIFS') return this.#sumIfs();
    const given = this.#arguments();
    const [x, y] = [Number(given[0]), Number(given[1])];
    if (name === 'AND') return given.every((one) => one === true);
    if (name === 'ROUND') return Number(x.toFixed(y));
    if (name === 'INT') return Math.floor(x);
    if (name === 'MOD') return x - y * Math.floor(x / y);
    return given[given[0] === true ? 1 : 2] ?? '';
  }

  #call(name: string): Value {
    const value = this.#calculateCall(name);
    if (this.#take(/\)/) === undefined) throw new Error(`Not closed: ${this.#text.slice(this.#at)}`);
    return value;
  }
}
