import { AppError } from '@trailmark/core/errors';
import type { HistoryFilter, TransactionRecord } from '@trailmark/core/output-ledger';
import { isSameOwner, type Owner, ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { TraceRequest, TraceSeed } from '@trailmark/core/trace/trace-request';
import { assertOnePart, readSeedPart } from '../seed-part.ts';
import { refuseNothing, refuseTooMany } from '../seed-refusals.ts';
import { OUTPUT_BATCHING } from '../trace-session.ts';
import type { OutputTraceSources } from './output-trace-reader.ts';
import { Pace } from './pace.ts';
import { readBatches } from './read-batches.ts';
import { formatNumber } from './sentences.ts';

/** Receipts with which one address may begin a trace. */
export const MAX_RECEIPTS = 20_000;
/** Lines of history looked through for them. */
const MAX_HISTORY = 3 * MAX_RECEIPTS;
const PAGE = 10_000;
/** Outputs one trace begins with: they are kept in memory before the budget counts a transaction. */
export const MAX_BEGINNINGS = 100_000;

export interface SeedOutput {
  readonly record: TransactionRecord;
  readonly vout: number;
  /** Its first units, where not all of it is traced. */
  readonly part: bigint | undefined;
}

type SeedOf<Kind extends TraceSeed['kind']> = Extract<TraceSeed, { readonly kind: Kind }>;

function formatIndexed({ reader }: OutputTraceSources): string {
  const ranges = reader.heightRanges();
  const [first] = ranges;
  const last = ranges.at(-1);
  if (!first || !last) return 'No block of this chain is indexed yet.';
  return `The indexed blocks of this chain are between heights ${formatNumber(first.fromHeight)} and ${formatNumber(last.toHeight)}.`;
}

/** Sources, and until when they may be queried. */
type Asked = OutputTraceSources & { readonly read: ReadOptions };

async function readRecords(
  { reader, batching = OUTPUT_BATCHING, rest, read }: Asked,
  positions: readonly Position[],
): Promise<Map<Position, TransactionRecord>> {
  const unique = [...new Set(positions)];
  const pace = new Pace(read.signal, rest);
  const answers = await readBatches(unique, batching, pace, (batch) => reader.records(batch, read));
  const records = new Map<Position, TransactionRecord>();
  for (const answer of answers) for (const record of answer) if (record) records.set(record.position, record);
  return records;
}

/** Records of the transactions that seeds name. A txid mined twice (BIP 30) means the later one, which overwrote the first. */
async function readNamed(sources: Asked, request: TraceRequest): Promise<Map<string, TransactionRecord>> {
  const txids = [...new Set(request.seeds.flatMap((seed) => (seed.kind === 'address' ? [] : [seed.txid])))];
  if (txids.length === 0) return new Map();
  const positions = await sources.reader.positionsOf(txids, sources.read);
  const latest = txids.flatMap((txid) => positions.get(txid)?.at(-1) ?? []);
  const records = await readRecords(sources, latest);
  return new Map([...records.values()].map((record) => [record.txid, record]));
}

function listSpendable(record: TransactionRecord): SeedOutput[] {
  return record.outputs.flatMap(({ owner, value }, vout) =>
    owner && value > 0n ? [{ record, vout, part: undefined }] : [],
  );
}

function listReceived(record: TransactionRecord, by: Owner): SeedOutput[] {
  const received: SeedOutput[] = [];
  for (const [vout, { owner, value }] of record.outputs.entries()) {
    if (owner && value > 0n && isSameOwner(owner, by)) received.push({ record, vout, part: undefined });
  }
  return received;
}

function findOutput(record: TransactionRecord, seed: SeedOf<'output'>): SeedOutput {
  const { txid, vout } = seed;
  const output = record.outputs[vout];
  const count = record.outputs.length;
  if (!output)
    throw new AppError(
      'not-found',
      `The transaction ${txid} has ${count} ${count === 1 ? 'output' : 'outputs'}, numbered from 0; there is no output ${vout}.`,
    );
  const isFirst = record.isCoinbase && positionHeight(record.position) === 0;
  if (!output.owner || isFirst)
    throw new AppError('invalid', `Nobody can ever spend output ${vout} of ${txid}: there is nothing to follow.`);
  if (output.value === 0n)
    throw new AppError('invalid', `Output ${vout} of ${txid} holds 0 units: there is nothing to follow.`);
  return { record, vout, part: readSeedPart(seed, output.value, `output ${vout} of ${txid}`) };
}

function refuseMany(address: string, count: string): never {
  refuseTooMany(
    `${address} received ${count} outputs; a trace begins with at most ${formatNumber(MAX_RECEIPTS)} of one address. Narrow the time window, or name the outputs themselves.`,
    MAX_RECEIPTS,
  );
}

/** Transactions that paid an owner in their order, those of the newest of its history where only so many lines of it are to be read. */
async function listReceipts(
  sources: Asked,
  owner: Owner,
  { stops: { fromTime, toTime } }: TraceRequest,
  { address, newest }: SeedOf<'address'>,
): Promise<Position[]> {
  const filter: HistoryFilter = { fromTime, toTime, order: newest === undefined ? 'oldest' : 'newest' };
  const most = newest ?? MAX_HISTORY;
  const positions: Position[] = [];
  let after: Position | undefined;
  for (let looked = 0; looked < most; looked += PAGE) {
    const limit = Math.min(PAGE, most - looked);
    const page = await sources.reader.history(owner, filter, { after, limit }, sources.read);
    for (const { position, received } of page) if (received > 0n) positions.push(position);
    after = page.at(-1)?.position;
    if (positions.length > MAX_RECEIPTS) refuseMany(address, `more than ${formatNumber(MAX_RECEIPTS)}`);
    if (page.length < limit) return positions.sort((a, b) => a - b);
  }
  if (newest !== undefined) return positions.sort((a, b) => a - b);
  refuseMany(
    address,
    `or spent outputs in more than ${formatNumber(MAX_HISTORY)} transactions, and may have received too many`,
  );
}

/** Every output an address received within the window, in either direction: backward the question is where they came from. */
async function findReceipts(sources: Asked, seed: SeedOf<'address'>, request: TraceRequest): Promise<SeedOutput[]> {
  const owner = sources.knowledge.parseAddress(seed.address);
  const address = sources.knowledge.formatOwner(owner);
  const id = ownerId(owner);
  const totals = (await sources.reader.totals([owner], sources.read)).get(id);
  if (!totals) throw new AppError('not-found', `The index has not seen ${address}. ${formatIndexed(sources)}`);
  const hasWindow = request.stops.fromTime !== undefined || request.stops.toTime !== undefined;
  const isAll = seed.newest === undefined && !hasWindow;
  if (isAll && totals.receiveCount > MAX_RECEIPTS) refuseMany(address, formatNumber(totals.receiveCount));
  const records = await readRecords(sources, await listReceipts(sources, owner, request, { ...seed, address }));
  const outputs = [...records.values()].flatMap((record) => listReceived(record, owner));
  if (outputs.length === 0) {
    const when = hasWindow ? ' within the time window' : ' in the indexed blocks';
    if (seed.newest === undefined)
      refuseNothing(`${address} received nothing${when}: there is nothing to begin with.`, true);
    const among = `among its newest ${formatNumber(seed.newest)} transactions`;
    throw new AppError('invalid', `${address} received nothing${when} ${among}: there is nothing to begin with.`);
  }
  if (outputs.length > MAX_RECEIPTS) refuseMany(address, formatNumber(outputs.length));
  return outputs;
}

async function findSeed(
  sources: Asked,
  seed: TraceSeed,
  request: TraceRequest,
  named: ReadonlyMap<string, TransactionRecord>,
): Promise<SeedOutput[]> {
  if (seed.kind === 'address') return await findReceipts(sources, seed, request);
  if (seed.kind === 'transfer')
    throw new AppError(
      'invalid',
      `Transactions of ${request.chain} have outputs, not transfers: name the output as ${seed.txid}:0 for the first.`,
    );
  const record = named.get(seed.txid);
  if (!record)
    throw new AppError('not-found', `The transaction ${seed.txid} is not indexed. ${formatIndexed(sources)}`);
  if (seed.kind === 'output') return [findOutput(record, seed)];
  const outputs = listSpendable(record);
  if (outputs.length === 0)
    throw new AppError('invalid', `The transaction ${seed.txid} has no output that anybody can spend.`);
  return outputs;
}

/** The outputs a trace starts with, once each, in the requested order. Rejects with `not-found`, `invalid`, or `unavailable` on abort. */
export async function findSeeds(
  sources: OutputTraceSources,
  request: TraceRequest,
  read: ReadOptions = {},
): Promise<SeedOutput[]> {
  const asked = { ...sources, read };
  const named = await readNamed(asked, request);
  const found: SeedOutput[] = [];
  const byPosition = new Map<Position, SeedOutput[]>();
  for (const seed of request.seeds) {
    for (const output of await findSeed(asked, seed, request, named)) {
      const { record, vout, part } = output;
      const same = byPosition.get(record.position);
      const known = same?.find((other) => other.vout === vout);
      if (known) assertOnePart(known.part, part, `output ${vout} of ${record.txid}`);
      else found.push(output);
      if (same && !known) same.push(output);
      else if (!same) byPosition.set(record.position, [output]);
    }
    if (found.length > MAX_BEGINNINGS)
      throw new AppError(
        'invalid',
        `The seeds hold more than ${formatNumber(MAX_BEGINNINGS)} outputs together, the most a trace begins with. Name fewer of them, or narrow the time window.`,
      );
  }
  return found;
}
