import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { JsonBytes } from '../http/json-bytes.ts';

const HEAD_BYTES = 1_024;
/** How documents begin as they are stored: the title has at most 120 characters. */
const HEAD = /^\{"format":"trailmark-flow","version":1,"title":"(?:[^"\\]|\\.)*"/;

/** The JSON of a document with another title: large ones are not taken apart for it. */
export function withTitle(document: Buffer, title: string): JsonBytes {
  // One byte a character: what is cut off by its length is then cut off by bytes.
  const found = HEAD.exec(document.toString('latin1', 0, HEAD_BYTES))?.[0];
  if (found === undefined) {
    return [Buffer.from(JSON.stringify({ ...(JSON.parse(document.toString('utf8')) as FlowDocument), title }))];
  }
  const head = `{"format":"trailmark-flow","version":1,"title":${JSON.stringify(title)}`;
  return [Buffer.from(head), document.subarray(found.length)];
}

/** One JSON object of members that are values, or JSON already. */
export function joinMembers(
  members: Readonly<Record<string, { readonly json: JsonBytes } | { readonly value: unknown }>>,
): JsonBytes {
  const parts = Object.entries(members).flatMap(([name, member], at) => [
    Buffer.from(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    ...('json' in member ? member.json : [Buffer.from(JSON.stringify(member.value))]),
  ]);
  return [...parts, Buffer.from('}')];
}
