import { AppError } from '@trailmark/core/errors';
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** Every scalar is its text: `0x12`, `2021-01-01` and `no` are words of a source, not numbers, dates or answers. */
export type YamlValue = string | readonly YamlValue[] | YamlMap;
export interface YamlMap {
  readonly [key: string]: YamlValue;
}

/** A mapping and the line it begins on. */
export interface YamlItem {
  readonly line: number;
  readonly fields: YamlMap;
}

/** Larger texts are refused: a tree of the whole is built in memory. Long lists of tags go through `tag-lines.ts`. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const DEEPEST = 12;
const MOST_ALIASES = 1_000;

export interface ParsedYaml {
  readonly fields: YamlMap;
  /** Mappings in the list under a key, with their lines; undefined where there is no such list. */
  items(key: string): readonly YamlItem[] | undefined;
}

interface Reader {
  readonly toValue: (node: unknown, depth: number) => YamlValue;
  readonly lineOf: (node: unknown) => number;
}

function refuse(name: string, line: number, message: string): never {
  throw new AppError('invalid', `${name}, line ${line}: ${message}.`, { context: { line } });
}

function createReader(name: string, firstLine: number, lines: LineCounter, resolve: (node: Node) => unknown): Reader {
  let aliases = 0;
  const lineOf = (node: unknown): number => {
    const start = (node as Node | null)?.range?.[0];
    return start === undefined ? firstLine : lines.linePos(start).line + firstLine - 1;
  };
  const toValue = (node: unknown, depth: number): YamlValue => {
    if (depth > DEEPEST) refuse(name, lineOf(node), `it nests more than ${DEEPEST} levels deep`);
    if (isScalar(node)) return String(node.value ?? '');
    if (isSeq(node)) return node.items.map((item) => toValue(item, depth + 1));
    if (isAlias(node)) {
      aliases += 1;
      if (aliases > MOST_ALIASES) refuse(name, lineOf(node), `it repeats itself more than ${MOST_ALIASES} times`);
      return toValue(resolve(node), depth + 1);
    }
    if (!isMap(node)) return '';
    return Object.fromEntries(
      node.items.map((pair) => [String(toValue(pair.key, depth + 1)), toValue(pair.value, depth + 1)]),
    );
  };
  return { toValue, lineOf };
}

/**
 * Reads YAML 1.1 or 1.2 with every scalar as text. Throws `invalid` with the file and line where it is malformed;
 * `firstLine` is the line of the file the text begins on.
 */
export function parseYaml(name: string, text: string, firstLine = 1): ParsedYaml {
  if (text.length > MOST_CHARACTERS) {
    throw new AppError('invalid', `${name} is too large for YAML that is not a plain list of tags: split it.`);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const error = document.errors[0];
  if (error) {
    const message = error.message.split('\n')[0]?.replace(/[.:]?$/, '') ?? 'it is malformed';
    refuse(name, lines.linePos(error.pos[0]).line + firstLine - 1, message);
  }
  const reader = createReader(name, firstLine, lines, (node) => (isAlias(node) ? node.resolve(document) : node));
  const root: unknown = document.contents;
  if (!isMap(root)) refuse(name, firstLine, 'a list of keys with values is expected');
  const fields: Record<string, YamlValue> = {};
  const lists = new Map<string, readonly YamlItem[]>();
  for (const pair of root.items) {
    const key = String(reader.toValue(pair.key, 1));
    if (!isSeq(pair.value)) fields[key] = reader.toValue(pair.value, 1);
    else {
      const items = pair.value.items.map((node) => ({ line: reader.lineOf(node), value: reader.toValue(node, 2) }));
      fields[key] = items.map(({ value }) => value);
      lists.set(
        key,
        items.map(({ line, value }) => ({ line, fields: isYamlMap(value) ? value : {} })),
      );
    }
  }
  return { fields, items: (key) => lists.get(key) };
}

export function isYamlMap(value: YamlValue | undefined): value is YamlMap {
  return typeof value === 'object' && !Array.isArray(value);
}

/** A field's text; undefined where it is missing, empty or says "nothing" in YAML's words. */
export function textOf(value: YamlValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' || text === '~' || text === 'null' ? undefined : text;
}

/** A field's texts: of a list, or of a single value. */
export function textsOf(value: YamlValue | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.map((item) => textOf(item as YamlValue)).filter((text) => text !== undefined);
}
