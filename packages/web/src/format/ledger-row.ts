import type { AccountHistoryRow, OutputHistoryRow } from '@trailmark/api/contract/history';
import type { OutputChainId } from '@trailmark/core/chain';
import { findOtherSides, listRowNet, type OtherSides, type RowNet } from './account-row.ts';
import { findDirection, type RowDirection } from './account-words.ts';
import { coinOf } from './coin-of.ts';
import { formatFlag } from './words.ts';

/** Why no other side is listed: newly mined coins have none, the index may not know it, or there is none to know. */
export type NoOtherSide = 'mined' | 'unknown' | 'none';

/** One line of an address's history, the same on every chain. */
interface RowFacts {
  /** Unique in a history: a transaction mined twice is at two heights, and what a block paid itself has no hash. */
  readonly id: string;
  /** Null: the block itself paid. */
  readonly hash: string | null;
  /** Null while unconfirmed. */
  readonly height: number | null;
  readonly time: number | null;
  readonly timeEstimated: boolean;
  readonly direction: RowDirection;
  readonly status: AccountHistoryRow['status'];
  readonly finality: AccountHistoryRow['finality'];
  readonly others: OtherSides;
  readonly noOther: NoOtherSide;
  /** Contract that the transaction created. */
  readonly created: string | null;
  /** Net change by asset; null: more moved than is listed. */
  readonly net: readonly RowNet[] | null;
  /** Of the coin, in history order; null where it is not known. */
  readonly runningBalance: bigint | null;
  readonly fee: bigint | null;
  /** False where no fee of this row concerns the address. */
  readonly paysFee: boolean;
  /** In words. */
  readonly flags: readonly string[];
  readonly actions: AccountHistoryRow['actions'];
  readonly method: AccountHistoryRow['method'];
  /** Why the row is noise; null: it is not. */
  readonly folded: string | null;
  /** Addresses on the other side that are listed, and those of single transfers, which an opened row shows. */
  readonly parties: readonly string[];
  readonly moved: readonly string[];
}

export type OutputRow = RowFacts & { readonly family: 'outputs'; readonly source: OutputHistoryRow };
export type AccountRow = RowFacts & { readonly family: 'accounts'; readonly source: AccountHistoryRow };
export type LedgerRow = OutputRow | AccountRow;

function listParties({ counterparties }: Pick<OutputHistoryRow, 'counterparties'>): readonly string[] {
  return counterparties.map(({ address }) => address);
}

/** A line of a chain of outputs: one asset, the coin. */
export function fromOutputRow(chain: OutputChainId, row: OutputHistoryRow): OutputRow {
  const { txid, height, direction, isCoinbase, net, fiat, counterparties, counterpartyCount, flags } = row;
  const noOther = isCoinbase && direction === 'in' ? 'mined' : direction === 'self' ? 'none' : 'unknown';
  return {
    family: 'outputs',
    source: row,
    id: `${txid}:${height ?? 'unconfirmed'}`,
    hash: txid,
    height,
    time: row.time,
    timeEstimated: row.timeEstimated,
    direction,
    status: 'ok',
    finality: 'final',
    others: { first: noOther === 'mined' ? undefined : counterparties[0]?.address, count: counterpartyCount },
    noOther,
    created: null,
    net: [{ asset: coinOf(chain), amount: net, tokenId: null, fiat }],
    runningBalance: row.runningBalance,
    fee: row.fee,
    paysFee: !isCoinbase,
    flags: flags.map(formatFlag),
    actions: [],
    method: null,
    folded: flags.includes('dust') ? 'dust' : null,
    parties: listParties(row),
    moved: [],
  };
}

/** A line of a chain of accounts: any number of assets, and what was called. */
export function fromAccountRow(row: AccountHistoryRow): AccountRow {
  const { hash, height, index, moves } = row;
  return {
    family: 'accounts',
    source: row,
    id: hash ?? `${height}:${index}`,
    hash,
    height,
    time: row.time,
    timeEstimated: row.timeEstimated,
    direction: findDirection(row),
    status: row.status,
    finality: row.finality,
    others: findOtherSides(row),
    noOther: 'none',
    created: row.created,
    net: listRowNet(row),
    runningBalance: null,
    fee: row.fee,
    paysFee: row.paysFee,
    flags: [],
    actions: row.actions,
    method: row.method,
    folded: row.folded,
    parties: listParties(row),
    moved: moves.flatMap(({ from, to }) => [from, to]).filter((address) => address !== null),
  };
}
