import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { AppError } from '@trailmark/core/errors';
import { type ProvenTransaction, proveTransaction } from './prove-transaction.ts';
import { isRow, type Row, readCount, readHash, readRows } from './read-row.ts';
import type { SourceAsker } from './source-asker.ts';
import type { ListedTransaction, PlaceOrder, UtxoContext, UtxoPart, UtxoSource } from './utxo-source.ts';

/** A listed transaction with the block that the source names. */
interface ListedInBlock extends ListedTransaction {
  readonly blockHash: string;
}

/** Throws `inconsistent` where the endpoint's first block is another chain's. */
async function checkChain(asker: SourceAsker, chain: UtxoChain): Promise<void> {
  if ((await asker.askText({ path: '/block-height/0', revealed: '' })) === chain.genesisHash) return;
  throw new AppError(
    'inconsistent',
    `It is not an explorer of ${chain.name}: its block 0 is another one. Nothing was taken from it.`,
  );
}

async function readTip(asker: SourceAsker): Promise<number> {
  return readCount({ height: await asker.askText({ path: '/blocks/tip/height', revealed: '' }) }, 'height');
}

function readListed(row: Row): ListedInBlock | undefined {
  const { status } = row;
  if (!isRow(status) || status.confirmed !== true) return undefined;
  return {
    txid: readHash(row, 'txid'),
    height: readCount(status, 'block_height'),
    blockHash: readHash(status, 'block_hash'),
  };
}

/** Headers that were requested, by block hash: an address often has several transactions in one block. */
type Headers = Map<string, string | undefined>;

async function prove(context: UtxoContext, listed: ListedInBlock, headers: Headers): Promise<UtxoPart> {
  const { asker, chain } = context;
  const { txid, blockHash } = listed;
  if (!headers.has(blockHash)) {
    headers.set(blockHash, await asker.askText({ path: `/block/${blockHash}/header`, revealed: blockHash }));
  }
  const raw = await asker.askText({ path: `/tx/${txid}/hex`, revealed: txid });
  const branch = await asker.ask({ path: `/tx/${txid}/merkle-proof`, revealed: txid });
  try {
    return {
      kind: 'proven',
      transaction: proveTransaction(chain, { ...listed, raw, branch, header: headers.get(blockHash) }),
    };
  } catch (cause) {
    if (!AppError.is(cause, 'inconsistent')) throw cause;
    return { kind: 'refused', txid, why: cause.message };
  }
}

/** One request for the path, and one for what else the index does not have. */
async function provePlace(
  { asker, chain }: Pick<UtxoContext, 'asker' | 'chain'>,
  { txid, height, blockHash, ...known }: PlaceOrder,
): Promise<ProvenTransaction> {
  const branch = await asker.ask({ path: `/tx/${txid}/merkle-proof`, revealed: txid });
  if (branch === undefined) throw new AppError('unavailable', 'It does not know the transaction.');
  const raw = known.raw ?? (await asker.askText({ path: `/tx/${txid}/hex`, revealed: txid }));
  const header = known.header ?? (await asker.askText({ path: `/block/${blockHash}/header`, revealed: blockHash }));
  return proveTransaction(chain, { txid, height, blockHash, raw, branch, header });
}

interface Page {
  readonly rows: number;
  readonly listed: readonly ListedInBlock[];
}

async function readPage({ asker, addressText }: UtxoContext, last: string | undefined): Promise<Page> {
  const path = `/address/${encodeURIComponent(addressText)}/txs/chain`;
  const answer = await asker.ask({ path: last === undefined ? path : `${path}/${last}`, revealed: addressText });
  const rows = readRows(answer ?? [], 'transactions');
  return { rows: rows.length, listed: rows.flatMap((row) => readListed(row) ?? []) };
}

async function* fetchAddress(context: UtxoContext): AsyncGenerator<UtxoPart> {
  await checkChain(context.asker, context.chain);
  yield { kind: 'tip', height: await readTip(context.asker) };
  const headers: Headers = new Map();
  const seen = new Map<string, ListedInBlock>();
  let last: string | undefined;
  for (;;) {
    const { rows, listed } = await readPage(context, last);
    const fresh = listed.filter(({ txid }) => !seen.has(txid));
    for (const one of fresh) seen.set(one.txid, one);
    // How many rows a page has is up to the server, so that only an empty one is the last.
    if (rows > 0 && fresh.length === 0) throw new AppError('inconsistent', 'It lists the same page twice.');
    const page = { transactions: fresh, unconfirmed: rows - listed.length, isLast: rows === 0 };
    yield { kind: 'listed', ...page, order: 'newest-first' };
    if (page.isLast) return;
    const wanted = await context.choose(fresh);
    for (const one of wanted.flatMap(({ txid }) => seen.get(txid) ?? [])) yield await prove(context, one, headers);
    last = fresh.at(-1)?.txid;
  }
}

/** An explorer that speaks the Esplora API, of one chain of the Bitcoin family. */
export function esplora(chain: UtxoChain, id: string, endpoint: string): UtxoSource {
  return {
    family: 'utxo',
    id,
    kind: 'esplora',
    name: `Esplora, ${chain.name}`,
    chain: chain.id,
    endpoint,
    needsKey: false,
    keyPlace: { in: 'header', name: 'authorization', prefix: 'Bearer ' },
    reveals:
      'The operator of the explorer learns the address, each of its transactions that is requested, the time, and the network address of this server.',
    covers:
      'Confirmed transactions with raw bytes, each joined to the header of its block by a proof. Three requests a transaction. Payments to a bare public key are not listed.',
    fetchAddress,
    provePlace,
  };
}
