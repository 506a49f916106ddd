import {
  type AccountBlock,
  type AccountTransaction,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_TOKENS,
  BLOCK_TIME_ESTIMATED,
  HAS_CALL,
  UNKNOWN_TYPE,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { AccountBlockRecord } from '@trailmark/core/account-ledger';
import { AppError } from '@trailmark/core/errors';
import { mergeMoves } from './merge-moves.ts';

/** Sources named in one block before the list is cut. */
const MOST_SOURCES = 6;
const SOURCE_JOINT = ' + ';

function contradiction(what: string): AppError {
  return new AppError(
    'inconsistent',
    `The source contradicts what is indexed: ${what}. Nothing of this answer was kept.`,
  );
}

/** What a completely stored block already states in full cannot gain transfers. */
function mayAddTo(block: AccountBlockRecord | undefined): (move: ValueMove) => boolean {
  if (!block || (block.holds & BLOCK_HOLDS_ALL) === 0) return () => true;
  const hasTokens = (block.holds & BLOCK_HOLDS_TOKENS) !== 0;
  const hasInternals = (block.holds & BLOCK_HOLDS_INTERNALS) !== 0;
  return ({ kind }) => {
    if (kind === 'token' || kind === 'nft' || kind === 'multi-token') return !hasTokens;
    return kind === 'internal' || kind === 'destroyed' ? !hasInternals : true;
  };
}

function mergeLogs(held: AccountTransaction, told: AccountTransaction, moves: readonly ValueMove[]) {
  const byIndex = new Map(told.logs.map((log) => [log.logIndex, log]));
  for (const log of held.logs) byIndex.set(log.logIndex, log);
  for (const { logIndex } of moves) if (logIndex !== undefined) byIndex.delete(logIndex);
  const logs = [...byIndex.values()].sort((a, b) => a.logIndex - b.logIndex);
  const mentions = new Map(
    [...held.mentions, ...told.mentions].map((mention) => [`${mention.logIndex}:${mention.address}`, mention]),
  );
  const sorted = [...mentions.values()].sort(
    (a, b) => a.logIndex - b.logIndex || (a.address < b.address ? -1 : Number(a.address > b.address)),
  );
  return { logs, mentions: sorted };
}

function mergeStatus(held: AccountTransaction, told: AccountTransaction): AccountTransaction['status'] {
  if (held.status === 'unknown') return told.status;
  if (told.status !== 'unknown' && told.status !== held.status) {
    throw contradiction(`transaction ${held.hash} is indexed as ${held.status}, and it reports ${told.status}`);
  }
  return held.status;
}

/** Fields of the call: of the report that has it, completed by the other. */
function mergeCall(held: AccountTransaction, told: AccountTransaction) {
  const [first, second] = (held.holds & HAS_CALL) === 0 && told.holds & HAS_CALL ? [told, held] : [held, told];
  const input = first.inputLength > 0 ? first : second;
  return {
    from: first.from || second.from,
    to: first.to || second.to,
    created: first.created || second.created,
    value: first.holds & HAS_CALL ? first.value : first.value || second.value,
    gasPrice: first.gasPrice ?? second.gasPrice,
    nonce: first.nonce ?? second.nonce,
    type: first.type === UNKNOWN_TYPE ? second.type : first.type,
    input: input.input,
    inputLength: input.inputLength,
  };
}

/** One transaction from what is stored and what is reported. Throws `inconsistent` where both know and differ. */
export function mergeTransaction(
  held: AccountTransaction,
  told: AccountTransaction,
  block: AccountBlockRecord | undefined,
): AccountTransaction {
  const moves = mergeMoves(held.moves, told.moves, mayAddTo(block));
  const keepsIndex = !held.indexEstimated || told.indexEstimated;
  return {
    ...held,
    ...mergeCall(held, told),
    index: keepsIndex ? held.index : told.index,
    indexEstimated: keepsIndex ? held.indexEstimated : told.indexEstimated,
    status: mergeStatus(held, told),
    failure: held.failure ?? told.failure,
    fee: held.fee ?? told.fee,
    feePayer: held.feePayer || told.feePayer,
    gasUsed: held.gasUsed ?? told.gasUsed,
    holds: held.holds | told.holds,
    moves,
    ...mergeLogs(held, told, moves),
  };
}

function mergeSources(held: string, told: string): string {
  const all = [...new Set([...held.split(SOURCE_JOINT), ...told.split(SOURCE_JOINT)])].sort();
  return all.slice(0, MOST_SOURCES).join(SOURCE_JOINT);
}

function mergeHolds(held: number, told: number): number {
  const [isWhole, isStatedWhole] = [(held & BLOCK_HOLDS_ALL) !== 0, (told & BLOCK_HOLDS_ALL) !== 0];
  const estimated = held & told & BLOCK_TIME_ESTIMATED;
  // A part says nothing about the rest of a block that is stored completely.
  const bits = isWhole === isStatedWhole ? held | told : isWhole ? held : told;
  return (bits & ~BLOCK_TIME_ESTIMATED) | estimated;
}

/** What is stored of a block after a report of it; transactions are counted by the caller. */
export function mergeBlockRecord(
  held: AccountBlockRecord | undefined,
  told: AccountBlock,
): Omit<AccountBlockRecord, 'transactionCount'> {
  const { height, hash, parentHash, time, producer, holds, transactionTotal, source } = told;
  if (!held) return { height, hash, parentHash, time, producer, holds, transactionTotal, source };
  if (held.hash !== '' && hash !== '' && held.hash !== hash) {
    throw contradiction(`block ${height} is indexed as ${held.hash}, and it reports ${hash}`);
  }
  const isTimeBetter = (held.holds & BLOCK_TIME_ESTIMATED) !== 0 && (holds & BLOCK_TIME_ESTIMATED) === 0;
  const isWhole = (held.holds & BLOCK_HOLDS_ALL) !== 0;
  return {
    height,
    hash: held.hash || hash,
    parentHash: held.parentHash || parentHash,
    time: isTimeBetter ? time : held.time,
    producer: held.producer || producer,
    holds: mergeHolds(held.holds, holds),
    transactionTotal: held.transactionTotal ?? transactionTotal,
    source: isWhole ? held.source : (holds & BLOCK_HOLDS_ALL) !== 0 ? source : mergeSources(held.source, source),
  };
}

/** Throws where a block that is stored completely lacks the transaction. */
export function checkMayBeNew(block: AccountBlockRecord | undefined, told: AccountTransaction): void {
  if (!block || (block.holds & BLOCK_HOLDS_ALL) === 0) return;
  throw contradiction(`block ${block.height} is fully indexed, and transaction ${told.hash} is not in it`);
}

export function checkSameHeight(hash: string, indexedHeight: number, statedHeight: number): void {
  if (indexedHeight === statedHeight) return;
  throw contradiction(`transaction ${hash} is indexed in block ${indexedHeight}, and it reports ${statedHeight}`);
}
