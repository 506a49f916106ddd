import { AppError } from '@trailmark/core/errors';
import { capForeignText, type ForeignFlow, type ForeignNode, readCoordinate, spellForeign } from './foreign-flow.ts';
import { decodeGraphsense } from './graphsense-codec.ts';
import { GraphsenseParts, readColour, readList } from './graphsense-parts.ts';
import { readOldGraph } from './read-old-graphsense.ts';
import { GRAPHSENSE_UNIT } from './write-graphsense.ts';

const MAX_LABEL = 120;
const MAX_TITLE = 120;
const DEFAULT_TITLE = 'GraphSense graph';

function keyOf(network: unknown, id: unknown): string {
  return `${spellForeign(network).toLowerCase()} ${spellForeign(id)}`;
}

/** Place, rounded to a thousandth of a pixel, so that a file written here comes back as it was. */
function readPlace(x: unknown, y: unknown): ForeignNode['place'] {
  const [left, top] = [readCoordinate(x), readCoordinate(y)];
  const toPixels = (units: number): number => Math.round(units * GRAPHSENSE_UNIT * 1000) / 1000;
  return left === null || top === null ? null : { x: toPixels(left), y: toPixels(top) };
}

function readThing(parts: GraphsenseParts, kind: ForeignNode['kind'], thing: unknown): void {
  const [id, x, y, isSeed] = readList(thing, kind === 'address' ? 'an address' : 'a transaction');
  const [network, name] = readList(id, 'the name of a node');
  const text = capForeignText(name, 200);
  if (text === null) {
    parts.refuse('', 'A node has no name.');
    return;
  }
  const chain = parts.readChain(network, text);
  if (!chain) return;
  if (kind === 'transaction' && (chain === 'eth' || chain === 'trx')) {
    parts.refuse(
      text,
      'Transactions of account chains are drawn as payments between addresses here: add what lies between its addresses.',
    );
    return;
  }
  const empty = { hop: null, label: null, note: null, role: null, colour: null };
  parts.add({
    ...empty,
    key: keyOf(network, name),
    kind,
    chain,
    text,
    place: readPlace(x, y),
    isSeed: isSeed === true,
  });
}

function readAnnotation(parts: GraphsenseParts, annotation: unknown): void {
  const [id, label, colour] = readList(annotation, 'an annotation');
  const [network, name] = readList(id, 'the name of an annotated node');
  const key = keyOf(network, name);
  const node = parts.nodes.get(key);
  if (!node) {
    parts.refuse(spellForeign(name), 'An annotation speaks of a node that is not drawn.');
    return;
  }
  parts.nodes.set(key, { ...node, label: capForeignText(label, MAX_LABEL), colour: readColour(colour) });
}

function readPathfinder(data: readonly unknown[], parts: GraphsenseParts): string {
  for (const address of readList(data[3], 'addresses')) readThing(parts, 'address', address);
  for (const transaction of readList(data[4], 'transactions')) readThing(parts, 'transaction', transaction);
  for (const annotation of readList(data[5], 'annotations')) readAnnotation(parts, annotation);
  const pairs = data[6] === undefined ? [] : readList(data[6], 'relations');
  if (pairs.length > 0) {
    parts.refuse(
      `${pairs.length} relations`,
      'The file says who paid whom, not how much: add everything between these nodes to draw what the ledger shows.',
    );
  }
  return capForeignText(data[2], MAX_TITLE) ?? DEFAULT_TITLE;
}

function readByVersion(data: readonly unknown[], parts: GraphsenseParts): string {
  const version = (capForeignText(data[0], 40) ?? '').split(/[ -]/, 1)[0] ?? '';
  if (version === 'pathfinder') {
    if (data[1] === '1') return readPathfinder(data, parts);
    const other = capForeignText(data[1], 20) ?? 'unknown';
    throw new AppError(
      'invalid',
      `This is a GraphSense Pathfinder graph of version "${other}"; version "1" can be read.`,
    );
  }
  if (readOldGraph(version, data, parts)) return DEFAULT_TITLE;
  throw new AppError(
    'invalid',
    `This is a GraphSense graph of version "${version}"; Pathfinder 1 and the graphs 1.0, 0.5, 0.4.5 and 0.4.4 can be read.`,
  );
}

/** Addresses, transactions, places, names and colours of a `.gs` file; the format holds no amounts. Throws `invalid`. */
export function readGraphsense(file: Uint8Array): ForeignFlow {
  const parts = new GraphsenseParts();
  const title = readByVersion(readList(decodeGraphsense(file), 'the file'), parts);
  return {
    title,
    nodes: [...parts.nodes.values()],
    payments: [],
    gaps: [
      'A GraphSense file names addresses and transactions, not payments: none is drawn until it is read from the ledger.',
    ],
    refused: parts.refused,
  };
}
