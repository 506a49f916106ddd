import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { FLOW_RGB } from './flow-rgb.ts';
import { type FlowSelection, markOf } from './flow-selection.ts';
import { encodeGraphsense } from './graphsense-codec.ts';

/** Networks that GraphSense and this software both know, under the same name. */
export const GRAPHSENSE_CHAINS: readonly ChainId[] = ['bch', 'btc', 'eth', 'ltc', 'trx'];
/** Pixels of our canvas to one unit of Pathfinder, whose columns are 4 and whose rows 2.5 units apart. */
export const GRAPHSENSE_UNIT = 40;

type Id = readonly [network: string, id: string];

function toId({ chain, text }: FlowNode): Id {
  return [chain, chain === 'eth' ? text.toLowerCase() : text];
}

function toThing(node: FlowNode, { document }: FlowSelection): unknown[] {
  const { x, y } = document.places[node.id] ?? { x: 0, y: 0 };
  return [toId(node), x / GRAPHSENSE_UNIT, y / GRAPHSENSE_UNIT, node.isSeed];
}

function toAnnotation(node: FlowNode, { document }: FlowSelection): unknown[] | undefined {
  const { label, colour } = markOf(document, node.id);
  if (label === undefined && colour === undefined) return undefined;
  const rgba = colour && [...FLOW_RGB[colour].map((part) => part / 255), 1];
  return [toId(node), label ?? '', rgba ?? null];
}

/** Pairs of addresses with payments between them. Only the Bitcoin family names transactions as Pathfinder does. */
function listRelations({ document, edges }: FlowSelection): unknown[] {
  const pairs = new Map<
    string,
    { readonly ends: readonly [Id, Id]; readonly txids: Set<string>; readonly chain: string }
  >();
  for (const { from, to, refs } of edges) {
    const [a, b] = [document.nodes[from], document.nodes[to]];
    if (a?.kind !== 'address' || b?.kind !== 'address' || a.chain !== b.chain) continue;
    const [first, second] = a.id < b.id ? [a, b] : [b, a];
    const key = `${first.id} ${second.id}`;
    const pair = pairs.get(key) ?? { ends: [toId(first), toId(second)], txids: new Set<string>(), chain: a.chain };
    pairs.set(key, pair);
    if (a.chain !== 'eth' && a.chain !== 'trx') for (const ref of refs) pair.txids.add(ref.split(':', 1)[0] ?? ref);
  }
  return [...pairs.values()].map(({ ends, txids, chain }) => [...ends, [...txids].map((txid) => [chain, txid])]);
}

/**
 * A Pathfinder graph of version 1: addresses and transactions with their places, names and colours, and pairs that paid each
 * other. The format holds no amounts, times or notes. Throws `invalid` where a node is on a chain GraphSense does not have.
 */
export function writeGraphsense(selection: FlowSelection): Uint8Array {
  const { document, nodes } = selection;
  const foreign = nodes.find(({ chain }) => !GRAPHSENSE_CHAINS.includes(chain));
  if (foreign) {
    throw new AppError(
      'invalid',
      `GraphSense has no ${foreign.chain}: choose nodes of ${GRAPHSENSE_CHAINS.join(', ')} only and export those.`,
    );
  }
  const addresses = nodes.filter(({ kind }) => kind === 'address');
  const transactions = nodes.filter(({ kind }) => kind === 'transaction');
  return encodeGraphsense([
    'pathfinder',
    '1',
    document.title,
    addresses.map((node) => toThing(node, selection)),
    transactions.map((node, index) => [...toThing(node, selection), index]),
    [...addresses, ...transactions].map((node) => toAnnotation(node, selection)).filter((item) => item !== undefined),
    listRelations(selection),
  ]);
}
