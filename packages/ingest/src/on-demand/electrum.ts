import { decodeHeader } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import { type ProvenTransaction, proveTransaction } from './prove-transaction.ts';
import { isRow, type Row, readCount, readHash, readRows } from './read-row.ts';
import type { ListedTransaction, PlaceOrder, UtxoContext, UtxoPart, UtxoSource } from './utxo-source.ts';

/** One call of the protocol. Calls that leave together are one request of the log. */
export interface ElectrumCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Transactions requested together: their ids fit into one line of the log. */
const TOGETHER = 20;
/** Below zero and zero mean transactions without a block. */
const UNCONFIRMED = new Set([0, -1]);

interface Asked {
  /** What the log shows as path. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly revealed: string;
}

/** What a server answered to each call, in their order. */
async function ask(
  { asker }: Pick<UtxoContext, 'asker'>,
  calls: readonly ElectrumCall[],
  asked: Asked,
): Promise<readonly Row[]> {
  const { name, query, revealed } = asked;
  const request = { path: `/${name}`, body: { calls }, revealed, ...(query ? { query } : {}) };
  const answers = readRows(await asker.ask(request), 'answers');
  if (answers.length === calls.length) return answers;
  throw new AppError('inconsistent', `It gave ${answers.length} answers to ${calls.length} calls.`);
}

/** Throws `unavailable` with what the server says, capped and in quotes. */
function resultOf(answer: Row | undefined): unknown {
  if (answer && (answer.error === undefined || answer.error === null)) return answer.result;
  const said = isRow(answer?.error) ? answer.error.message : answer?.error;
  const words = typeof said === 'string' ? said.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 120) : 'no reason named';
  throw new AppError('unavailable', `It refuses a call: "${words}".`);
}

async function checkChain(context: UtxoContext): Promise<number> {
  const calls = [
    { method: 'server.features', params: [] },
    { method: 'blockchain.block.header', params: [0] },
    { method: 'blockchain.headers.subscribe', params: [] },
  ];
  const [features, first, top] = await ask(context, calls, { name: 'server.features', revealed: '' });
  const { genesisHash, name } = context.chain;
  const header = resultOf(first);
  const isHex = typeof header === 'string' && /^([0-9a-fA-F]{2}){80,}$/.test(header);
  const said = isRow(features?.result) ? features.result.genesis_hash : genesisHash;
  if (!isHex || decodeHeader(decodeHex(header)).hash !== genesisHash || said !== genesisHash) {
    throw new AppError(
      'inconsistent',
      `It is not a server of ${name}: its block 0 is another one. Nothing was taken from it.`,
    );
  }
  const tip = resultOf(top);
  return readCount(isRow(tip) ? tip : {}, 'height');
}

async function readList(context: UtxoContext): Promise<Extract<UtxoPart, { kind: 'listed' }>> {
  const method = 'blockchain.scripthash.get_history';
  const { scriptHash, addressText } = context;
  const asked = { name: method, query: { scripthash: scriptHash }, revealed: addressText };
  const [answer] = await ask(context, [{ method, params: [scriptHash] }], asked);
  const rows = readRows(resultOf(answer), 'history');
  const confirmed = rows.filter(({ height }) => !UNCONFIRMED.has(Number(height)));
  const transactions = confirmed.map((row) => ({ txid: readHash(row, 'tx_hash'), height: readCount(row, 'height') }));
  return {
    kind: 'listed',
    transactions: [...new Map(transactions.map((one) => [one.txid, one])).values()].sort((a, b) => a.height - b.height),
    unconfirmed: rows.length - confirmed.length,
    order: 'oldest-first',
    isLast: true,
  };
}

function prove(chain: UtxoChain, listed: ListedTransaction, answers: readonly (Row | undefined)[]): UtxoPart {
  try {
    const [raw, branch, header] = answers.map(resultOf);
    return { kind: 'proven', transaction: proveTransaction(chain, { ...listed, raw, branch, header }) };
  } catch (cause) {
    if (!AppError.is(cause)) throw cause;
    return { kind: 'refused', txid: listed.txid, why: cause.message };
  }
}

/** The path, and what else the index does not have, in one request. */
async function provePlace(
  context: Pick<UtxoContext, 'asker' | 'chain'>,
  { txid, height, blockHash, ...known }: PlaceOrder,
): Promise<ProvenTransaction> {
  const calls = [
    { method: 'blockchain.transaction.get_merkle', params: [txid, height] },
    ...(known.raw === undefined ? [{ method: 'blockchain.transaction.get', params: [txid] }] : []),
    ...(known.header === undefined ? [{ method: 'blockchain.block.header', params: [height] }] : []),
  ];
  const asked = { name: 'blockchain.transaction.get_merkle', query: { ids: txid }, revealed: txid };
  const answers = (await ask(context, calls, asked)).map(resultOf);
  const raw = known.raw ?? answers[1];
  const header = known.header ?? answers.at(-1);
  return proveTransaction(context.chain, { txid, height, blockHash, raw, branch: answers[0], header });
}

async function* proveTogether(context: UtxoContext, listed: readonly ListedTransaction[]): AsyncGenerator<UtxoPart> {
  const heights = [...new Set(listed.map(({ height }) => height))];
  const calls = [
    ...listed.map(({ txid }) => ({ method: 'blockchain.transaction.get', params: [txid] })),
    ...listed.map(({ txid, height }) => ({ method: 'blockchain.transaction.get_merkle', params: [txid, height] })),
    ...heights.map((height) => ({ method: 'blockchain.block.header', params: [height] })),
  ];
  const ids = listed.map(({ txid }) => txid).join(',');
  const revealed = listed.length === 1 ? ids : `${context.addressText} (${listed.length} of its transactions)`;
  const answers = await ask(context, calls, { name: 'blockchain.transaction.get', query: { ids }, revealed });
  const headerAt = (height: number): Row | undefined => answers[2 * listed.length + heights.indexOf(height)];
  for (const [i, one] of listed.entries()) {
    yield prove(context.chain, one, [answers[i], answers[listed.length + i], headerAt(one.height)]);
  }
}

async function* fetchAddress(context: UtxoContext): AsyncGenerator<UtxoPart> {
  yield { kind: 'tip', height: await checkChain(context) };
  const list = await readList(context);
  yield list;
  const wanted = await context.choose(list.transactions);
  for (let from = 0; from < wanted.length; from += TOGETHER) {
    yield* proveTogether(context, wanted.slice(from, from + TOGETHER));
  }
}

/** A server of the Electrum protocol, version 1.4, of one chain of the Bitcoin family. Each agency names its own. */
export function electrum(chain: UtxoChain, id: string): UtxoSource {
  return {
    family: 'utxo',
    id,
    kind: 'electrum',
    name: `Electrum, ${chain.name}`,
    chain: chain.id,
    endpoint: '',
    needsKey: false,
    keyPlace: { in: 'header', name: 'authorization', prefix: 'Bearer ' },
    reveals:
      'The operator of the server learns the address, each of its transactions that is requested, the time, and the network address of this server.',
    covers:
      'Confirmed transactions with raw bytes, each joined to the header of its block by a proof. Twenty transactions a request. Payments to a bare public key are not listed.',
    fetchAddress,
    provePlace,
  };
}
