import { merkleBranch } from '@trailmark/chains/utxo/merkle';
import { encodeMerkleBlock } from '@trailmark/chains/utxo/merkle-block';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { Spender } from '@trailmark/core/output-ledger';
import { readSpenders, readTxids } from '../ledger/outputs/transaction-detail.ts';
import { type FoundTransaction, getRaw, getTransaction } from '../ledger/outputs/transaction-lookup.ts';
import { readProofSource } from '../ledger/proof-source.ts';
import { type EsploraRequest, type EsploraRoutes, readHash, readNumber } from './esplora-route.ts';
import { readEsploraTransactions, toStatus } from './transaction-format.ts';

/** Clients compare this text. */
function toEsploraError(error: unknown): unknown {
  const isAbsent = AppError.is(error, 'not-found');
  return isAbsent ? new AppError('not-found', 'Transaction not found', { cause: error }) : error;
}

async function find({ ledger, read, param }: EsploraRequest): Promise<FoundTransaction> {
  const txid = readHash(param('txid'));
  try {
    return await getTransaction(ledger, txid, undefined, read);
  } catch (error) {
    throw toEsploraError(error);
  }
}

type Outspend = Readonly<Record<string, unknown>>;

function toOutspend({ ledger }: EsploraRequest, spender: Spender, txid: string | undefined): Outspend {
  return { spent: true, txid, vin: spender.input, status: toStatus(ledger, spender.position) };
}

/** Spending status of outputs; what only the overlay knows counts as unconfirmed. */
async function readOutspends(
  request: EsploraRequest,
  found: FoundTransaction,
  indexes: readonly number[],
): Promise<Outspend[]> {
  const { ledger, read } = request;
  const { record } = found;
  const spenders = await readSpenders(ledger, record, indexes, read);
  const txids = await readTxids(
    ledger,
    [...spenders.values()].map((spender) => spender.position),
    read,
  );
  return indexes.map((index) => {
    const spender = spenders.get(`${record.position}:${index}`);
    if (spender) return toOutspend(request, spender, txids.get(spender.position));
    const claimed = ledger.overlay?.spenderOf(record.txid, index);
    return claimed
      ? { spent: true, txid: claimed.txid, vin: claimed.input, status: { confirmed: false } }
      : { spent: false };
  });
}

async function answerOutspend(request: EsploraRequest): Promise<{ json: Outspend | undefined }> {
  const found = await find(request);
  const vout = readNumber(request.param('vout'));
  if (vout >= found.record.outputs.length) return { json: { spent: false } };
  return { json: (await readOutspends(request, found, [vout]))[0] };
}

/** Esplora's `/tx/…`. */
export const transactionRoutes: EsploraRoutes = {
  '/tx/:txid': async (request) => {
    const found = await find(request);
    const { unconfirmed } = found;
    const raw = new Map(unconfirmed ? [[unconfirmed.txid, unconfirmed.raw]] : []);
    return { json: (await readEsploraTransactions(request.ledger, [found.record], request.read, raw))[0] };
  },
  '/tx/:txid/status': async (request) => ({ json: toStatus(request.ledger, (await find(request)).record.position) }),
  '/tx/:txid/hex': async (request) => ({
    text: encodeHex(await getRaw(request.ledger, await find(request), request.read)),
  }),
  '/tx/:txid/raw': async (request) => {
    return { bytes: new Uint8Array(await getRaw(request.ledger, await find(request), request.read)) };
  },
  '/tx/:txid/merkle-proof': async (request) => {
    const { txids, index, height } = await readProofSource(request.ledger, await find(request), request.read);
    return { json: { block_height: height, merkle: merkleBranch(txids, index), pos: index } };
  },
  '/tx/:txid/merkleblock-proof': async (request) => {
    const { header, txids, index } = await readProofSource(request.ledger, await find(request), request.read);
    return { text: encodeHex(encodeMerkleBlock(header, txids, index)) };
  },
  '/tx/:txid/outspend/:vout': answerOutspend,
  '/tx/:txid/outspends': async (request) => {
    const found = await find(request);
    return { json: await readOutspends(request, found, [...found.record.outputs.keys()]) };
  },
};
