import { type AccountLog, MOVE_WRAP, type MoveKind, type ValueMove } from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import { ZERO_KEY } from './field-reader.ts';
import { pushPreStandardMoves } from './pre-standard-tokens.ts';
import { readUintLists } from './uint-lists.ts';

/** First topics: Keccak-256 of the event's signature. */
export const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const TRANSFER_SINGLE_TOPIC = 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
export const TRANSFER_BATCH_TOPIC = '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
export const CONSECUTIVE_TRANSFER_TOPIC = 'deaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d';
export const WRAP_DEPOSIT_TOPIC = 'e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
export const WRAP_WITHDRAWAL_TOPIC = '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';

const WORD_DIGITS = 64;
/** Tokens one ERC-2309 event may move: OpenZeppelin's limit. Above it the event stays a log: a contract can state any range. */
const MAX_CONSECUTIVE = 5_000n;
const ADDRESS_PADDING = '0'.repeat(24);

/**
 * Adds the token transfers a log reports: ERC-20, ERC-721 (also in ERC-2309 batches) and ERC-1155 transfers, tokens older than these
 * standards, and deposits and withdrawals of the chain's wrapped coin. False where it reports none, or in another shape than the standard's: it stays a log.
 */
export function pushTokenMoves(chain: Pick<EvmChain, 'wrappedNative'>, log: AccountLog, moves: ValueMove[]): boolean {
  switch (log.topics[0]) {
    case TRANSFER_TOPIC:
      return pushTransfer(log, moves) || pushPreStandardMoves(log, moves);
    case TRANSFER_SINGLE_TOPIC:
      return pushSingle(log, moves);
    case TRANSFER_BATCH_TOPIC:
      return pushBatch(log, moves);
    case CONSECUTIVE_TRANSFER_TOPIC:
      return pushConsecutive(log, moves);
    case WRAP_DEPOSIT_TOPIC:
    case WRAP_WITHDRAWAL_TOPIC:
      return log.address === chain.wrappedNative && pushWrap(log, moves);
    default:
      return pushPreStandardMoves(log, moves);
  }
}

/** The address a topic holds, empty for the zero address; undefined where the 12 bytes before it are not zero. */
function topicAddress(topic: string | undefined): string | undefined {
  if (topic === undefined || !topic.startsWith(ADDRESS_PADDING)) return undefined;
  const key = topic.slice(ADDRESS_PADDING.length);
  return key === ZERO_KEY ? '' : key;
}

const amountOf = (digits: string): bigint => BigInt(`0x${digits}`);

function tokenMove(
  log: AccountLog,
  kind: MoveKind,
  ends: { readonly from: string; readonly to: string },
  amount: bigint,
  tokenId: bigint | undefined,
): ValueMove {
  return {
    kind,
    asset: log.address,
    from: ends.from,
    to: ends.to,
    amount,
    tokenId,
    logIndex: log.logIndex,
    tracePath: undefined,
    flags: 0,
  };
}

function pushTransfer(log: AccountLog, moves: ValueMove[]): boolean {
  const { topics, data } = log;
  const isFungible = topics.length === 3 && data.length === WORD_DIGITS;
  if (!isFungible && !(topics.length === 4 && data.length === 0)) return false;
  const from = topicAddress(topics[1]);
  const to = topicAddress(topics[2]);
  if (from === undefined || to === undefined) return false;
  const move = isFungible
    ? tokenMove(log, 'token', { from, to }, amountOf(data), undefined)
    : tokenMove(log, 'nft', { from, to }, 1n, amountOf(topics[3] as string));
  moves.push(move);
  return true;
}

/** Sender and recipient of an ERC-1155 event; its first address is the operator. */
function multiTokenEnds(log: AccountLog): { from: string; to: string } | undefined {
  if (log.topics.length !== 4) return undefined;
  const operator = topicAddress(log.topics[1]);
  const from = topicAddress(log.topics[2]);
  const to = topicAddress(log.topics[3]);
  return operator === undefined || from === undefined || to === undefined ? undefined : { from, to };
}

function pushSingle(log: AccountLog, moves: ValueMove[]): boolean {
  const ends = multiTokenEnds(log);
  if (ends === undefined || log.data.length !== 2 * WORD_DIGITS) return false;
  const tokenId = amountOf(log.data.slice(0, WORD_DIGITS));
  moves.push(tokenMove(log, 'multi-token', ends, amountOf(log.data.slice(WORD_DIGITS)), tokenId));
  return true;
}

function pushBatch(log: AccountLog, moves: ValueMove[]): boolean {
  const ends = multiTokenEnds(log);
  const lists = ends && readUintLists(log.data, 2);
  const [ids, amounts] = lists ?? [];
  if (ends === undefined || ids === undefined || amounts === undefined || ids.length !== amounts.length) return false;
  ids.forEach((id, i) => {
    moves.push(tokenMove(log, 'multi-token', ends, amounts[i] as bigint, id));
  });
  // An empty batch has no transfer, so that it stays visible as a log.
  return ids.length > 0;
}

/** ERC-2309: every token from the first to the last, both inclusive. */
function pushConsecutive(log: AccountLog, moves: ValueMove[]): boolean {
  const { topics, data } = log;
  if (topics.length !== 4 || data.length !== WORD_DIGITS) return false;
  const from = topicAddress(topics[2]);
  const to = topicAddress(topics[3]);
  const [first, last] = [amountOf(topics[1] as string), amountOf(data)];
  if (from === undefined || to === undefined || last < first || last - first >= MAX_CONSECUTIVE) return false;
  for (let tokenId = first; tokenId <= last; tokenId++) moves.push(tokenMove(log, 'nft', { from, to }, 1n, tokenId));
  return true;
}

function pushWrap(log: AccountLog, moves: ValueMove[]): boolean {
  const holder = topicAddress(log.topics[1]);
  if (holder === undefined || log.topics.length !== 2 || log.data.length !== WORD_DIGITS) return false;
  const ends = log.topics[0] === WRAP_DEPOSIT_TOPIC ? { from: '', to: holder } : { from: holder, to: '' };
  moves.push({ ...tokenMove(log, 'token', ends, amountOf(log.data), undefined), flags: MOVE_WRAP });
  return true;
}
