import { eventName, findActions } from '@trailmark/analysis/protocols/catalogue';
import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { Gap } from '@trailmark/api/wire';
import {
  type AccountKey,
  type AccountLog,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  UNKNOWN_TYPE,
} from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import { AppError } from '@trailmark/core/errors';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ServedAccounts } from '../ledgers.ts';
import { type AccountView, contractsOf, contractsOfMoves, openView } from './account-view.ts';
import { assetsOfActions, toAction } from './actions.ts';
import { getAccountHoldings, toAccountEnvelope } from './holdings.ts';
import { effectOn, toMove } from './move-row.ts';
import { toPageGaps } from './page-gaps.ts';
import { toTransactionGaps } from './transaction-gaps.ts';
import { holdsCall, toTransactionHead } from './transaction-head.ts';

type TransactionAnswer = OfFamily<RouteOutput<Contract['getTransaction']>, 'accounts'>;

const MOST_LISTED = 2_000;
/** Sums and actions are taken over all of a transaction, or not at all. */
const MOST_MOVES = 100_000;
/** Addresses of which a net change is listed. */
const MOST_NETS = 2_000;

/** Net change of every address by asset. `stated` values moved nothing. */
function toNet(view: AccountView, moves: readonly StoredMove[]): TransactionAnswer['net'] {
  const sums = new Map<AccountKey, Map<string, { readonly move: StoredMove; amount: bigint }>>();
  for (const move of moves) {
    if (move.kind === 'stated' || move.from === move.to) continue;
    for (const party of [move.from, move.to]) {
      if (party === '') continue;
      const own = sums.get(party) ?? new Map<string, { readonly move: StoredMove; amount: bigint }>();
      sums.set(party, own);
      const key = `${move.asset} ${move.tokenId ?? ''}`;
      const sum = own.get(key) ?? { move, amount: 0n };
      sum.amount += effectOn(move, party);
      own.set(key, sum);
    }
  }
  return [...sums].flatMap(([key, own]) => {
    const changes = [...own.values()].filter(({ amount }) => amount !== 0n);
    if (changes.length === 0) return [];
    return [
      {
        address: view.address(key) ?? '',
        changes: changes.map(({ move, amount }) => ({
          asset: view.assets.refer(move.asset, move.kind),
          amount,
          tokenId: move.tokenId ?? null,
        })),
      },
    ];
  });
}

/** Traces and lists of transfers have no call data: what has it has the nonce too, except on TRON, which has none. */
function isInputKnown({ family }: ServedAccounts['chain'], record: AccountTransactionRecord): boolean {
  return record.inputLength > 0 || (holdsCall(record) && (family === 'tron' || record.nonce !== undefined));
}

function stopped(message: string): Gap {
  return { kind: 'stopped-early', message, fromHeight: null, toHeight: null, count: null };
}

function toCutGaps(): Gap[] {
  const most = formatCount(MOST_MOVES);
  return [
    stopped(
      `This transaction has more than ${most} moves. They are counted and summed up no further: no net change and no action is listed.`,
    ),
  ];
}

function toNetGaps(count: number): Gap[] {
  if (count <= MOST_NETS) return [];
  return [stopped(`The net change of ${formatCount(MOST_NETS)} addresses is listed, of ${formatCount(count)}.`)];
}

function toOwnPart(
  { chain, reader }: ServedAccounts,
  record: AccountTransactionRecord,
): Omit<TransactionAnswer['transaction'], keyof ReturnType<typeof toTransactionHead> | 'hash'> {
  const has = (bit: number): boolean => (record.holds & bit) !== 0;
  return {
    blockHash: reader.block(positionHeight(record.position))?.hash || null,
    failure: record.failure ?? null,
    gasUsed: record.gasUsed ?? null,
    gasPrice: record.gasPrice ?? null,
    nonce: record.nonce ?? null,
    type: record.type === UNKNOWN_TYPE ? null : record.type,
    input: record.input,
    inputLength: isInputKnown(chain, record) ? record.inputLength : null,
    holds: { call: has(HAS_CALL), fee: has(HAS_FEE), logs: has(HAS_LOGS), internals: has(HAS_INTERNALS) },
  };
}

/** What is known of a transaction on any chain. */
function pickShared({
  hash,
  height,
  index,
  blockHash,
  time,
  timeEstimated,
  confirmations,
  fee,
}: TransactionAnswer['transaction']): Pick<
  TransactionAnswer,
  'hash' | 'height' | 'index' | 'blockHash' | 'time' | 'timeEstimated' | 'confirmations' | 'fee'
> {
  return { hash, height, index, blockHash, time, timeEstimated, confirmations, fee };
}

function toLog(view: AccountView, { logIndex, address, topics, data }: AccountLog): TransactionAnswer['logs'][number] {
  const [first] = topics;
  const name = first === undefined ? undefined : eventName(first);
  return { logIndex, address: view.address(address) ?? '', topics: [...topics], data, name: name ?? null };
}

async function getRecord(ledger: ServedAccounts, hash: string, read: ReadOptions): Promise<AccountTransactionRecord> {
  const position: Position | undefined = (await ledger.reader.positionsOf([hash], read)).get(hash);
  if (position === undefined) {
    const { complete, summary } = getAccountHoldings(ledger).coverage;
    const scope = complete ? '' : ` ${summary} It may be in a block outside of it.`;
    const text = `No ${ledger.chain.name} transaction with this hash is in this index.${scope}`;
    throw new AppError('not-found', text);
  }
  const [record] = await ledger.reader.transactions([position], read);
  if (record) return record;
  throw new AppError('inconsistent', 'The index names a place for this transaction and holds nothing there.');
}

/** One transaction with its transfers, logs and protocol actions. Throws `not-found` where the index does not have it. */
export async function readAccountTransaction(
  ledger: ServedAccounts,
  knowledge: Knowledge,
  { hash, currency }: { readonly hash: string; readonly currency: string },
  read: ReadOptions,
): Promise<TransactionAnswer> {
  const transaction = await getRecord(ledger, hash, read);
  const { position } = transaction;
  const [allMoves, allLogs] = await Promise.all([
    ledger.reader.movesOf([position], MOST_MOVES + 1, read),
    ledger.reader.logsOf([position], read),
  ]);
  const [found, logs] = [allMoves.get(position) ?? [], allLogs.get(position) ?? []];
  const moves = found.slice(0, MOST_MOVES);
  const isWhole = found.length <= MOST_MOVES;
  const actions = isWhole ? findActions({ chain: ledger.id, transaction, moves, logs }) : [];
  const contracts = [...new Set([...contractsOfMoves(moves), ...contractsOf(assetsOfActions([actions]))])];
  const view = await openView(ledger, knowledge, { contracts, currency }, read);
  const height = positionHeight(position);
  const head = toTransactionHead(view, position, transaction);
  const stated = { ...head, hash: transaction.hash, ...toOwnPart(ledger, transaction) };
  const net = isWhole ? toNet(view, moves) : [];
  const cut = isWhole ? toNetGaps(net.length) : toCutGaps();
  const own = [...cut, ...toTransactionGaps(transaction), ...toPageGaps([head], moves)];
  return {
    ...toAccountEnvelope(ledger, own, { from: height, to: height }),
    chain: ledger.id,
    prices: view.assets.prices,
    ...pickShared(stated),
    transaction: stated,
    moves: moves.slice(0, MOST_LISTED).map((move) => toMove(view, move, undefined)),
    moveCount: moves.length,
    logs: logs.map((log) => toLog(view, log)),
    actions: actions.map((action) => toAction(view, action)),
    net: net.slice(0, MOST_NETS),
  };
}
