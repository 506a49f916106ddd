import { merkleBranch } from '@trailmark/chains/utxo/merkle';
import { encodeHex } from '@trailmark/core/hex';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createPricer } from '../../knowledge/prices/pricer.ts';
import { toAsOf } from '../../ledger/answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { readEvidence } from '../../ledger/outputs/evidence.ts';
import { readMinerClaims } from '../../ledger/outputs/miner-claims.ts';
import { readTransactionDetail } from '../../ledger/outputs/transaction-detail.ts';
import { getRaw, getTransaction } from '../../ledger/outputs/transaction-lookup.ts';
import { readProofSource } from '../../ledger/proof-source.ts';
import type { LedgerGroup } from './ledger-group.ts';

function headerAt({ reader }: ServedOutputs, height: number): string | null {
  const header = reader.block(height)?.header;
  return header ? encodeHex(header) : null;
}

/** Answers about one transaction. */
export function createOutputTransactionGroup(knowledge: Knowledge): Pick<LedgerGroup<'outputs'>, 'getTransaction'> {
  return {
    async getTransaction(ledger, { params, query }, read) {
      const found = await getTransaction(ledger, params.txid, query.height, read);
      const pricer = createPricer(knowledge.prices(), ledger.chain, query.currency);
      const isMined = found.record.isCoinbase && !found.unconfirmed;
      const [detail, miner] = await Promise.all([
        readTransactionDetail(ledger, found, { page: query, pricer }, read),
        isMined ? readMinerClaims(ledger, knowledge, found.record, read) : null,
      ]);
      return { ...detail, miner };
    },
  };
}

/** Raw bytes and proofs, which only chains of outputs have. */
export function createProofHandlers(
  ledgers: Ledgers,
): Pick<Handlers, 'getRawTransaction' | 'getTransactionEvidence' | 'getTransactionProof'> {
  return {
    getTransactionEvidence: ({ params }, { read }) => readEvidence(ledgers.get(params.chain), params.txid, read),

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
