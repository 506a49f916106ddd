import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { UnprovenReason } from '@trailmark/evidence/bundle/collect-accounts';
import type { UnplacedReason } from '@trailmark/evidence/bundle/collect-ledger';
import type { CustodyAct } from '@trailmark/evidence/bundle/custody-rows';
import type { FileSeed, TraceFile } from '@trailmark/evidence/bundle/trace-file';
import type { Contest } from '../casework/contested-claims.ts';
import type { FactDeclaration } from './declarations/agency-declarations.ts';

/** How amounts of an asset are written. */
export interface FactAsset {
  readonly symbol: string;
  readonly decimals: number;
  /** Ticker of the price table; null where it has no price. */
  readonly ticker: string | null;
}

export interface FactParty {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly basis: 'claim' | 'inference';
  readonly source: string;
  readonly asOf: string | null;
  readonly confidence: number;
  /** What a sanctions list states of the address, where the label is an entry of it: the confidence then says nothing. */
  readonly listing?: string | undefined;
  /** Member of the cluster that carries the label, where another address does. */
  readonly via?: string | undefined;
}

/** Where the row of a label is: in which pack, in which version of it. */
export interface FactOrigin {
  readonly pack: string;
  /** First 16 hex digits of SHA-256 over the bytes of the pack. */
  readonly packVersion: string;
  /** First 16 hex digits of SHA-256 over the pack's id and the content of the row. */
  readonly row: string;
}

export interface FactTransfer {
  readonly ref: string;
  readonly asset: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string;
  readonly tainted: string;
}

/** A step with what the trace file does not keep apart: members that only account chains have. */
export type FactStep = TraceFile['steps'][number] & {
  readonly hop: number;
  readonly transfers?: readonly FactTransfer[];
};
export type FactLeaf = TraceFile['leaves'][number] & {
  readonly hop: number;
  readonly height: number;
  readonly time: number;
  readonly detail: string;
  readonly party: FactParty | null;
};

/** A trace of a flow, run again when the report was composed. */
export interface FactTrace {
  /** `T-1`. */
  readonly id: string;
  readonly chain: string;
  readonly method: string;
  readonly direction: 'forward' | 'backward';
  readonly hash: string;
  /** Whether the log of the flow has this hash. */
  readonly isSame: boolean;
  readonly state: string;
  readonly asOf: {
    readonly height: number | null;
    readonly hash: string | null;
    readonly labels: string;
    readonly prices: string;
    readonly engine: string;
    readonly rules: string;
  };
  readonly file: TraceFile;
  readonly steps: readonly FactStep[];
  readonly leaves: readonly FactLeaf[];
  readonly seeds: readonly (FileSeed & {
    readonly address: string | null;
    readonly height: number;
    readonly time: number;
  })[];
  readonly gaps: readonly string[];
  readonly stops: Readonly<Record<string, unknown>>;
  /** The trace without what names its ends. */
  readonly bytes: Uint8Array;
  /** What names each leaf, in the order of the leaves: put back, it gives the text that the hash is of. */
  readonly parties: readonly Pick<FactLeaf, 'detail' | 'party'>[];
}

/** A pinned result that the report rests on. */
export interface FactItem {
  readonly id: string;
  readonly number: string;
  readonly kind: string;
  readonly kindName: string;
  readonly title: string;
  readonly note: string;
  readonly hash: string;
  readonly call: string;
  readonly method: string;
  readonly software: string;
  readonly pinnedBy: string;
  readonly pinnedAt: number;
  readonly content: unknown;
  readonly bytes: Uint8Array;
  readonly flow: FlowDocument | null;
  readonly traces: readonly FactTrace[];
}

export interface FactMoney {
  readonly kind: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly amount: string;
  readonly day: string;
  readonly place: string;
  readonly source: string;
}

/** One row of the price table. */
export interface FactPrice {
  readonly symbol: string;
  readonly day: string;
  readonly nano: string;
  readonly source: string;
}

/** A proof that two addresses are in one cluster, as the file that verifies offline. */
export interface FactCluster {
  /** `P-1`. */
  readonly id: string;
  readonly chain: string;
  readonly from: string;
  readonly to: string;
  readonly steps: number;
  readonly bytes: Uint8Array;
}

export interface FactUnproven {
  readonly chain: string;
  readonly count: number;
  readonly proven: number;
  /** Who was to give what the index does not have. */
  readonly by: 'node' | 'source';
  /** The others by the reason. */
  readonly gaps: readonly { readonly reason: UnprovenReason | UnplacedReason; readonly txids: readonly string[] }[];
}

/** A trace of the material by another method; null with the reason where it was not run. */
export interface FactAlternative {
  /** Id of the trace of the material. */
  readonly of: string;
  readonly method: string;
  readonly trace: FactTrace | null;
  readonly why: string | null;
}

/** Everything a report is composed from: read once, so that the same facts give the same report. */
export interface ReportFacts {
  readonly case: {
    readonly id: string;
    readonly number: string;
    readonly title: string;
    readonly reference: string | null;
  };
  readonly agency: string;
  /** Names of people of the agency and of the case: what a copy may have to leave out. */
  readonly colleagues: readonly string[];
  readonly declaration: FactDeclaration;
  readonly software: string;
  /** Seconds since 1970 UTC. */
  readonly at: number;
  readonly money: readonly FactMoney[];
  readonly items: readonly FactItem[];
  readonly custody: readonly CustodyAct[];
  readonly alternatives: readonly FactAlternative[];
  readonly clusters: readonly FactCluster[];
  /** What the agency states against claims that name addresses, by `placeKey` of the address. */
  readonly contests: ReadonlyMap<string, Contest>;
  /** Where the blocks of a chain come from, by chain: a node, block files, a bundled set. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
  /** Rows of the labels that name the ends of traces, by `placeKey` of the address. */
  readonly origins: ReadonlyMap<string, FactOrigin>;
  assetOf(chain: string, asset: string): FactAsset;
  priceOf(ticker: string, day: string): FactPrice | undefined;
  /** Where the index has the bytes and the block of an output: what can be proven. */
  outputOf(chain: string, txid: string, vout: number): { readonly height: number; readonly time: number } | undefined;
  /** Which event of a proven transaction says what an index has of a transfer: null is what the transaction itself paid. */
  transferOf(
    chain: string,
    transfer: Pick<FactTransfer, 'ref' | 'asset' | 'from' | 'to' | 'amount'>,
  ): { readonly log: number | null; readonly height: number; readonly time: number } | undefined;
  /** Raw transactions, paths and headers by path. */
  readonly ledgerFiles: ReadonlyMap<string, Uint8Array>;
  /** Transactions that nothing in the bundle proves, by chain. */
  readonly unproven: readonly FactUnproven[];
}

/** Every trace that a bundle has: of the material, and by other methods. */
export function listTraces({ items, alternatives }: Pick<ReportFacts, 'items' | 'alternatives'>): readonly FactTrace[] {
  return [...items.flatMap(({ traces }) => traces), ...alternatives.flatMap(({ trace }) => trace ?? [])];
}
