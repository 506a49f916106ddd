import { nearestFlowColour } from './flow-rgb.ts';
import { capForeignText, type ForeignNode, readCoordinate, spellForeign } from './foreign-flow.ts';
import { type GraphsenseParts, readColour, readList } from './graphsense-parts.ts';

const MAX_LABEL = 120;
const EMPTY = { isSeed: false, hop: null, note: null, role: null } as const;

interface OldNode {
  readonly network: unknown;
  readonly address: unknown;
  readonly x: unknown;
  readonly y: unknown;
  readonly label: string | null;
  readonly colour: ForeignNode['colour'];
}

function addAddress(parts: GraphsenseParts, { network, address, x, y, label, colour }: OldNode): void {
  const text = capForeignText(address, 200);
  if (text === null) {
    parts.refuse('', 'A node has no address.');
    return;
  }
  const chain = parts.readChain(network, text);
  if (!chain) return;
  const [left, top] = [readCoordinate(x), readCoordinate(y)];
  const place = left === null || top === null ? null : { x: left, y: top };
  parts.add({ ...EMPTY, key: `${chain} ${text}`, kind: 'address', chain, text, place, label, colour });
}

function tagLabel(tag: unknown): string | null {
  return Array.isArray(tag) ? capForeignText(tag[0], MAX_LABEL) : null;
}

/** Graphs of version 1.0: addresses, and clusters ("entities") with the address they are named for. */
function readGraph1(data: readonly unknown[], parts: GraphsenseParts): void {
  for (const item of readList(data[1], 'addresses')) {
    const [id, x, y, tag, colour] = readList(item, 'an address');
    const [network, , address] = readList(id, 'the name of an address');
    addAddress(parts, { network, address, x, y, label: tagLabel(tag), colour: readColour(colour) });
  }
  for (const item of readList(data[2], 'entities')) {
    const [id, address, x, y, colour, tag] = readList(item, 'an entity');
    const [network] = readList(id, 'the name of an entity');
    const key = `${spellForeign(network).toLowerCase()} ${spellForeign(address)}`;
    if (parts.nodes.has(key)) continue;
    const label = tagLabel(tag) ?? 'Cluster of GraphSense';
    addAddress(parts, { network, address, x, y, label, colour: readColour(colour) });
  }
}

function readHexColour(value: unknown): ForeignNode['colour'] {
  const digits = typeof value === 'string' ? /^#([0-9a-f]{6})$/i.exec(value)?.[1] : undefined;
  if (!digits) return null;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return nearestFlowColour(r, g, b);
}

/** What the user named, by `network address`; tags of others are left out, as their source is not in the file. */
function readOwnTags(store: unknown): Map<string, string> {
  const names = new Map<string, string>();
  for (const item of readList(readList(store, 'the store')[0], 'tagged addresses')) {
    const tags = (item as { tags?: unknown } | null)?.tags;
    for (const tag of Array.isArray(tags) ? (tags as unknown[]) : []) {
      const { isUserDefined, keyspace, address, label } = (tag ?? {}) as Record<string, unknown>;
      const text = capForeignText(label, MAX_LABEL);
      if (isUserDefined === true && text)
        names.set(`${spellForeign(keyspace).toLowerCase()} ${spellForeign(address)}`, text);
    }
  }
  return names;
}

function sum(a: unknown, b: unknown): number | null {
  return typeof a === 'number' && typeof b === 'number' ? a + b : null;
}

/** Graphs of versions 0.4.4 to 0.5: the store of tags second, the drawing third. */
function readGraph0(data: readonly unknown[], parts: GraphsenseParts): void {
  const names = readOwnTags(data[1]);
  const drawing = readList(data[2], 'the drawing');
  for (const item of readList(drawing[5], 'addresses')) {
    const [id, look] = readList(item, 'an address');
    const [address, , network] = readList(id, 'the name of an address');
    const [x, y, dx, dy, colour] = readList(look, 'the place of an address');
    const label = names.get(`${spellForeign(network).toLowerCase()} ${spellForeign(address)}`) ?? null;
    addAddress(parts, { network, address, x: sum(x, dx), y: sum(y, dy), label, colour: readHexColour(colour) });
  }
  const entities = readList(drawing[4], 'entities').length;
  if (entities > 0)
    parts.refuse(`${entities} entities`, 'They are numbers of clusters in one version of GraphSense’s data.');
}

/** Reads a graph from before Pathfinder; false where the version is none of those known. */
export function readOldGraph(version: string, data: readonly unknown[], parts: GraphsenseParts): boolean {
  if (version.startsWith('1.0.')) readGraph1(data, parts);
  else if (version === '0.4.4' || version === '0.4.5' || version.startsWith('0.5.')) readGraph0(data, parts);
  else return false;
  return true;
}
