import { NATIVE_ASSET } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import type { HistoryFilter } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { type NamedOwner, readOwner } from '../../ledger/outputs/owner-input.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import type { ExpandBody, Expanded } from './graph-expansion.ts';
import { drawRecord, isOwnedBy, largestParts, partsOf, type RecordPart, readNamedRecords } from './graph-records.ts';
import { type OutputGraphScope, openOutputGraph } from './graph-scope.ts';
import { type Candidate, PassingWindow } from './graph-window.ts';

/** Entries of a history read in one query. */
const PAGE = 10_000;
/** Entries of a history that are passed at most. */
const MOST_ENTRIES = 3_000_000;
/** Payments on the far side of one transaction that are drawn. */
const PARTS_DRAWN = 40;
const PARTS_OF_ALL = 3_000;

function remainderOf(rest: { readonly restCount: number; readonly restAmount: bigint }): Expanded['remainder'] {
  return rest.restCount === 0 ? null : { count: rest.restCount, amount: rest.restAmount, asset: NATIVE_ASSET };
}

/** All payments of an address in one direction pass by, page by page; only those requested are kept. */
async function passHistory(
  { ledger, read }: OutputGraphScope,
  { owner, address }: NamedOwner,
  body: ExpandBody,
): Promise<PassingWindow<Candidate>> {
  const { fromPosition = 0, fromTime, toTime } = body;
  const fromHeight = fromPosition === 0 ? undefined : positionHeight(fromPosition);
  const filter: HistoryFilter = { order: 'oldest', fromHeight, fromTime, toTime };
  const window = new PassingWindow<Candidate>(body);
  let after: number | undefined;
  for (let passed = 0; passed < MOST_ENTRIES; passed += PAGE) {
    const entries = await ledger.reader.history(owner, filter, { after, limit: PAGE }, read);
    for (const { position, sent, received } of entries) {
      const amount = body.direction === 'forward' ? sent : received;
      if (amount > 0n && position >= fromPosition) window.add({ amount, position, slot: 0 });
    }
    if (entries.length < PAGE) return window;
    after = entries.at(-1)?.position;
  }
  throw new AppError(
    'invalid',
    `${address} has more than ${MOST_ENTRIES} transactions in this span. Ask for a shorter span of time.`,
  );
}

async function expandAddress(scope: OutputGraphScope, named: NamedOwner, body: ExpandBody): Promise<Expanded> {
  const window = await passHistory(scope, named, body);
  const { rows, ...rest } = window.finish();
  scope.builder.address(named.address);
  const positions = rows.map(({ position }) => position);
  const { records, txids } = await readNamedRecords(scope, positions);
  const [own, far] = body.direction === 'forward' ? ['input', 'output'] : ['output', 'input'];
  const isOwn = isOwnedBy(named.owner);
  const each = Math.max(4, Math.min(PARTS_DRAWN, Math.floor(PARTS_OF_ALL / Math.max(1, records.length))));
  for (const record of records) {
    const parts = partsOf(record, txids);
    const drawn = largestParts(
      parts.filter(({ side }) => side === far),
      each,
    );
    drawRecord(scope, record, parts, {
      isDrawn: (part) => (part.side === own ? isOwn(part) : drawn.has(part)),
      isCounted: ({ side }) => side === far,
    });
  }
  return { scope, total: window.count, remainder: remainderOf(rest) };
}

async function expandTransaction(scope: OutputGraphScope, txid: string, body: ExpandBody): Promise<Expanded> {
  const { ledger, read } = scope;
  const position = (await ledger.reader.positionsOf([txid], read)).get(txid)?.at(-1);
  const { records, txids } = await readNamedRecords(scope, position === undefined ? [] : [position]);
  const [record] = records;
  if (!record) {
    throw new AppError('not-found', `No ${ledger.chain.name} transaction with the id ${txid} is indexed.`);
  }
  const far = body.direction === 'forward' ? 'output' : 'input';
  const parts = partsOf(record, txids);
  const window = new PassingWindow<Candidate & { readonly part: RecordPart }>(body);
  for (const [slot, part] of parts.filter(({ side }) => side === far).entries()) {
    window.add({ amount: part.value ?? 0n, position: record.position, slot, part });
  }
  const { rows, ...rest } = window.finish();
  const drawn = new Set(rows.map(({ part }) => part));
  drawRecord(scope, record, parts, { isDrawn: (part) => drawn.has(part) });
  return { scope, total: window.count, remainder: remainderOf(rest) };
}

/** One hop on from an address or a transaction of the Bitcoin family. */
export async function expandOutputs(
  deps: TraceDeps,
  ledger: ServedOutputs,
  body: ExpandBody,
  read: ReadOptions,
): Promise<Expanded> {
  const scope = await openOutputGraph(deps, ledger, read);
  const node = body.node.trim();
  if (/^[0-9a-fA-F]{64}$/.test(node)) return expandTransaction(scope, node.toLowerCase(), body);
  return expandAddress(scope, readOwner(scope.ledger, node), body);
}
