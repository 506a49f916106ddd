import type { AccountHistoryFilter, MovePlace, StoredMove } from '@trailmark/core/account-ledger';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { readAccount } from '../../ledger/accounts/account-input.ts';
import { refuseSame } from '../../ledger/any-chain.ts';
import type { ServedAccounts, ServedOutputs } from '../../ledger/ledgers.ts';
import { readOwner } from '../../ledger/outputs/owner-input.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import type { LinkBody, Linked } from './graph-expansion.ts';
import { drawMoves, isPayment, readHashes } from './graph-moves.ts';
import { drawRecord, isOwnedBy, partsOf, type RecordPart, readNamedRecords } from './graph-records.ts';
import { openAccountGraph, openOutputGraph } from './graph-scope.ts';

/** Payments between two addresses that are counted at most. */
const MOST_COUNTED = 20_000;
const PAGE = 1_000;

type Test = (part: RecordPart) => boolean;

function isPaid(parts: readonly RecordPart[], payer: Test, payee: Test): boolean {
  const has = (side: RecordPart['side'], test: Test): boolean => parts.some((part) => part.side === side && test(part));
  return has('input', payer) && has('output', payee);
}

/** Every transaction in which one of two addresses pays the other, newest first. */
export async function linkOutputs(
  deps: TraceDeps,
  ledger: ServedOutputs,
  { a, b, limit }: LinkBody,
  read: ReadOptions,
): Promise<Linked> {
  const scope = await openOutputGraph(deps, ledger, read);
  const [first, second] = [readOwner(scope.ledger, a), readOwner(scope.ledger, b)];
  refuseSame(first.id, second.id);
  const [ofFirst, ofSecond] = [isOwnedBy(first.owner), isOwnedBy(second.owner)];
  scope.builder.address(first.address);
  scope.builder.address(second.address);
  let [total, seen, before] = [0, 0, undefined as Position | undefined];
  for (;;) {
    const positions = await scope.ledger.reader.links(first.owner, second.owner, { before, limit: PAGE }, read);
    const { records, txids } = await readNamedRecords(scope, positions);
    for (const record of records) {
      const parts = partsOf(record, txids);
      const [there, back] = [isPaid(parts, ofFirst, ofSecond), isPaid(parts, ofSecond, ofFirst)];
      if (!there && !back) continue;
      total++;
      if (total > limit) continue;
      drawRecord(scope, record, parts, { isDrawn: (part) => ofFirst(part) || ofSecond(part) });
    }
    seen += positions.length;
    before = positions.at(-1);
    if (positions.length < PAGE || seen >= MOST_COUNTED)
      return { scope, total, isCut: total > limit || positions.length === PAGE };
  }
}

/** Every transfer between two addresses of an account chain, of any asset, oldest first. */
export async function linkAccounts(
  deps: TraceDeps,
  ledger: ServedAccounts,
  { a, b, limit }: LinkBody,
  read: ReadOptions,
): Promise<Linked> {
  const [first, second] = [readAccount(ledger, a), readAccount(ledger, b)];
  refuseSame(first.key, second.key);
  const filter: AccountHistoryFilter = { order: 'oldest', counterparty: second.key, withoutZero: true };
  const drawn: StoredMove[] = [];
  let [total, seen, after] = [0, 0, undefined as MovePlace | undefined];
  let isWhole = false;
  while (!isWhole && seen < MOST_COUNTED) {
    const moves = await ledger.reader.moves(first.key, filter, { after, limit: PAGE }, read);
    const payments = moves.filter(isPayment);
    total += payments.length;
    drawn.push(...payments.slice(0, Math.max(0, limit - drawn.length)));
    seen += moves.length;
    after = moves.at(-1);
    isWhole = moves.length < PAGE;
  }
  const scope = await openAccountGraph(deps, ledger, new Set(drawn.map(({ asset }) => asset)), read);
  scope.builder.address(first.address);
  scope.builder.address(second.address);
  drawMoves(scope, drawn, await readHashes(scope, drawn));
  return { scope, total, isCut: total > drawn.length || !isWhole };
}
