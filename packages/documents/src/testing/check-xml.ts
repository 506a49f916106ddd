const NAME = String.raw`[A-Za-z_:][\w:.-]*`;
const VALUE = String.raw`"(?:[^<&"]|&(?:amp|lt|gt|quot|apos|#\d+);)*"`;
const TAG = new RegExp(String.raw`^<(/?)(${NAME})((?:\s+${NAME}=${VALUE})*)\s*(/?)>`);
const TEXT = /^(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\d+);)+/;

/** Length and fault of the piece at the start of the text; `open` holds the elements around it. */
function readPiece(rest: string, open: string[]): { readonly length: number; readonly fault?: string } {
  const text = TEXT.exec(rest);
  if (text) return { length: text[0].length };
  const [all, slash, name = '', attributes = '', ending] = TAG.exec(rest) ?? [];
  if (all === undefined) return { length: 0, fault: `unreadable at: ${rest.slice(0, 60)}` };
  if (slash && open.pop() !== name) return { length: 0, fault: `</${name}> closes something else` };
  if (!slash && !ending) open.push(name);
  const names = [...attributes.matchAll(/([\w:.-]+)="/g)].map(([, found]) => found);
  return new Set(names).size < names.length
    ? { length: 0, fault: 'an attribute stands twice' }
    : { length: all.length };
}

/** The first fault that makes XML not well-formed, or undefined. Knows elements, attributes, text and a declaration. */
export function findXmlFault(xml: string): string | undefined {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) return 'a forbidden character';
  let rest = xml.replace(/^<\?xml [^?]*\?>/, '');
  const open: string[] = [];
  while (rest !== '') {
    const { length, fault } = readPiece(rest, open);
    if (fault !== undefined) return fault;
    rest = rest.slice(length);
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : undefined;
}
