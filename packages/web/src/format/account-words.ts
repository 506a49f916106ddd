import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import type { AccountMove, TransferRow } from '@trailmark/api/contract/ledger-wire';
import type { MoveKind } from '@trailmark/core/account-block';
import type { ChainId } from '@trailmark/core/chain';
import type { MoveFlag } from '@trailmark/core/move-flag';
import type { ActionKind } from '@trailmark/core/protocol-action';
import { traitsOf } from './chain-traits.ts';

const KIND_WORDS: Readonly<Record<TransferRow['kind'], string>> = {
  native: 'call',
  internal: 'internal',
  fee: 'fee',
  tip: 'tip to the producer',
  reward: 'block reward',
  withdrawal: 'validator withdrawal',
  genesis: 'first block',
  destroyed: 'destroyed',
  token: 'token',
  nft: 'NFT',
  'multi-token': 'multi-token',
  trc10: 'TRC-10',
  stated: 'stated',
  output: 'output',
  input: 'input',
};

/** What moved an amount: "internal", "token". On TRON coins move by contracts of the system, which are no calls. */
export function formatMoveKind(kind: TransferRow['kind'], chain?: ChainId): string {
  return kind === 'native' && chain === 'trx' ? 'transfer' : KIND_WORDS[kind];
}

const FLAG_WORDS: Readonly<Record<MoveFlag, string>> = {
  'zero-value': 'zero value',
  spoofed: 'spoofed',
  'look-alike': 'look-alike address',
  imitation: 'imitation',
  'unverified-token': 'unverified token',
  dust: 'dust',
  wrap: 'wrap',
  stake: 'stake',
  'order-unknown': 'order not known',
};

export function formatMoveFlag(flag: MoveFlag): string {
  return FLAG_WORDS[flag];
}

const ACTION_WORDS: Readonly<Record<ActionKind, string>> = {
  swap: 'Swap',
  'bridge-out': 'Bridge out',
  'bridge-in': 'Bridge in',
  wrap: 'Wrap',
  unwrap: 'Unwrap',
  'mixer-deposit': 'Mixer deposit',
  'mixer-withdrawal': 'Mixer withdrawal',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
  'destroy-frozen': 'Frozen funds destroyed',
  approval: 'Approval',
  'nft-sale': 'NFT sale',
  'nft-loan': 'NFT loan',
};

export function formatAction(kind: ActionKind): string {
  return ACTION_WORDS[kind];
}

/** A hash as people write it: with 0x where the chain is an EVM chain. */
export function formatHash(chain: ChainId, hash: string): string {
  return `${traitsOf(chain).hashPrefix}${hash}`;
}

/** A hash as the server takes it, from either spelling. */
export function readHash(text: string): string {
  return text.replace(/^0x/i, '').toLowerCase();
}

/** The identifier of a search hit as people write it. */
export function formatHitId(hit: { readonly kind: string; readonly chain: ChainId; readonly id: string }): string {
  const isHash = /^[0-9a-f]{64}$/.test(hit.id);
  return isHash ? formatHash(hit.chain, hit.id) : hit.id;
}

/**
 * Words for a missing sender and a missing recipient. A table of sales leaves out parties that it does not know, so
 * next to a stated value nobody is not nothing.
 */
export function formatNobody(
  kind: MoveKind,
  moves: readonly Pick<AccountMove, 'kind'>[],
): readonly [sender: string, recipient: string] {
  if (kind === 'fee') return ['created', 'to nobody who is named'];
  const isTold = kind === 'stated' || (kind === 'nft' && moves.some((move) => move.kind === 'stated'));
  return isTold
    ? ['somebody the table does not name', 'to somebody the table does not name']
    : ['created', 'destroyed'];
}

export type RowDirection = 'in' | 'out' | 'self' | 'both';

/** Fees say nothing about which way a payment went. */
const COSTS: ReadonlySet<MoveKind> = new Set(['fee', 'tip']);

/** Which way value went in a transaction, seen from one address: what it did if nothing moved. */
export function findDirection({ moves, paysFee }: Pick<AccountHistoryRow, 'moves' | 'paysFee'>): RowDirection {
  const seen = new Set(
    moves.flatMap(({ kind, direction, amount }) =>
      COSTS.has(kind) || direction === null || amount === 0n ? [] : [direction],
    ),
  );
  if (seen.has('in') && seen.has('out')) return 'both';
  if (seen.has('in')) return 'in';
  if (seen.has('out')) return 'out';
  if (seen.has('self')) return 'self';
  return paysFee || moves.some(({ direction }) => direction === 'out') ? 'out' : 'in';
}

export const MOVE_GROUPS = ['Call', 'Internal', 'Tokens', 'Block', 'Stated by a table', 'Fee'] as const;
export type MoveGroup = (typeof MOVE_GROUPS)[number];

const GROUP_OF: Readonly<Record<MoveKind, MoveGroup>> = {
  native: 'Call',
  internal: 'Internal',
  destroyed: 'Internal',
  token: 'Tokens',
  nft: 'Tokens',
  'multi-token': 'Tokens',
  trc10: 'Tokens',
  reward: 'Block',
  withdrawal: 'Block',
  genesis: 'Block',
  stated: 'Stated by a table',
  fee: 'Fee',
  tip: 'Fee',
};

/** The heading of a group on a chain. */
export function formatMoveGroup(group: MoveGroup, chain: ChainId): string {
  return group === 'Call' && chain === 'trx' ? 'Transfer' : group;
}

/** Moves by what carried them, each group in the declared order; empty groups are left out. */
export function groupMoves(
  moves: readonly AccountMove[],
): readonly { readonly group: MoveGroup; readonly moves: readonly AccountMove[] }[] {
  return MOVE_GROUPS.map((group) => ({ group, moves: moves.filter(({ kind }) => GROUP_OF[kind] === group) })).filter(
    (each) => each.moves.length > 0,
  );
}

/** Why the value of a transaction is not known. */
export const NO_CALL = 'Transfers of this transaction are indexed, the call itself is not.';

type Call = Pick<AccountHistoryRow, 'to' | 'created' | 'value'>;

/** What to say where a transaction names no recipient: a creation, nobody, or a call that is not indexed. */
export function describeNoRecipient(chain: ChainId, { created, value }: Call): string {
  if (value === null) return 'not known';
  return chain === 'trx' && created === null ? 'nobody' : 'creates a contract';
}
