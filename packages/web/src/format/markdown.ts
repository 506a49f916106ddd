/** Text within a block. Links lead to this site or to http(s); nothing else becomes one. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly style: 'bullets' | 'numbers' | 'tasks';
      readonly items: readonly { readonly content: readonly Inline[]; readonly children: readonly Block[] }[];
    }
  | { readonly kind: 'table'; readonly head: readonly Inline[][]; readonly rows: readonly Inline[][][] };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Where a link of a text may lead: a page of this site, or http(s). Documents of the methods become their pages. */
export function toSafeHref(href: string): string | undefined {
  const method = /^(?:\.\/)?([a-z0-9-]+)\.md(#[\w-]*)?$/.exec(href);
  if (method) return `/resources/methods/${method[1]}`;
  if (/^\/(?![/\\])[\w\-./?=&%:#,~]*$/.test(href)) return href;
  return /^https?:\/\/[^\s"'<>\\]+$/i.test(href) ? href : undefined;
}

function toInline(match: RegExpMatchArray): Inline {
  const [whole, code, strong, emphasis, label, target] = match;
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  const href = toSafeHref(target ?? '');
  return href ? { kind: 'link', text: label ?? '', href } : { kind: 'text', text: label ?? whole };
}

/** Marks within one line of text. What is no mark stays text: there is no HTML. */
export function parseInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    parts.push(toInline(match));
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

const ITEM = /^(\s*)(?:([-*])|(\d{1,3})\.)\s+(?:\[[ xX]\]\s+)?(.*)$/;
const TASK = /^\s*[-*]\s+\[[ xX]\]\s/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const RULE_ROW = /^\|?[\s:|-]+\|[\s:|-]*$/;

interface Taken {
  readonly block: Block;
  readonly next: number;
}

function takeCode(lines: readonly string[], from: number): Taken {
  let next = from + 1;
  while (next < lines.length && !lines[next]?.startsWith('```')) next++;
  return { block: { kind: 'code', text: lines.slice(from + 1, next).join('\n') }, next: next + 1 };
}

function toCells(line: string): Inline[][] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split('|').map((cell) => [...parseInline(cell.trim())]);
}

function takeTable(lines: readonly string[], from: number): Taken {
  let next = from + 2;
  while (next < lines.length && lines[next]?.trim().startsWith('|')) next++;
  const rows = lines.slice(from + 2, next).map(toCells);
  return { block: { kind: 'table', head: toCells(lines[from] ?? ''), rows }, next };
}

interface RawItem {
  readonly text: string;
  readonly below: string[];
}

/** Lines of one list: items at its own depth, and what is indented below each. */
function takeItems(lines: readonly string[], from: number, indent: number) {
  const items: RawItem[] = [];
  let next = from;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? '';
    const match = ITEM.exec(line);
    if (match && (match[1]?.length ?? 0) <= indent) items.push({ text: match[4] ?? '', below: [] });
    else if (/^\s+\S/.test(line)) items.at(-1)?.below.push(line);
    else break;
  }
  return { items, next };
}

function toItem({ text, below }: RawItem) {
  const start = below.findIndex((line) => ITEM.test(line));
  const more = (start < 0 ? below : below.slice(0, start)).map((line) => line.trim());
  const children = start < 0 ? [] : parseMarkdown(below.slice(start).join('\n'));
  return { content: parseInline([text, ...more].join(' ')), children };
}

function takeList(lines: readonly string[], from: number): Taken {
  const line = lines[from] ?? '';
  const first = ITEM.exec(line);
  const style = TASK.test(line) ? 'tasks' : first?.[3] ? 'numbers' : 'bullets';
  const { items, next } = takeItems(lines, from, first?.[1]?.length ?? 0);
  return { block: { kind: 'list', style, items: items.map(toItem) }, next };
}

function takeText(lines: readonly string[], from: number): Taken {
  const isQuote = lines[from]?.startsWith('>') === true;
  let next = from;
  while (next < lines.length && lines[next]?.trim() !== '' && (next === from || !startsBlock(lines, next))) next++;
  const text = lines
    .slice(from, next)
    .map((line) => line.replace(/^>\s?/, '').trim())
    .join(' ');
  return { block: { kind: isQuote ? 'quote' : 'paragraph', content: parseInline(text) }, next };
}

function isTable(lines: readonly string[], at: number): boolean {
  return lines[at]?.trim().startsWith('|') === true && RULE_ROW.test(lines[at + 1]?.trim() ?? '');
}

function startsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return line.startsWith('```') || HEADING.test(line) || ITEM.test(line) || isTable(lines, at);
}

function takeBlock(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? '';
  if (line.startsWith('```')) return takeCode(lines, at);
  const heading = HEADING.exec(line);
  if (heading) {
    const level = (heading[1]?.length ?? 2) <= 2 ? 2 : 3;
    return { block: { kind: 'heading', level, content: parseInline(heading[2] ?? '') }, next: at + 1 };
  }
  if (isTable(lines, at)) return takeTable(lines, at);
  return ITEM.test(line) ? takeList(lines, at) : takeText(lines, at);
}

/**
 * The part of Markdown that texts of the site are written in: headings, paragraphs, lists, tables, quotations, code,
 * emphasis and links. HTML and pictures stay the characters they are.
 */
export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at++;
      continue;
    }
    const { block, next } = takeBlock(lines, at);
    blocks.push(block);
    at = Math.max(next, at + 1);
  }
  return blocks;
}
