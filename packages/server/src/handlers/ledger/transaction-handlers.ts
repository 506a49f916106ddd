import { merkleBranch } from '@trailmark/chains/utxo/merkle';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import { positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createPricer } from '../../knowledge/prices/pricer.ts';
import { toAsOf } from '../../ledger/answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledgers.ts';
import { readMinerClaims } from './miner-claims.ts';
import { readTransactionDetail } from './transaction-detail.ts';
import { type FoundTransaction, getRaw, getTransaction } from './transaction-lookup.ts';

/** What proves that a transaction is in its block: the block's ids and its header. */
export interface ProofSource {
  readonly height: number;
  readonly index: number;
  readonly blockHash: string;
  readonly header: Uint8Array;
  readonly txids: readonly string[];
}

/** Throws `not-found` where the block is not held whole with its header, saying why. */
export async function readProofSource(
  ledger: ServedOutputs,
  found: FoundTransaction,
  read: ReadOptions,
): Promise<ProofSource> {
  if (found.unconfirmed)
    throw new AppError('not-found', 'This transaction is not in a block yet, so there is nothing to prove.');
  const height = positionHeight(found.record.position);
  const block = ledger.reader.block(height);
  const place = `Block ${formatCount(height)}`;
  if (!block?.isWhole) throw new AppError('not-found', `${place} is held only in part, so no proof of it can be made.`);
  if (!block.header)
    throw new AppError(
      'not-found',
      `${place} came without its header ("${block.source}"), so no proof of it can be made.`,
    );
  const index = positionIndex(found.record.position);
  const txids = await ledger.reader.blockTxids(height, read);
  if (txids[index] !== found.record.txid)
    throw new AppError('inconsistent', `${place} does not list this transaction where it should.`);
  return { height, index, blockHash: block.hash, header: block.header, txids };
}

function headerAt({ reader }: ServedOutputs, height: number): string | null {
  const header = reader.block(height)?.header;
  return header ? encodeHex(header) : null;
}

/** Answers about one transaction. */
export function createTransactionHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'getTransaction' | 'getRawTransaction' | 'getTransactionProof'> {
  return {
    async getTransaction({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const found = await getTransaction(ledger, params.txid, query.height, read);
      const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
      const isMined = found.record.isCoinbase && !found.unconfirmed;
      const [detail, miner] = await Promise.all([
        readTransactionDetail(ledger, found, { page: query, pricer }, read),
        isMined ? readMinerClaims(ledger, knowledge, found.record, read) : null,
      ]);
      return { ...detail, miner };
    },

    async getRawTransaction({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const found = await getTransaction(ledger, params.txid, query.height, read);
      const raw = await getRaw(ledger, found, read);
      return { asOf: toAsOf(ledger), txid: params.txid, hex: encodeHex(raw) };
    },

    async getTransactionProof({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const found = await getTransaction(ledger, params.txid, query.height, read);
      const [raw, proof] = await Promise.all([getRaw(ledger, found, read), readProofSource(ledger, found, read)]);
      return {
        asOf: toAsOf(ledger),
        txid: params.txid,
        height: proof.height,
        index: proof.index,
        blockHash: proof.blockHash,
        header: encodeHex(proof.header),
        branch: merkleBranch(proof.txids, proof.index),
        rawTransaction: encodeHex(raw),
        previousHeader: headerAt(ledger, proof.height - 1),
        nextHeader: headerAt(ledger, proof.height + 1),
        powAlgorithm: ledger.chain.powAlgorithm,
      };
    },
  };
}
