import { parseOwner } from '@trailmark/chains/utxo/address';
import { sha256 } from '@trailmark/chains/utxo/hash';
import { describeScript } from '@trailmark/chains/utxo/script';
import { AppError } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import type { OwnerTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { UnconfirmedTransaction } from '@trailmark/core/unconfirmed';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import { findAddressesByPrefix } from '../ledger/outputs/partial-search.ts';
import { decodeRaw } from '../ledger/outputs/transaction-lookup.ts';
import {
  type EsploraAnswer,
  type EsploraHandler,
  type EsploraRequest,
  type EsploraRoutes,
  PAGE,
  readHash,
} from './esplora-route.ts';
import { type OwnerScript, readScriptHistory, type ScriptSides, sidesOf } from './script-rows.ts';
import { readEsploraTransactions, toStatus } from './transaction-format.ts';

const UNCONFIRMED_PAGE = 50;
const PREFIX_PAGE = 10;
/** More unspent outputs than this are refused, as Esplora servers do. */
const MAX_UTXOS = 500;

/** Forms whose owner is the SHA-256 of their script. */
const HASHED_FORMS = ['multisig', 'nonstandard', 'witness-unknown', 'anchor'] as const;

interface Asked extends OwnerScript {
  readonly name: Readonly<Record<string, string>>;
}

type ReadOwner = (request: EsploraRequest) => Promise<Asked>;

async function readAddress({ ledger, param }: EsploraRequest): Promise<Asked> {
  const address = param('address');
  return { owner: parseOwner(ledger.chain, address), form: 'any', isAllOfOwner: true, name: { address } };
}

/** An address counts both scripts of its key, a script hash the one script it names. */
async function readScriptHash({ ledger, read, param }: EsploraRequest): Promise<Asked> {
  const hash = readHash(param('hash'));
  const name = { scripthash: hash };
  const indexed = await ledger.reader.ownerOfScriptHash(hash, read);
  if (indexed) {
    const totals = await ledger.reader.totals([indexed], read);
    return { owner: indexed, form: 'hashed', isAllOfOwner: !totals.get(ownerId(indexed))?.hasP2pk, name };
  }
  const candidates = HASHED_FORMS.map((type): Owner => ({ type, payload: decodeHex(hash) }));
  const totals = await ledger.reader.totals(candidates, read);
  const owner = candidates.find((candidate) => totals.has(ownerId(candidate)));
  if (owner) return { owner, form: 'any', isAllOfOwner: true, name };
  const keyOwner = await findKeyOwner(ledger, hash, read);
  if (keyOwner) return { owner: keyOwner, form: 'bare-key', isAllOfOwner: false, name };
  throw new AppError('not-found', 'Script hash not found: no output in this index has a script with this hash.');
}

/** The owner of the P2PK script with a hash: the key is in the transaction that pays it. */
async function findKeyOwner(ledger: ServedOutputs, scriptHash: string, read: ReadOptions): Promise<Owner | undefined> {
  const position = await ledger.reader.positionOfKeyScript(scriptHash, read);
  if (position === undefined) return undefined;
  const raw = (await ledger.reader.rawTransactions([position], read)).get(position);
  const scripts = raw ? decodeRaw(ledger.chain, raw).outputs.map(({ script }) => script) : [];
  const script = scripts.find((bytes) => encodeHex(sha256(bytes)) === scriptHash);
  return script && describeScript(script).owner;
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

function addSides(stats: Stats, { outputs, inputs }: ScriptSides): void {
  stats.funded_txo_count += outputs.length;
  stats.funded_txo_sum += outputs.reduce((sum, output) => sum + output.value, 0n);
  stats.spent_txo_count += inputs.length;
  stats.spent_txo_sum += inputs.reduce((sum, input) => sum + (input.value ?? 0n), 0n);
  stats.tx_count++;
}

function sumSides(all: readonly ScriptSides[]): Stats {
  const stats = toChainStats(undefined);
  for (const sides of all) addSides(stats, sides);
  return stats;
}

function listUnconfirmed({ ledger }: EsploraRequest, script: OwnerScript): readonly UnconfirmedTransaction[] {
  const all = ledger.overlay?.byOwner(ownerId(script.owner)) ?? [];
  if (script.form === 'any') return all;
  return all.filter(({ record }) => {
    const { outputs, inputs } = sidesOf(record, script);
    return outputs.length + inputs.length > 0;
  });
}

async function formatUnconfirmed(request: EsploraRequest, script: OwnerScript): Promise<Record<string, unknown>[]> {
  const list = listUnconfirmed(request, script).slice(0, UNCONFIRMED_PAGE);
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
  script: OwnerScript,
  after: Position | undefined,
): Promise<Record<string, unknown>[]> {
  const { ledger, read } = request;
  const { owner } = script;
  if (!script.isAllOfOwner) {
    const older = (await readScriptHistory(ledger, script, read)).map(({ record }) => record);
    const page = older.filter(({ position }) => after === undefined || position < after).slice(0, PAGE);
    return readEsploraTransactions(ledger, page, read);
  }
  const entries = await ledger.reader.history(owner, { order: 'newest' }, { after, limit: PAGE }, read);
  const records = await ledger.reader.records(
    entries.map((entry) => entry.position),
    read,
  );
  const held = records.filter((record): record is TransactionRecord => record !== undefined);
  return readEsploraTransactions(ledger, held, read);
}

async function readChainStats({ ledger, read }: EsploraRequest, script: OwnerScript): Promise<Stats> {
  if (!script.isAllOfOwner) return sumSides(await readScriptHistory(ledger, script, read));
  return toChainStats((await ledger.reader.totals([script.owner], read)).get(ownerId(script.owner)));
}

async function answerStats(request: EsploraRequest, asked: Asked): Promise<EsploraAnswer> {
  const mempool = listUnconfirmed(request, asked).map(({ record }) => sidesOf(record, asked));
  const chain = await readChainStats(request, asked);
  return { json: { ...asked.name, chain_stats: chain, mempool_stats: sumSides(mempool) } };
}

async function answerChainPage(request: EsploraRequest, asked: Asked): Promise<EsploraAnswer> {
  const last = request.param('last');
  if (last === '') return { json: await readChainPage(request, asked, undefined) };
  const txid = readHash(last);
  const after = (await request.ledger.reader.positionsOf([txid], request.read)).get(txid)?.[0];
  // An id that is not in the history leaves nothing to continue from.
  return { json: after === undefined ? [] : await readChainPage(request, asked, after) };
}

async function answerUtxos(request: EsploraRequest, asked: Asked): Promise<EsploraAnswer> {
  const { ledger, read } = request;
  const { owner } = asked;
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
    const isMeant = records[i] && sidesOf(records[i], asked).outputs.some((output) => output.vout === vout);
    return isClaimed || !isMeant ? [] : [{ txid, vout, status: toStatus(ledger, position), value }];
  });
  return { json: [...listUnconfirmedUtxos(request, asked), ...mined] };
}

function listUnconfirmedUtxos(request: EsploraRequest, script: OwnerScript): Record<string, unknown>[] {
  return listUnconfirmed(request, script).flatMap(({ txid, record }) =>
    sidesOf(record, script).outputs.flatMap(({ vout, value }) => {
      const isSpent = request.ledger.overlay?.spenderOf(txid, vout) !== undefined;
      return isSpent ? [] : [{ txid, vout, status: { confirmed: false }, value }];
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
    [`${base}/txs`]: answer(async (request, asked) => {
      const [unconfirmed, mined] = await Promise.all([
        formatUnconfirmed(request, asked),
        readChainPage(request, asked, undefined),
      ]);
      return { json: [...unconfirmed, ...mined] };
    }),
    [`${base}/txs/chain`]: answer(answerChainPage),
    [`${base}/txs/chain/:last`]: answer(answerChainPage),
    [`${base}/txs/mempool`]: answer(async (request, asked) => ({ json: await formatUnconfirmed(request, asked) })),
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
