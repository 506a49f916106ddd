import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { BLOCK_MOVES_INDEX, BLOCK_TIME_ESTIMATED, BLOCK_VERIFIED } from '@trailmark/core/account-block';
import type { AccountBlockRecord } from '@trailmark/core/account-ledger';
import { AppError } from '@trailmark/core/errors';
import { positionIndex, toPosition } from '@trailmark/core/position';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import { formatCount } from '../../answers/format-count.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers, ServedAccounts } from '../../ledgers.ts';
import { type AccountView, contractsOfMoves, openView } from './account-view.ts';
import { getAccountHoldings, toAccountEnvelope } from './holdings.ts';
import { toMove } from './move-row.ts';
import { toConfirmations } from './tips.ts';
import { toTransactionHead } from './transaction-head.ts';

type BlockAnswer = RouteOutput<Contract['getAccountBlock']>['block'];

const MOST_BLOCK_MOVES = 2_000;
const HASH_LENGTH = 64;

function toBlock(view: Pick<AccountView, 'ledger' | 'address'>, block: AccountBlockRecord): BlockAnswer {
  const { height, holds } = block;
  return {
    height,
    hash: block.hash || null,
    parentHash: block.parentHash || null,
    time: block.time,
    timeEstimated: (holds & BLOCK_TIME_ESTIMATED) !== 0,
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

/** Answers about blocks of account chains. */
export function createAccountBlockHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'listAccountBlocks' | 'getAccountBlock'> {
  return {
    async listAccountBlocks({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const view = await openView(ledger, knowledge, { contracts: [], currency: 'USD' }, read);
      const blocks = ledger.reader.blocksBefore(query.before, query.limit + 1);
      const shown = blocks.slice(0, query.limit);
      const next = blocks.length > query.limit ? (shown.at(-1)?.height ?? null) : null;
      const last = shown.at(-1)?.height;
      const span = last === undefined ? undefined : { from: last, to: shown[0]?.height ?? last };
      return { ...toAccountEnvelope(ledger, [], span), items: shown.map((block) => toBlock(view, block)), next };
    },

    async getAccountBlock({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const { reader } = ledger;
      const block = getHeldBlock(ledger, params.block);
      const key = listKey(['account-block', ledger.id, block.height, block.hash]);
      const after = decodeCursor(key, query.cursor, 1)?.[0] ?? -1;
      const all = await reader.blockPositions(block.height, read);
      const left = all.filter((position) => positionIndex(position) > after);
      const positions = left.slice(0, query.limit);
      const own = toPosition(block.height, BLOCK_MOVES_INDEX);
      const [records, moves, blockMoves] = await Promise.all([
        reader.transactions(positions, read),
        reader.movesOf(positions, MOST_BLOCK_MOVES, read),
        reader.movesOf([own], MOST_BLOCK_MOVES, read),
      ]);
      const ownMoves = blockMoves.get(own) ?? [];
      const contracts = contractsOfMoves(ownMoves);
      const view = await openView(ledger, knowledge, { contracts, currency: 'USD' }, read);
      const transactions = records.flatMap((record) =>
        record
          ? [
              {
                ...toTransactionHead(view, record.position, record),
                hash: record.hash,
                moveCount: moves.get(record.position)?.length ?? 0,
              },
            ]
          : [],
      );
      const last = positions.at(-1);
      return {
        ...toAccountEnvelope(ledger, [], { from: block.height, to: block.height }),
        block: toBlock(view, block),
        moves: ownMoves.map((move) => toMove(view, move, undefined)),
        transactions,
        next: last !== undefined && left.length > positions.length ? encodeCursor(key, [positionIndex(last)]) : null,
      };
    },
  };
}
