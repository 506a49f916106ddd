import { AppError } from '@trailmark/core/errors';
import { parseYaml, type YamlItem, type YamlMap } from './yaml-text.ts';

/** Head of a tag pack and its tags, one at a time. */
export interface TagPack {
  readonly header: YamlMap;
  readonly tags: Iterable<YamlItem>;
}

/**
 * The plain text of a YAML scalar on one line; undefined for anything that takes more than this to read (blocks, flow
 * collections, escapes, comments behind the text, values on the next lines).
 */
export function readPlainScalar(raw: string): string | undefined {
  const text = raw.trim();
  if (text.startsWith("'")) {
    const quoted = /^'((?:[^']|'')*)'$/.exec(text)?.[1];
    return quoted?.replaceAll("''", "'");
  }
  if (text.startsWith('"')) return /^"([^"\\]*)"$/.exec(text)?.[1];
  const isSpecial = text === '' || /^[-?:,[\]{}#&*!|>%@`]|: |:$| #|\t/.test(text);
  return isSpecial ? undefined : text;
}

interface Block {
  /** Line of its first line in the file. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Fields of a tag written as `- key: value` and `  key: value` lines; undefined for any other writing. */
function readPlainBlock({ lines }: Block): YamlMap | undefined {
  const fields: Record<string, string> = {};
  const first = `${' '.repeat(lines[0]?.indexOf('-') ?? 0)}- `;
  const later = ' '.repeat(first.length);
  for (const [index, line] of lines.entries()) {
    if (isIgnored(line)) continue;
    if (!line.startsWith(index === 0 ? first : later)) return undefined;
    const [, key = '', raw = ''] = /^([a-z_]+): (.*)$/.exec(line.slice(first.length)) ?? [];
    const value = readPlainScalar(raw);
    if (value === undefined || Object.hasOwn(fields, key)) return undefined;
    fields[key] = value;
  }
  return fields;
}

function isIgnored(line: string): boolean {
  return /^\s*(?:#.*)?$/.test(line);
}

function* readLines(text: string, offset: number, firstLine: number): Generator<{ content: string; line: number }> {
  let line = firstLine;
  for (let at = offset; at < text.length; line++) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    yield { content: text.slice(at, text[end - 1] === '\r' ? end - 1 : end), line };
    at = end + 1;
  }
}

/** The items of the list that begins at an offset: a dash in the column of the first dash begins the next one. */
function* cutBlocks(text: string, offset: number, firstLine: number): Generator<Block> {
  let dash: number | undefined;
  let block: { line: number; lines: string[] } | undefined;
  for (const { content, line } of readLines(text, offset, firstLine)) {
    const column = /^ *-(?: |$)/.test(content) ? content.indexOf('-') : undefined;
    dash ??= column;
    if (column === undefined || column !== dash) block?.lines.push(content);
    else {
      if (block) yield block;
      block = { line, lines: [content] };
    }
  }
  if (block) yield block;
}

function* readBlocks(name: string, text: string, offset: number, firstLine: number): Generator<YamlItem> {
  for (const block of cutBlocks(text, offset, firstLine)) {
    const fields = readPlainBlock(block);
    if (fields) yield { line: block.line, fields };
    // Whatever the short way does not read, the general parser does: same fields, same line.
    else yield* parseYaml(name, `tags:\n${block.lines.join('\n')}\n`, block.line - 1).items('tags') ?? [];
  }
}

/** Writing that ties a tag to the rest of the document: anchors, aliases, several documents, keys after the list. */
function isEntangled(rest: string): boolean {
  return /^(?:[^\s\-#]|---|\.\.\.)/m.test(rest) || /(?:^|[:-] )[&*]\w/m.test(rest);
}

/**
 * Opens a tag pack. Long lists of tags in the usual writing are read line by line, everything else by the general
 * parser. Throws `invalid` with the line where the YAML is malformed or has no list `tags`; so may reading on.
 */
export function openTagPack(name: string, text: string): TagPack {
  const head = /^tags:[ \t]*(?:#[^\n]*)?\r?\n/m.exec(text);
  const offset = head ? head.index + head[0].length : 0;
  const rest = text.slice(offset);
  if (!head || isEntangled(rest) || !/^(?:\s*#[^\n]*\n|\s*\n)* *- /.test(rest)) return openGeneral(name, text);
  const header = parseYaml(name, `${text.slice(0, head.index)}tags: []\n`).fields;
  const firstLine = text.slice(0, offset).split('\n').length;
  return { header, tags: readBlocks(name, text, offset, firstLine) };
}

/** Opens a tag pack with the general parser alone. */
export function openGeneral(name: string, text: string): TagPack {
  const { fields, items } = parseYaml(name, text);
  const tags = items('tags');
  if (tags) return { header: fields, tags };
  throw new AppError('invalid', `${name} is no tag pack: a list under "tags" is expected.`);
}
