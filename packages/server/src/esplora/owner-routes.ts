import { parseOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import type { OwnerTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import { findAddressesByPrefix } from '../ledger/outputs/partial-search.ts';
import { isSameOwner } from '../ledger/outputs/same-owner.ts';
import {
  type EsploraAnswer,
  type EsploraHandler,
  type EsploraRequest,
  type EsploraRoutes,
  PAGE,
  readHash,
} from './esplora-route.ts';
import { readEsploraTransactions, toStatus } from './transaction-format.ts';

const UNCONFIRMED_PAGE = 50;
const PREFIX_PAGE = 10;
/** More unspent outputs than this are refused, as Esplora servers do. */
const MAX_UTXOS = 500;

/** Forms whose owner is the SHA-256 of their script. */
const HASHED_FORMS = ['multisig', 'nonstandard', 'witness-unknown', 'anchor'] as const;

interface Asked {
  readonly owner: Owner;
  readonly name: Readonly<Record<string, string>>;
}

type ReadOwner = (request: EsploraRequest) => Promise<Asked>;

async function readAddress({ ledger, param }: EsploraRequest): Promise<Asked> {
  const address = param('address');
  return { owner: parseOwner(ledger.chain, address), name: { address } };
}

async function readScriptHash({ ledger, read, param }: EsploraRequest): Promise<Asked> {
  const hash = readHash(param('hash'));
  const indexed = await ledger.reader.ownerOfScriptHash(hash, read);
  if (indexed) return { owner: indexed, name: { scripthash: hash } };
  const candidates = HASHED_FORMS.map((type): Owner => ({ type, payload: decodeHex(hash) }));
  const totals = await ledger.reader.totals(candidates, read);
  const owner = candidates.find((candidate) => totals.has(ownerId(candidate)));
  if (owner) return { owner, name: { scripthash: hash } };
  throw new AppError(
    'not-found',
    'Script hash not found: this index finds P2PK, multisig and nonstandard scripts by hash, others by address.',
  );
}

interface Stats {
  funded_txo_count: number;
  funded_txo_sum: bigint;
  spent_txo_count: number;
  spent_txo_sum: bigint;
  tx_count: number;
}

function toChainStats(totals: OwnerTotals | undefined): Stats {
  return {
    funded_txo_count: totals?.receiveCount ?? 0,
    funded_txo_sum: totals?.received ?? 0n,
    spent_txo_count: totals?.spendCount ?? 0,
    spent_txo_sum: totals?.sent ?? 0n,
    tx_count: totals?.transactionCount ?? 0,
  };
}

function toMempoolStats(list: readonly UnconfirmedTransaction[], owner: Owner): Stats {
  const stats = toChainStats(undefined);
  const own = (side: { readonly owner: Owner | undefined }): boolean =>
    side.owner !== undefined && isSameOwner(side.owner, owner);
  for (const { record } of list) {
    const [outputs, inputs] = [record.outputs.filter(own), record.inputs.filter(own)];
    stats.funded_txo_count += outputs.length;
    stats.funded_txo_sum += outputs.reduce((sum, output) => sum + output.value, 0n);
    stats.spent_txo_count += inputs.length;
    stats.spent_txo_sum += inputs.reduce((sum, input) => sum + (input.value ?? 0n), 0n);
    stats.tx_count++;
  }
  return stats;
}

function listUnconfirmed({ ledger }: EsploraRequest, owner: Owner): readonly UnconfirmedTransaction[] {
  return (ledger.overlay?.byOwner(ownerId(owner)) ?? []).slice(0, UNCONFIRMED_PAGE);
}

async function formatUnconfirmed(request: EsploraRequest, owner: Owner): Promise<Record<string, unknown>[]> {
  const list = listUnconfirmed(request, owner);
  const raw = new Map(list.map((unconfirmed) => [unconfirmed.txid, unconfirmed.raw]));
  return readEsploraTransactions(
    request.ledger,
    list.map(({ record }) => record),
    request.read,
    raw,
  );
}

async function readChainPage(
  request: EsploraRequest,
  owner: Owner,
  after: Position | undefined,
): Promise<Record<string, unknown>[]> {
  const { ledger, read } = request;
  const entries = await ledger.reader.history(owner, { order: 'newest' }, { after, limit: PAGE }, read);
  const records = await ledger.reader.records(
    entries.map((entry) => entry.position),
    read,
  );
  const held = records.filter((record): record is TransactionRecord => record !== undefined);
  return readEsploraTransactions(ledger, held, read);
}

async function answerStats(request: EsploraRequest, asked: Asked): Promise<EsploraAnswer> {
  const { owner, name } = asked;
  const totals = (await request.ledger.reader.totals([owner], request.read)).get(ownerId(owner));
  const mempool = request.ledger.overlay?.byOwner(ownerId(owner)) ?? [];
  return { json: { ...name, chain_stats: toChainStats(totals), mempool_stats: toMempoolStats(mempool, owner) } };
}

async function answerChainPage(request: EsploraRequest, { owner }: Asked): Promise<EsploraAnswer> {
  const last = request.param('last');
  if (last === '') return { json: await readChainPage(request, owner, undefined) };
  const txid = readHash(last);
  const after = (await request.ledger.reader.positionsOf([txid], request.read)).get(txid)?.[0];
  // An id that is not in the history leaves nothing to go on from.
  return { json: after === undefined ? [] : await readChainPage(request, owner, after) };
}

async function answerUtxos(request: EsploraRequest, { owner }: Asked): Promise<EsploraAnswer> {
  const { ledger, read } = request;
  const outputs = await ledger.reader.unspent(owner, { limit: MAX_UTXOS + 1 }, read);
  if (outputs.length > MAX_UTXOS)
    throw new AppError('invalid', `Too many unspent transaction outputs (>${MAX_UTXOS}).`);
  const records = await ledger.reader.records(
    outputs.map((output) => output.position),
    read,
  );
  const mined = outputs.flatMap(({ position, vout, value }, i) => {
    const txid = records[i]?.txid;
    const isClaimed = txid === undefined || ledger.overlay?.spenderOf(txid, vout) !== undefined;
    return isClaimed ? [] : [{ txid, vout, status: toStatus(ledger, position), value }];
  });
  return { json: [...listUnconfirmedUtxos(request, owner), ...mined] };
}

function listUnconfirmedUtxos(request: EsploraRequest, owner: Owner): Record<string, unknown>[] {
  return (request.ledger.overlay?.byOwner(ownerId(owner)) ?? []).flatMap(({ txid, record }) =>
    record.outputs.flatMap((output, vout) => {
      const isOwn = output.owner !== undefined && isSameOwner(output.owner, owner);
      const isSpent = request.ledger.overlay?.spenderOf(txid, vout) !== undefined;
      return isOwn && !isSpent ? [{ txid, vout, status: { confirmed: false }, value: output.value }] : [];
    }),
  );
}

/** The routes that addresses and script hashes share. */
function ownerRoutes(base: string, readOwner: ReadOwner): EsploraRoutes {
  const answer =
    (work: (request: EsploraRequest, asked: Asked) => Promise<EsploraAnswer>): EsploraHandler =>
    async (request) =>
      work(request, await readOwner(request));
  return {
    [base]: answer(answerStats),
    [`${base}/txs`]: answer(async (request, { owner }) => {
      const [unconfirmed, mined] = await Promise.all([
        formatUnconfirmed(request, owner),
        readChainPage(request, owner, undefined),
      ]);
      return { json: [...unconfirmed, ...mined] };
    }),
    [`${base}/txs/chain`]: answer(answerChainPage),
    [`${base}/txs/chain/:last`]: answer(answerChainPage),
    [`${base}/txs/mempool`]: answer(async (request, { owner }) => ({ json: await formatUnconfirmed(request, owner) })),
    [`${base}/utxo`]: answer(answerUtxos),
  };
}

/** Esplora's `/address/…`, `/scripthash/…` and `/address-prefix/…`. P2PK outputs count for the address of their key. */
export const ownerRoutesOfEsplora: EsploraRoutes = {
  ...ownerRoutes('/address/:address', readAddress),
  ...ownerRoutes('/scripthash/:hash', readScriptHash),
  '/address-prefix/:prefix': async ({ ledger, read, param }) => {
    return { json: await findAddressesByPrefix(ledger, param('prefix'), PREFIX_PAGE, read) };
  },
};
