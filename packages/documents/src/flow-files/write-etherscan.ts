import { formatFlowAmount } from '@trailmark/core/flow/flow-asset';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import {
  type ChainNumbers,
  ETHERSCAN_EDGE_TYPES,
  ETHERSCAN_MAX_HASHES,
  ETHERSCAN_ROLES,
  ETHERSCAN_TEXT,
  type EtherscanEdgeType,
  type EtherscanRole,
} from './etherscan-case.ts';
import { assetOf, type FlowFileFacts, type FlowSelection, isoTime, labelOf, markOf } from './flow-selection.ts';
import { capForeignText } from './foreign-flow.ts';

interface Gap {
  readonly type: string;
  readonly detail: string;
}

const PARTY_ROLES: Readonly<Record<string, EtherscanRole>> = {
  service: 'cex_deposit',
  mixer: 'mixer_contract',
  bridge: 'bridge',
  contract: 'unknown_contract',
};
const TXID = /^[0-9a-f]{64}$/;
const CONTRACT = /:(0x[0-9a-f]{40})$/;

/** One line without controls and tags, as the case's schema asks. */
function safeText(text: string | null | undefined): string | null {
  const plain = capForeignText(text ?? null, ETHERSCAN_TEXT);
  return plain === null ? null : plain.replace(/<(?=[A-Za-z/!])/g, '‹');
}

function toRole(node: FlowNode, role: string | undefined): EtherscanRole {
  const said = ETHERSCAN_ROLES.find((known) => known === role);
  if (said) return said;
  if (role?.toLowerCase() === 'victim') return 'victim_wallet';
  return PARTY_ROLES[node.party?.kind ?? ''] ?? 'unknown_eoa';
}

function toType({ kind, rule, asset }: FlowEdge): EtherscanEdgeType {
  const said = ETHERSCAN_EDGE_TYPES.find((type) => rule?.endsWith(`: ${type}`));
  if (said) return said;
  if (kind === 'swap') return 'dex_swap';
  if (kind === 'bridge') return 'bridge';
  return asset.includes(':') ? 'token_transfer' : 'transfer';
}

function toNode(node: FlowNode, id: string, chainid: number, { document }: FlowSelection): Record<string, unknown> {
  const mark = markOf(document, node.id);
  const place = document.places[node.id] ?? { x: 0, y: 0 };
  const label = safeText(labelOf(document, node));
  return {
    id,
    address: node.text,
    chainid,
    label: label === node.text ? null : label,
    subLabel: null,
    role: toRole(node, mark.role),
    hop: node.hop ?? (node.isSeed ? 0 : 1),
    balance: null,
    notes: safeText(mark.note ?? node.stops[0]?.detail),
    x: place.x,
    y: place.y,
  };
}

function listHashes({ refs }: FlowEdge): string[] {
  const hashes = refs.map((ref) => ref.split('#', 1)[0]?.toLowerCase() ?? '').filter((hash) => TXID.test(hash));
  return [...new Set(hashes)].map((hash) => `0x${hash}`);
}

interface EdgeEnds {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly chainid: number;
}

/** The edge of a case, or why there is none. */
function toEdge(edge: FlowEdge, ends: EdgeEnds, { document }: FlowSelection): Record<string, unknown> | string {
  const hashes = listHashes(edge);
  if (hashes.length === 0) return 'it names no transaction';
  const asset = assetOf(document, edge.asset);
  return {
    ...ends,
    amount: asset.decimals === null ? null : formatFlowAmount(edge.amount, asset).replace(/\.$/, ''),
    token: safeText(asset.symbol),
    token_address: CONTRACT.exec(edge.asset)?.[1] ?? null,
    txcount: Math.max(hashes.length, 1),
    type: toType(edge),
    txhash: hashes[0],
    txhashes: hashes.slice(0, ETHERSCAN_MAX_HASHES),
    block: edge.firstHeight,
    timestamp: isoTime(edge.firstTime),
  };
}

function listGaps({ document }: FlowSelection, left: readonly string[], short: readonly string[]): Gap[] {
  const told = document.gaps.map((detail) => ({ type: 'scope_limited', detail }));
  const dropped = left.map((detail) => ({ type: 'scope_limited', detail }));
  const truncated = short.map((detail) => ({ type: 'edge_txhashes_truncated', detail }));
  return [...told, ...dropped, ...truncated].map(({ type, detail }) => ({
    type,
    detail: safeText(detail) ?? 'unnamed',
  }));
}

const DISCLAIMER =
  'Payments are read from the ledger unless a gap says otherwise; roles, labels and notes are claims and opinions, not findings.';

/** An Etherscan Flow case of schema version 1. What has no place in it is named under `_meta.gaps`. */
export function writeEtherscan(selection: FlowSelection, facts: FlowFileFacts, chains: ChainNumbers): string {
  const { document } = selection;
  const left: string[] = [];
  const short: string[] = [];
  const ids = new Map<string, { readonly id: string; readonly chainid: number }>();
  const nodes: unknown[] = [];
  for (const node of selection.nodes) {
    const chainid = chains.of(node.chain);
    if (node.kind !== 'address' || chainid === undefined) {
      left.push(`Left out: ${node.kind} on ${node.chain}, ${node.text}`);
      continue;
    }
    const id = `n${nodes.length + 1}`;
    ids.set(node.id, { id, chainid });
    nodes.push(toNode(node, id, chainid, selection));
  }
  const edges: unknown[] = [];
  for (const edge of selection.edges) {
    const [from, to] = [ids.get(edge.from), ids.get(edge.to)];
    if (!from || !to) continue;
    const ends = { id: `e${edges.length + 1}`, source: from.id, target: to.id, chainid: from.chainid };
    const written = toEdge(edge, ends, selection);
    if (typeof written === 'string') left.push(`Left out: a payment from ${from.id} to ${to.id}, because ${written}`);
    else edges.push(written);
    if (edge.count > edge.refs.length)
      short.push(`${ends.id} stands for ${edge.count} payments, of which ${edge.refs.length} are listed`);
  }
  const used = [...new Set([...ids.values()].map(({ chainid }) => chainid))];
  const seeds = selection.nodes.filter(({ id, isSeed }) => isSeed && ids.has(id)).map(({ text }) => text);
  const main = used[0] ?? 1;
  const file = {
    id: `case-${facts.documentHash.slice(0, 8)}`,
    name: safeText(document.title) ?? 'Coin flow',
    schemaVersion: 1,
    nodes,
    edges,
    _meta: {
      created_at: isoTime(facts.at) ?? '',
      mode: 'strict_trace',
      chain: chains.name(main),
      chainid: main,
      chains: used.map((chainid) => ({ chain: chains.name(chainid), chainid })),
      seed_addresses: seeds,
      analysis: null,
      gaps: listGaps(selection, left, short),
      disclaimer: DISCLAIMER,
    },
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
