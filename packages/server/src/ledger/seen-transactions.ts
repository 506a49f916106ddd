import { holdsHistory } from '@trailmark/analysis/account-findings/indexed-history';
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import {
  type AddressKey,
  type AssetChange,
  type AssetId,
  gaplessUntil,
  type Transfer,
  type TransferPlace,
} from '@trailmark/core/ledger';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { SeenTransaction } from '@trailmark/core/screening/behaviour';
import { toOutputTransfers } from '@trailmark/store/transfers/output-transfers';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { readActions } from './accounts/actions.ts';
import { byFamily, type ServedAccounts, type ServedLedger, type ServedOutputs } from './ledgers.ts';

/** Transactions of which the logs are read, the newest: what known protocols did in them. */
const MOST_DECODED = 500;
const PAGE = 5_000;

/** The newest transactions of an address, oldest first. */
export interface SeenHistory {
  readonly transactions: readonly SeenTransaction[];
  /** These are all up to the last of them, and nothing is missing in the index there. */
  readonly isWhole: boolean;
}

interface Request {
  readonly key: AddressKey;
  /** Transfers to read. */
  readonly most: number;
  readonly read: ReadOptions;
}

/** Detectors as they ran when blocks were taken in; without clusters nothing is known of earlier findings. */
function createDetect({ id }: ServedOutputs, knowledge: Knowledge) {
  const clusters = knowledge.clusters(id);
  const detection = createCoinJoinDetection({ chain: id });
  return (record: TransactionRecord): SeenTransaction['coinJoin'] => {
    const found = clusters ? clusters.detect(record) : detection.detect(record, { kindAt: () => undefined });
    return found && { kind: found.kind, confidence: found.confidence };
  };
}

/** All blocks up to a height are indexed, or a source listed all of the address that far. */
async function isOwnerIndexed({ transfers }: ServedOutputs, { key, read }: Request, height: number): Promise<boolean> {
  if ((gaplessUntil(transfers.coverage()) ?? -1) >= height) return true;
  const fetched = await transfers.fetched(key, read);
  return fetched.some(({ isComplete, fromHeight, toHeight }) => isComplete && fromHeight === 0 && toHeight >= height);
}

/** Records carry the transfers and the txid, and are what detectors read. */
async function readOutputs(ledger: ServedOutputs, knowledge: Knowledge, request: Request): Promise<SeenHistory> {
  const { key, most, read } = request;
  const { id, reader, transfers: history } = ledger;
  const detect = createDetect(ledger, knowledge);
  const found: SeenTransaction[] = [];
  let [after, count]: [Position | undefined, number] = [undefined, 0];
  for (;;) {
    const page = { after, limit: Math.min(PAGE, most + 1) };
    const entries = await history.history(key, { order: 'newest' }, page, read);
    const records = await reader.records(
      entries.map(({ position }) => position),
      read,
    );
    for (const [i, { position, changes }] of entries.entries()) {
      const [record, height] = [records[i], positionHeight(position)];
      const time = reader.block(height)?.time;
      if (!record || time === undefined) continue;
      const transfers = toOutputTransfers(id, record).filter(({ to, from }) => to === key || from.includes(key));
      count += transfers.length;
      if (count > most) return { transactions: found.reverse(), isWhole: false };
      const coinJoin = detect(record);
      found.push({ txid: record.txid, time, height, transfers, changes, coinJoin, actions: undefined });
    }
    after = entries.at(-1)?.position;
    if (entries.length === page.limit) continue;
    const isWhole = await isOwnerIndexed(ledger, request, found[0]?.height ?? 0);
    return { transactions: found.reverse(), isWhole };
  }
}

/** What transfers changed for an address: on account chains each has one payer. Stated payments change nothing. */
function sumChanges(transfers: readonly Transfer[], key: AddressKey): AssetChange[] {
  const sums = new Map<AssetId, { received: bigint; sent: bigint }>();
  for (const { asset, amount, from, to, basis } of transfers) {
    if (basis !== 'fact') continue;
    const sum = sums.get(asset) ?? { received: 0n, sent: 0n };
    if (to === key) sum.received += amount;
    if (from.includes(key)) sum.sent += amount;
    sums.set(asset, sum);
  }
  return [...sums].map(([asset, sum]) => ({ asset, ...sum }));
}

/** The newest transfers of an address, newest first, and whether there are more. */
async function readTransfers({ transfers }: ServedAccounts, { key, most, read }: Request) {
  const found: Transfer[] = [];
  let after: TransferPlace | undefined;
  while (found.length <= most) {
    const limit = Math.min(PAGE, most + 1 - found.length);
    const page = await transfers.transfers(key, { order: 'newest' }, { after, limit }, read);
    for (const transfer of page) found.push(transfer);
    if (page.length < limit) return { found, isCut: false };
    after = found.at(-1);
  }
  // The oldest transaction of a part may be cut itself.
  const oldest = found.at(-1)?.position;
  return { found: found.filter(({ position }) => position !== oldest), isCut: true };
}

async function readAccounts(ledger: ServedAccounts, request: Request): Promise<SeenHistory> {
  const { found, isCut } = await readTransfers(ledger, request);
  const groups = new Map<Position, Transfer[]>();
  for (const transfer of found.reverse()) {
    const same = groups.get(transfer.position);
    if (same) same.push(transfer);
    else groups.set(transfer.position, [transfer]);
  }
  const positions = [...groups.keys()];
  const ids = await ledger.transfers.transactionIds(positions, request.read);
  const { actions } = await readActions(ledger, positions.slice(-MOST_DECODED), request.read);
  const transactions = positions.flatMap((position, i): SeenTransaction[] => {
    const [txid, height] = [ids[i], positionHeight(position)];
    const time = ledger.reader.block(height)?.time;
    // What the block itself pays, such as a reward, is no transaction and has no hash.
    if (txid === undefined || time === undefined) return [];
    const transfers = groups.get(position) ?? [];
    const changes = sumChanges(transfers, request.key);
    const did = actions.get(position)?.map(({ kind, protocol }) => ({ kind, protocol }));
    return [{ txid, time, height, transfers, changes, coinJoin: undefined, actions: did }];
  });
  const { key, read } = request;
  const last = transactions.at(-1)?.height ?? 0;
  return { transactions, isWhole: !isCut && (await holdsHistory(ledger.reader, key, last, read.signal)) };
}

/** The newest transactions of an address, at most so many of its transfers, read in batches. */
export function readSeenTransactions(
  ledger: ServedLedger,
  knowledge: Knowledge,
  request: Request,
): Promise<SeenHistory> {
  return byFamily(ledger, {
    outputs: (outputs) => readOutputs(outputs, knowledge, request),
    accounts: (accounts) => readAccounts(accounts, request),
  });
}
