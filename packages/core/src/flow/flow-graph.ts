import type { ChainId } from '../chain.ts';
import type { KnownParty } from '../trace/known-party.ts';
import type { CutKind, StopReason } from '../trace/stop-reason.ts';

/** Amounts in a graph are decimal text in the smallest unit, because a graph is a document. */
export type UnitsText = string;

/**
 * `address`: who holds. `transaction`: of the Bitcoin family, a bar between addresses; of account chains one that swapped. `peel-chain`: a run of transactions drawn
 * as one. `gap`: payments not followed. `unspendable`: an output nobody can spend. `source`: newly issued money.
 */
export const FLOW_NODE_KINDS = ['address', 'transaction', 'peel-chain', 'gap', 'unspendable', 'source'] as const;
export type FlowNodeKind = (typeof FLOW_NODE_KINDS)[number];

/** What a node states about one asset: everything known to the graph, never a guess at what it does not hold. */
export interface FlowAmount {
  /** Asset id, `btc` or `eth:0x…`. */
  readonly asset: string;
  /** Traced amount that arrived and left; null where the node was not traced. */
  readonly taintedIn: UnitsText | null;
  readonly taintedOut: UnitsText | null;
  /** Of a transaction: untraced money that came in with the traced. */
  readonly otherIn?: UnitsText | undefined;
}

export interface FlowStop {
  readonly reason: StopReason | CutKind;
  readonly asset: string;
  readonly amount: UnitsText;
  readonly count: number;
  readonly detail: string;
}

export interface FlowNode {
  /** `a:btc:<address>`, `t:btc:<txid>`, `p:btc:<first txid>`, `g:btc:<where>:<kind>`, `u:btc:<txid>:<vout>`, `s:btc:<txid>`. */
  readonly id: string;
  readonly kind: FlowNodeKind;
  readonly chain: ChainId;
  /** Whole address or txid; words for the others. */
  readonly text: string;
  /** Fewest hops from a seed; null where it was added by hand. */
  readonly hop: number | null;
  /** Seconds; null where not known. */
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  readonly isSeed: boolean;
  readonly amounts: readonly FlowAmount[];
  readonly party: KnownParty | null;
  /** Conservative cluster of an address, where it has other members: an inference, named by its first member. Absent where there are no clusters. */
  readonly cluster?: { readonly root: string; readonly size: number } | null | undefined;
  readonly stops: readonly FlowStop[];
  /** Of a transaction: its fee. */
  readonly fee: UnitsText | null;
  readonly height: number | null;
  readonly coinJoin: { readonly kind: string; readonly participants: number | null } | null;
  /** Change choice at a transaction: output number and whose word it is. */
  readonly change: {
    readonly vout: number | null;
    readonly by: 'rules' | 'examiner' | 'nobody';
    readonly isDisputed: boolean;
    readonly rules: readonly string[];
  } | null;
  readonly peel: { readonly txids: readonly string[]; readonly peeled: UnitsText; readonly left: UnitsText } | null;
  /** Bridges: the other side, where a message names it. */
  readonly onward: {
    readonly network: string;
    readonly address: string | null;
    readonly message: string | null;
  } | null;
}

/** `transfer`: a payment between addresses. `spend` and `output`: the two halves of one through a transaction. `relation`: summed payments. */
export const FLOW_EDGE_KINDS = ['transfer', 'spend', 'output', 'swap', 'bridge', 'cut', 'relation'] as const;
export type FlowEdgeKind = (typeof FLOW_EDGE_KINDS)[number];

export interface FlowEdge {
  /** `<kind>:<from>><to>:<asset>` and, in transaction mode between addresses, `:<hash>`. */
  readonly id: string;
  readonly kind: FlowEdgeKind;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: UnitsText;
  /** Null where it was not traced. */
  readonly tainted: UnitsText | null;
  /** Payments it represents, exactly, however few `refs` are listed. */
  readonly count: number;
  /** `txid:vout` or `hash#slot`, at most 50, in the order of the chain. */
  readonly refs: readonly string[];
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  readonly firstHeight: number | null;
  readonly lastHeight: number | null;
  /** How we know: a ledger movement is a fact. */
  readonly basis: 'fact' | 'inference' | 'claim';
  /** Rule or protocol, for what is inferred. */
  readonly rule: string | null;
  /** Worth at the day of each payment, summed; null where a price is missing. Micro-units. */
  readonly fiat: { readonly currency: string; readonly micro: UnitsText; readonly unpriced: number } | null;
  /** Of a bridge between two chains: what came out on the other side, in its own asset, and what joins the two. */
  readonly crossing?: FlowCrossing | undefined;
}

/** The other side of a bridge, in addition to the payment into it that its edge states. */
export interface FlowCrossing {
  readonly protocol: string;
  readonly certainty: 'proven' | 'stated' | 'likely';
  readonly asset: string;
  readonly amount: UnitsText;
  readonly tainted: UnitsText;
  readonly message: string | null;
  /** From the payment in to the payment out. */
  readonly seconds: number;
  readonly basis: string;
}

/** How amounts of an asset are written. Of a token: what its contract states about itself, hostile text where `isVerified` is false. */
export interface FlowAsset {
  /** Asset id, `btc` or `eth:0x…`. */
  readonly id: string;
  /** At most 60 characters; null where nobody says. */
  readonly symbol: string | null;
  /** Null: amounts are written in the smallest unit. */
  readonly decimals: number | null;
  readonly isVerified: boolean;
}

export interface FlowGraph {
  /** Every asset that a node or an edge names. */
  readonly assets: readonly FlowAsset[];
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

/** Node id of an address. */
export function addressNodeId(chain: ChainId, address: string): string {
  return `a:${chain}:${address}`;
}

export function transactionNodeId(chain: ChainId, txid: string): string {
  return `t:${chain}:${txid}`;
}
