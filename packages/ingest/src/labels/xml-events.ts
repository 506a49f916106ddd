import { AppError } from '@trailmark/core/errors';

/** One step through a document. Names are without prefix; text is decoded and may be only white space. */
export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** A tag with its attributes, whose quoted values may hold a closing bracket. */
const TAG = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;

function malformed(text: string, at: number): AppError {
  return new AppError('invalid', `The XML is malformed in line ${text.slice(0, at).split('\n').length}.`);
}

/** Only the five entities of XML itself and character numbers: a document that defines its own is not taken. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** End of what begins with `<!` or `<?` at a place; -1 where it does not end. */
function skipMarkup(text: string, at: number): number {
  const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '>';
  const found = text.indexOf(end, at + 2);
  return found < 0 ? -1 : found + end.length;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Names that are open, innermost last: what is closed must be what was opened. */
class Nesting {
  private readonly open: string[] = [];

  get isEmpty(): boolean {
    return this.open.length === 0;
  }

  /** Returns whether the tag fits. */
  take(isClosing: boolean, name: string, isEmpty: boolean): boolean {
    if (isClosing) return this.open.pop() === name;
    if (!isEmpty) this.open.push(name);
    return this.open.length < 200;
  }
}

/** What is at a place of the document: its events, and where the next begins; undefined where it is malformed. */
interface Step {
  readonly events: readonly XmlEvent[];
  readonly end: number;
}

function readMarkup(text: string, at: number): Step | undefined {
  const end = text.startsWith('<!DOCTYPE', at) ? -1 : skipMarkup(text, at);
  if (end < 0) return undefined;
  const isCdata = text.startsWith('<![CDATA[', at);
  return { events: isCdata ? [{ kind: 'text', text: text.slice(at + 9, end - 3) }] : [], end };
}

function readTag(text: string, at: number, nesting: Nesting): Step | undefined {
  TAG.lastIndex = at;
  const [whole, slash, name = '', attributes = '', empty] = TAG.exec(text) ?? [];
  if (whole === undefined || !nesting.take(slash === '/', name, empty === '/')) return undefined;
  const close = { kind: 'close', name: local(name) } as const;
  const open = { kind: 'open', name: local(name), attributes } as const;
  const end = at + whole.length;
  if (slash === '/') return { events: [close], end };
  return { events: empty === '/' ? [open, close] : [open], end };
}

function readText(text: string, at: number, nesting: Nesting): Step {
  const next = text.indexOf('<', at);
  const end = next < 0 ? text.length : next;
  return { events: nesting.isEmpty ? [] : [{ kind: 'text', text: decode(text.slice(at, end)) }], end };
}

/**
 * Walks a document without building it: memory is that of the text. Elements must be nested rightly; a document type, and so
 * every entity of its own, is refused. Throws `invalid` with the line.
 */
export function* readXml(text: string): Generator<XmlEvent> {
  const nesting = new Nesting();
  let at = 0;
  while (at < text.length) {
    const isMarkup = text[at] === '<' && (text[at + 1] === '!' || text[at + 1] === '?');
    const step = isMarkup
      ? readMarkup(text, at)
      : text[at] === '<'
        ? readTag(text, at, nesting)
        : readText(text, at, nesting);
    if (!step) throw malformed(text, at);
    yield* step.events;
    at = step.end;
  }
  if (!nesting.isEmpty) throw malformed(text, text.length);
}

/** Value of an attribute in the text of a tag; undefined where it has none of the name. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decode(value);
}
