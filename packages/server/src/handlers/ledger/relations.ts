import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import type { CounterpartyTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import { toEnvelope } from '../../ledger/answer.ts';
import { coinOf, refuseForeignFilter } from '../../ledger/coin.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { toEntry } from '../../ledger/outputs/history-row.ts';
import { type NamedOwner, readOwner } from '../../ledger/outputs/owner-input.ts';
import { isSameOwner } from '../../ledger/outputs/same-owner.ts';

type CounterpartyRow = OfFamily<RouteOutput<Contract['listAddressCounterparties']>, 'outputs'>['items'][number];
type LinkRow = OfFamily<RouteOutput<Contract['listAddressLinks']>, 'outputs'>['items'][number];

function toCounterpartyRow(ledger: ServedOutputs, totals: CounterpartyTotals): CounterpartyRow {
  const { chain, reader } = ledger;
  const asset = coinOf(ledger);
  const [firstHeight, lastHeight] = [positionHeight(totals.firstPosition), positionHeight(totals.lastPosition)];
  return {
    address: formatOwner(chain, totals.owner),
    asset,
    scriptType: totals.owner.type,
    sentTo: totals.sentTo,
    receivedFrom: totals.receivedFrom,
    count: totals.transactionCount,
    transactionCount: totals.transactionCount,
    firstHeight,
    lastHeight,
    firstTime: reader.block(firstHeight)?.time ?? 0,
    firstTimeEstimated: reader.block(firstHeight)?.timeEstimated ?? false,
    lastTime: reader.block(lastHeight)?.time ?? 0,
    lastTimeEstimated: reader.block(lastHeight)?.timeEstimated ?? false,
  };
}

function takesPart(
  sides: readonly { readonly owner: NamedOwner['owner'] | undefined }[],
  { owner }: NamedOwner,
): boolean {
  return sides.some((side) => side.owner !== undefined && isSameOwner(side.owner, owner));
}

/** How two addresses meet in one transaction, by who funds it. */
function toRelation(record: TransactionRecord, a: NamedOwner, b: NamedOwner): LinkRow['relation'] {
  const [aFunds, bFunds] = [takesPart(record.inputs, a), takesPart(record.inputs, b)];
  const [aGets, bGets] = [takesPart(record.outputs, a), takesPart(record.outputs, b)];
  if (aFunds && bFunds) return aGets || bGets ? 'mixed' : 'co-spends';
  if (aFunds) return 'pays';
  return bFunds ? 'paid-by' : 'co-receives';
}

function toLinkRow(
  { reader }: ServedOutputs,
  record: TransactionRecord | undefined,
  a: NamedOwner,
  b: NamedOwner,
): LinkRow {
  if (!record)
    throw new AppError('inconsistent', 'The index lists a transaction between two addresses that it does not hold.');
  const height = positionHeight(record.position);
  const block = reader.block(height);
  const [ofA, ofB] = [toEntry(record, a.owner), toEntry(record, b.owner)];
  return {
    txid: record.txid,
    hash: record.txid,
    height,
    time: block?.time ?? 0,
    timeEstimated: block?.timeEstimated ?? false,
    address: { sent: ofA.sent, received: ofA.received },
    other: { sent: ofB.sent, received: ofB.received },
    relation: toRelation(record, a, b),
  };
}

/** Who an address deals with, and every transaction two addresses share. */
export function createRelationHandlers(
  ledgers: Ledgers,
): Pick<LedgerAnswers<'outputs'>, 'listAddressCounterparties' | 'listAddressLinks'> {
  return {
    async listAddressCounterparties({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readOwner(ledger, params.address);
      refuseForeignFilter(ledger, query);
      const key = listKey(['counterparties', ledger.id, self.id, query.sort]);
      const offset = decodeCursor(key, query.cursor, 1)?.[0] ?? 0;
      const { sort, limit } = query;
      const { items, total } = await ledger.reader.counterparties(self.owner, { sort, offset, limit }, read);
      const end = offset + items.length;
      return {
        ...toEnvelope(ledger),
        items: items.map((totals) => toCounterpartyRow(ledger, totals)),
        total,
        next: items.length > 0 && end < total ? encodeCursor(key, [end]) : null,
      };
    },

    async listAddressLinks({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const [a, b] = [readOwner(ledger, params.address), readOwner(ledger, params.other)];
      if (a.id === b.id) throw new AppError('invalid', 'Two different addresses are needed; both name the same one.');
      const key = listKey(['links', ledger.id, a.id, b.id]);
      const before = decodeCursor(key, query.cursor, 1)?.[0];
      const found = await ledger.reader.links(a.owner, b.owner, { before, limit: query.limit + 1 }, read);
      const positions = found.slice(0, query.limit);
      const records = await ledger.reader.records(positions, read);
      const last = found.length > query.limit ? positions.at(-1) : undefined;
      return {
        ...toEnvelope(ledger),
        items: records.map((record) => toLinkRow(ledger, record, a, b)),
        next: last === undefined ? null : encodeCursor(key, [last]),
      };
    },
  };
}
