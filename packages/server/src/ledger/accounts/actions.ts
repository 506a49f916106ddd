import { findActions } from '@trailmark/analysis/protocols/catalogue';
import type { ProtocolActionAnswer } from '@trailmark/api/contract/ledger-wire';
import type { AccountLog } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import type { Position } from '@trailmark/core/position';
import type { ActionAmount, ProtocolAction } from '@trailmark/core/protocol-action';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledgers.ts';
import type { AccountView } from './account-view.ts';

/** A transaction with more moves than these is reported without actions: half of one would be reported wrongly. */
const MOST_MOVES = 500;

/** What protocols did in the transactions of a page, and everything it was read from. */
export interface PageActions {
  readonly actions: ReadonlyMap<Position, readonly ProtocolAction[]>;
  readonly records: ReadonlyMap<Position, AccountTransactionRecord>;
  readonly moves: ReadonlyMap<Position, readonly StoredMove[]>;
}

/** Records, moves and logs of a page's transactions, one store query each, and what known protocols did in them. */
export async function readActions(
  { id, reader }: ServedAccounts,
  positions: readonly Position[],
  read: ReadOptions,
): Promise<PageActions> {
  const [found, moves, logs] = await Promise.all([
    reader.transactions(positions, read),
    reader.movesOf(positions, MOST_MOVES, read),
    reader.logsOf(positions, read),
  ]);
  const records = new Map<Position, AccountTransactionRecord>();
  const actions = new Map<Position, readonly ProtocolAction[]>();
  for (const transaction of found) {
    if (!transaction) continue;
    const { position } = transaction;
    records.set(position, transaction);
    const own = moves.get(position) ?? [];
    if (own.length >= MOST_MOVES) continue;
    const input = { chain: id, transaction, moves: own, logs: logs.get(position) ?? ([] as AccountLog[]) };
    actions.set(position, findActions(input));
  }
  return { actions, records, moves };
}

function toAmount(view: AccountView, { asset, amount, tokenId }: ActionAmount): ProtocolActionAnswer['given'][number] {
  return { asset: view.assets.refer(asset), amount, tokenId: tokenId ?? null };
}

/** An action as it is answered. */
export function toAction(view: AccountView, action: ProtocolAction): ProtocolActionAnswer {
  const { counterpart } = action;
  const list = (amounts: readonly ActionAmount[]) => amounts.map((amount) => toAmount(view, amount));
  return {
    kind: action.kind,
    rule: action.rule,
    protocol: action.protocol,
    account: action.account === undefined ? null : view.address(action.account),
    given: list(action.given),
    got: list(action.got),
    about: list(action.about),
    parties: action.parties.map(({ role, address }) => ({ role, address: view.address(address) ?? '' })),
    counterpart: counterpart
      ? {
          network: counterpart.network ?? null,
          address: counterpart.address ?? null,
          message: counterpart.message ?? null,
          certainty: counterpart.certainty,
        }
      : null,
    evidence: [...action.evidence],
    note: action.note,
  };
}

/** Assets that actions name. */
export function* assetsOfActions(actions: Iterable<readonly ProtocolAction[]>): Generator<string> {
  for (const list of actions)
    for (const { given, got, about } of list) for (const { asset } of [...given, ...got, ...about]) yield asset;
}
