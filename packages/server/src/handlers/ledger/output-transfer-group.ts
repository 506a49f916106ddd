import type { TransferRow } from '@trailmark/api/contract/ledger-wire';
import type { Gap } from '@trailmark/api/wire';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { TransferPlace } from '@trailmark/core/ledger';
import type { HistoryFilter, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatPlural } from '../../answers/format-count.ts';
import { findTransferPlace, placeOfTransfer } from '../../answers/paged-list.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createPricer, type Pricer } from '../../knowledge/prices/pricer.ts';
import { spanOf, toEnvelope } from '../../ledger/answer.ts';
import { coinOf } from '../../ledger/coin.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { filterKey, type NamedOwner, readHistoryFilter, readOwner } from '../../ledger/outputs/owner-input.ts';
import { isSameOwner } from '../../ledger/outputs/same-owner.ts';
import type { LedgerGroup } from './ledger-group.ts';

/** Pages of history that one page of transfers is looked for in: a filter may hide almost all. */
const MOST_PAGES = 20;

/** One output to an owner, or one of its outputs spent. `slot` orders them within the transaction: inputs, then outputs. */
interface Part {
  readonly slot: number;
  readonly kind: 'input' | 'output';
  readonly index: number;
  readonly amount: bigint | undefined;
}

function listParts({ inputs, outputs }: TransactionRecord, self: Owner): Part[] {
  const isOwn = (owner: Owner | undefined): boolean => owner !== undefined && isSameOwner(owner, self);
  const spent = inputs.flatMap(({ owner, value }, index): Part[] =>
    isOwn(owner) ? [{ slot: index, kind: 'input', index, amount: value }] : [],
  );
  const paid = outputs.flatMap(({ owner, value }, index): Part[] =>
    isOwn(owner) ? [{ slot: inputs.length + index, kind: 'output', index, amount: value }] : [],
  );
  return [...spent, ...paid];
}

/** The one owner of a side of a transaction; undefined where there are several, or one that is not known. */
function onlyOwner(sides: readonly { readonly owner: Owner | undefined }[]): Owner | undefined {
  const [first] = sides;
  if (!first?.owner) return undefined;
  const id = ownerId(first.owner);
  return sides.every(({ owner }) => owner !== undefined && ownerId(owner) === id) ? first.owner : undefined;
}

interface Ground {
  readonly ledger: ServedOutputs;
  readonly self: NamedOwner;
  readonly pricer: Pricer;
}

function toTransferRow(
  { ledger, self, pricer }: Ground,
  record: TransactionRecord,
  { kind, index }: Part,
  amount: bigint,
): TransferRow {
  const height = positionHeight(record.position);
  const block = ledger.reader.block(height);
  const other = onlyOwner(kind === 'output' ? record.inputs : record.outputs);
  const party = other ? formatOwner(ledger.chain, other) : null;
  const at = { time: block?.time ?? 0, timeEstimated: block?.timeEstimated ?? false };
  return {
    kind,
    asset: coinOf(ledger),
    from: kind === 'output' ? party : self.address,
    to: kind === 'output' ? self.address : party,
    amount,
    tokenId: null,
    logIndex: null,
    tracePath: null,
    direction: kind === 'output' ? 'in' : 'out',
    flags: [],
    folded: null,
    fiat: pricer.value(amount, at),
    outputIndex: index,
    hash: record.txid,
    height,
    ...at,
    // The parts of one transaction have no order among themselves, so there is no balance between two of them.
    runningBalance: null,
  };
}

interface TransfersRequest extends Ground {
  readonly filter: HistoryFilter;
  readonly after: TransferPlace | undefined;
  readonly limit: number;
}

interface TransfersPage {
  readonly rows: readonly TransferRow[];
  readonly next: TransferPlace | undefined;
  readonly gaps: readonly Gap[];
}

/** Whether a part passes the filter that the history applies to whole transactions. */
function passes(filter: HistoryFilter, { kind, amount }: Part): boolean {
  const { direction, minAmount, maxAmount } = filter;
  if (direction !== undefined && direction !== 'self' && (direction === 'in') !== (kind === 'output')) return false;
  if (amount === undefined) return true;
  return (minAmount === undefined || amount >= minAmount) && (maxAmount === undefined || amount <= maxAmount);
}

function gap(kind: Gap['kind'], message: string, count: number | null): Gap {
  return { kind, message, fromHeight: null, toHeight: null, count };
}

function toGaps(unknown: number, isStopped: boolean): Gap[] {
  const gaps: Gap[] = [];
  if (unknown > 0) {
    const subject = formatPlural(unknown, 'input spends an output', 'inputs spend outputs');
    gaps.push(gap('previous-output-unknown', `${subject} that this index does not have: not listed.`, unknown));
  }
  if (isStopped)
    gaps.push(gap('stopped-early', 'Few transfers pass this filter. The next page continues from here.', null));
  return gaps;
}

/** The transactions after a place in the order of the filter, the one of the place included: some of its parts may be left. */
async function readRecords(
  { ledger, self, filter, limit }: TransfersRequest,
  after: TransferPlace | undefined,
  read: ReadOptions,
): Promise<readonly TransactionRecord[]> {
  const { order, fromHeight, toHeight, fromTime, toTime, counterparty, direction } = filter;
  const whole = {
    ...{ order, fromHeight, toHeight, fromTime, toTime },
    counterparty: counterparty && ownerId(counterparty),
  };
  const from = after && (order === 'newest' ? after.position + 1 : after.position - 1);
  const entries = await ledger.transfers.history(
    self.id,
    direction === 'self' ? { ...whole, direction } : whole,
    { after: from, limit: limit + 2 },
    read,
  );
  const records = await ledger.reader.records(
    entries.map(({ position }) => position),
    read,
  );
  return records.flatMap((record) => record ?? []);
}

interface Found {
  readonly record: TransactionRecord;
  readonly part: Part;
}

/** Parts of a transaction after a place, in the order of the filter. */
function partsAfter(
  { filter, self }: TransfersRequest,
  record: TransactionRecord,
  place: TransferPlace | undefined,
): readonly Part[] {
  const isNewest = filter.order === 'newest';
  const parts = listParts(record, self.owner);
  const ordered = isNewest ? parts.reverse() : parts;
  if (place?.position !== record.position) return ordered;
  return ordered.filter(({ slot }) => (isNewest ? slot < place.slot : slot > place.slot));
}

/** Parts that pass the filter after a place; between two pages of history, the place that was reached. */
async function* findParts(request: TransfersRequest, read: ReadOptions): AsyncGenerator<Found | TransferPlace> {
  let place = request.after;
  for (;;) {
    const records = await readRecords(request, place, read);
    for (const record of records) {
      for (const part of partsAfter(request, record, place)) {
        if (passes(request.filter, part)) yield { record, part };
        place = { position: record.position, slot: part.slot };
      }
    }
    if (!place || records.length < request.limit + 2) return;
    yield place;
  }
}

/** A page of outputs received and outputs spent, one per row. */
async function readTransfers(request: TransfersRequest, read: ReadOptions): Promise<TransfersPage> {
  const rows: TransferRow[] = [];
  let last: TransferPlace | undefined;
  let [unknown, pages] = [0, 0];
  for await (const found of findParts(request, read)) {
    if (!('part' in found)) {
      pages++;
      if (pages === MOST_PAGES) return { rows, next: found, gaps: toGaps(unknown, true) };
      continue;
    }
    const { record, part } = found;
    if (rows.length === request.limit) return { rows, next: last, gaps: toGaps(unknown, false) };
    last = { position: record.position, slot: part.slot };
    if (part.amount === undefined) unknown++;
    else rows.push(toTransferRow(request, record, part, part.amount));
  }
  return { rows, next: undefined, gaps: toGaps(unknown, false) };
}

/** Single transfers of an address of a chain of outputs. */
export function createOutputTransferGroup(knowledge: Knowledge): Pick<LedgerGroup<'outputs'>, 'listAddressTransfers'> {
  return {
    listAddressTransfers(ledger, { params, query }) {
      const self = readOwner(ledger, params.address);
      const filter = readHistoryFilter(ledger, query);
      return {
        key: ['transfers', ledger.id, self.id, filterKey(filter)],
        placeLength: 2,
        async readPage(place, limit, read) {
          const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
          const after = findTransferPlace(place);
          const { rows, next, gaps } = await readTransfers({ ledger, self, filter, pricer, after, limit }, read);
          const prices = { version: pricer.version };
          return {
            page: { ...toEnvelope(ledger, gaps, spanOf(rows)), prices, items: [...rows] },
            next: placeOfTransfer(next),
          };
        },
      };
    },
  };
}
