import type { AccountBlockSummary } from '@trailmark/api/contract/block';
import {
  BLOCK_HOLDS_ALL,
  BLOCK_MOVES_INDEX,
  BLOCK_TIME_ESTIMATED,
  BLOCK_VERIFIED,
} from '@trailmark/core/account-block';
import type { AccountBlockRecord } from '@trailmark/core/account-ledger';
import { AppError } from '@trailmark/core/errors';
import { positionIndex, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import { formatCount } from '../../answers/format-count.ts';
import type { LedgerAnswer, LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { type AccountView, contractsOfMoves, openView } from '../../ledger/accounts/account-view.ts';
import { getAccountHoldings, toAccountEnvelope } from '../../ledger/accounts/holdings.ts';
import { toMove } from '../../ledger/accounts/move-row.ts';
import { toConfirmations } from '../../ledger/accounts/tips.ts';
import { toTransactionHead } from '../../ledger/accounts/transaction-head.ts';
import type { Ledgers, ServedAccounts } from '../../ledger/ledgers.ts';

const ANY_CURRENCY = 'USD';
const MOST_BLOCK_MOVES = 2_000;
const HASH_LENGTH = 64;

function toBlock(view: Pick<AccountView, 'ledger' | 'address'>, block: AccountBlockRecord): AccountBlockSummary {
  const { height, holds } = block;
  return {
    height,
    hash: block.hash || null,
    parentHash: block.parentHash || null,
    heightEstimated: false,
    time: block.time,
    timeEstimated: (holds & BLOCK_TIME_ESTIMATED) !== 0,
    isWhole: (holds & BLOCK_HOLDS_ALL) !== 0,
    producer: view.address(block.producer),
    transactionCount: block.transactionCount,
    transactionTotal: block.transactionTotal ?? null,
    source: block.source,
    finality: toConfirmations(view.ledger, height).finality,
    verified: (holds & BLOCK_VERIFIED) !== 0,
  };
}

/** The block a height or a hash names. Throws `not-found`, saying what the index holds. */
function getHeldBlock(ledger: ServedAccounts, text: string): AccountBlockRecord {
  const isHeight = text.length < HASH_LENGTH;
  const { reader } = ledger;
  const block = isHeight ? reader.block(Number(text)) : reader.blockByHash(text.toLowerCase());
  if (block) return block;
  const name = isHeight ? `Block ${formatCount(Number(text))} is not` : 'No block with this hash is';
  throw new AppError('not-found', `${name} in this index. ${getAccountHoldings(ledger).coverage.summary}`);
}

/** A page of the transactions of a block, in block order. */
async function readTransactionPage(
  view: AccountView,
  { height, hash }: AccountBlockRecord,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  read: ReadOptions,
): Promise<Pick<LedgerAnswer<'listBlockTransactions', 'accounts'>, 'items' | 'next'>> {
  const { id, reader } = view.ledger;
  const key = listKey(['account-block', id, height, hash]);
  const after = decodeCursor(key, cursor, 1)?.[0] ?? -1;
  const all = await reader.blockPositions(height, read);
  const left = all.filter((position) => positionIndex(position) > after);
  const positions = left.slice(0, limit);
  const [records, moves] = await Promise.all([
    reader.transactions(positions, read),
    reader.movesOf(positions, MOST_BLOCK_MOVES, read),
  ]);
  const items = records.flatMap((record) => {
    if (!record) return [];
    const moveCount = moves.get(record.position)?.length ?? 0;
    return [{ ...toTransactionHead(view, record.position, record), hash: record.hash, moveCount }];
  });
  const last = positions.at(-1);
  const hasMore = last !== undefined && left.length > positions.length;
  return { items, next: hasMore ? encodeCursor(key, [positionIndex(last)]) : null };
}

/** Answers about blocks of account chains. */
export function createAccountBlockHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<LedgerAnswers<'accounts'>, 'listBlocks' | 'getBlock' | 'listBlockTransactions'> {
  return {
    async listBlocks({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const view = await openView(ledger, knowledge, { contracts: [], currency: ANY_CURRENCY }, read);
      const blocks = ledger.reader.blocksBefore(query.before, query.limit + 1);
      const shown = blocks.slice(0, query.limit);
      const next = blocks.length > query.limit ? (shown.at(-1)?.height ?? null) : null;
      const last = shown.at(-1)?.height;
      const span = last === undefined ? undefined : { from: last, to: shown[0]?.height ?? last };
      return { ...toAccountEnvelope(ledger, [], span), items: shown.map((block) => toBlock(view, block)), next };
    },

    async getBlock({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const block = getHeldBlock(ledger, params.block);
      const own = toPosition(block.height, BLOCK_MOVES_INDEX);
      const blockMoves = await ledger.reader.movesOf([own], MOST_BLOCK_MOVES, read);
      const ownMoves = blockMoves.get(own) ?? [];
      const view = await openView(
        ledger,
        knowledge,
        { contracts: contractsOfMoves(ownMoves), currency: ANY_CURRENCY },
        read,
      );
      const { items, next } = await readTransactionPage(view, block, query, read);
      return {
        ...toAccountEnvelope(ledger, [], { from: block.height, to: block.height }),
        block: toBlock(view, block),
        moves: ownMoves.map((move) => toMove(view, move, undefined)),
        transactions: items,
        next,
      };
    },

    async listBlockTransactions({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const block = getHeldBlock(ledger, params.block);
      const view = await openView(ledger, knowledge, { contracts: [], currency: ANY_CURRENCY }, read);
      const page = await readTransactionPage(view, block, query, read);
      return { ...toAccountEnvelope(ledger, [], { from: block.height, to: block.height }), ...page };
    },
  };
}
