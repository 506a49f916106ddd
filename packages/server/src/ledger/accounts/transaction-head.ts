import { methodName } from '@trailmark/analysis/protocols/catalogue';
import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import { HAS_CALL } from '@trailmark/core/account-block';
import type { AccountTransactionRecord } from '@trailmark/core/account-ledger';
import { type Position, positionHeight, positionIndex } from '@trailmark/core/position';
import type { AccountView } from './account-view.ts';
import { toConfirmations } from './tips.ts';

/** The fields with which a transaction is listed anywhere. */
export type TransactionHead = Omit<
  AccountHistoryRow,
  'paysFee' | 'moves' | 'moveCount' | 'net' | 'changes' | 'counterparties' | 'counterpartyCount' | 'actions' | 'folded'
>;

const SELECTOR_BYTES = 4;

function toMethod({ input, inputLength, to }: AccountTransactionRecord): TransactionHead['method'] {
  if (inputLength < SELECTOR_BYTES || to === '') return null;
  const selector = input.slice(0, 2 * SELECTOR_BYTES);
  return { selector, name: methodName(selector) ?? null };
}

/** A transaction of which only transfers are known states nothing: its zeroes are not facts. */
export function holdsCall({ holds }: Pick<AccountTransactionRecord, 'holds'>): boolean {
  return (holds & HAS_CALL) !== 0;
}

type OwnFields = Omit<TransactionHead, 'height' | 'index' | 'time' | 'timeEstimated' | 'confirmations' | 'finality'>;

/** What a block itself moves has no hash, no sender and no fee. */
const BLOCK_ITSELF: OwnFields = {
  hash: null,
  indexEstimated: false,
  status: 'ok',
  from: null,
  to: null,
  created: null,
  value: null,
  fee: null,
  feePayer: null,
  method: null,
};

function toOwnFields(view: AccountView, record: AccountTransactionRecord): OwnFields {
  return {
    hash: record.hash,
    indexEstimated: record.indexEstimated,
    status: record.status,
    from: view.address(record.from),
    to: view.address(record.to),
    created: view.address(record.created),
    value: holdsCall(record) || record.value > 0n ? record.value : null,
    fee: record.fee ?? null,
    feePayer: view.address(record.feePayer),
    method: toMethod(record),
  };
}

/** Head of a transaction; without a record, of what the block at the position moves on its own. */
export function toTransactionHead(
  view: AccountView,
  position: Position,
  record: AccountTransactionRecord | undefined,
): TransactionHead {
  const height = positionHeight(position);
  return {
    ...(record ? toOwnFields(view, record) : BLOCK_ITSELF),
    height,
    index: positionIndex(position),
    ...view.moment(height),
    ...toConfirmations(view.ledger, height),
  };
}
