import { AppError } from '@trailmark/core/errors';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import { toEnvelope } from '../../ledger/answer.ts';
import { refuseSame } from '../../ledger/any-chain.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { toEntry } from '../../ledger/outputs/history-row.ts';
import { type NamedOwner, readOwner } from '../../ledger/outputs/owner-input.ts';
import { isSameOwner } from '../../ledger/outputs/same-owner.ts';
import type { LedgerGroup, Row } from './ledger-group.ts';

type LinkRow = Row<'listAddressLinks', 'outputs'>;

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

/** Every transaction two addresses share. */
export function createOutputLinkGroup(): Pick<LedgerGroup<'outputs'>, 'listAddressLinks'> {
  return {
    listAddressLinks(ledger, { params }) {
      const [a, b] = [readOwner(ledger, params.address), readOwner(ledger, params.other)];
      refuseSame(a.id, b.id);
      return {
        key: ['links', ledger.id, a.id, b.id],
        placeLength: 1,
        async readPage([before] = [], limit, read) {
          const found = await ledger.reader.links(a.owner, b.owner, { before, limit: limit + 1 }, read);
          const positions = found.slice(0, limit);
          const records = await ledger.reader.records(positions, read);
          const items = records.map((record) => toLinkRow(ledger, record, a, b));
          return {
            page: { ...toEnvelope(ledger), items },
            next: found.length > limit ? positions.slice(-1) : undefined,
          };
        },
      };
    },
  };
}
