import type { AccountBlockSummary } from '@trailmark/api/contract/block';
import { formatAccount } from '@trailmark/chains/account/account-address';
import {
  BLOCK_HOLDS_ALL,
  BLOCK_MOVES_INDEX,
  BLOCK_TIME_ESTIMATED,
  BLOCK_VERIFIED,
} from '@trailmark/core/account-block';
import type { AccountBlockRecord } from '@trailmark/core/account-ledger';
import { toPosition } from '@trailmark/core/position';
import { answerPage, type PagedList } from '../../answers/paged-list.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { contractsOfMoves, openView } from '../../ledger/accounts/account-view.ts';
import { toAccountEnvelope } from '../../ledger/accounts/holdings.ts';
import { toMove } from '../../ledger/accounts/move-row.ts';
import { toConfirmations } from '../../ledger/accounts/tips.ts';
import { toTransactionHead } from '../../ledger/accounts/transaction-head.ts';
import { getIndexedBlock, listBlockRows } from '../../ledger/block-rows.ts';
import type { ServedAccounts } from '../../ledger/ledgers.ts';
import type { LedgerGroup, Page } from './ledger-group.ts';

const ANY_CURRENCY = 'USD';
const MOST_BLOCK_MOVES = 2_000;

function toBlock(ledger: ServedAccounts, block: AccountBlockRecord): AccountBlockSummary {
  const { height, holds } = block;
  return {
    height,
    hash: block.hash || null,
    parentHash: block.parentHash || null,
    heightEstimated: false,
    time: block.time,
    timeEstimated: (holds & BLOCK_TIME_ESTIMATED) !== 0,
    isWhole: (holds & BLOCK_HOLDS_ALL) !== 0,
    producer: block.producer === '' ? null : formatAccount(ledger.chain, block.producer),
    transactionCount: block.transactionCount,
    transactionTotal: block.transactionTotal ?? null,
    source: block.source,
    finality: toConfirmations(ledger, height).finality,
    verified: (holds & BLOCK_VERIFIED) !== 0,
  };
}

/** Answers about blocks of account chains. */
export function createAccountBlockGroup(
  knowledge: Knowledge,
): Pick<LedgerGroup<'accounts'>, 'getBlock' | 'listBlockTransactions' | 'toBlock'> {
  function listRows(
    ledger: ServedAccounts,
    block: AccountBlockRecord,
  ): PagedList<Page<'listBlockTransactions', 'accounts'>> {
    const envelope = toAccountEnvelope(ledger, [], { from: block.height, to: block.height });
    return listBlockRows(ledger, block, envelope, async (positions, read) => {
      const [view, records, moves] = await Promise.all([
        openView(ledger, knowledge, { contracts: [], currency: ANY_CURRENCY }, read),
        ledger.reader.transactions(positions, read),
        ledger.reader.movesOf(positions, MOST_BLOCK_MOVES, read),
      ]);
      return records.flatMap((record) => {
        if (!record) return [];
        const moveCount = moves.get(record.position)?.length ?? 0;
        return [{ ...toTransactionHead(view, record.position, record), hash: record.hash, moveCount }];
      });
    });
  }
  return {
    toBlock,

    async getBlock(ledger, { params, query }, read) {
      const block = getIndexedBlock(ledger, params.block);
      const own = toPosition(block.height, BLOCK_MOVES_INDEX);
      const moves = (await ledger.reader.movesOf([own], MOST_BLOCK_MOVES, read)).get(own) ?? [];
      const view = await openView(
        ledger,
        knowledge,
        { contracts: contractsOfMoves(moves), currency: ANY_CURRENCY },
        read,
      );
      const { items, ...rest } = await answerPage(listRows(ledger, block), query, read);
      return {
        ...rest,
        block: toBlock(ledger, block),
        moves: moves.map((move) => toMove(view, move, undefined)),
        transactions: items,
      };
    },

    listBlockTransactions: (ledger, { params }) => listRows(ledger, getIndexedBlock(ledger, params.block)),
  };
}
