import type { MinerClaims } from '@trailmark/api/contract/miner';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { networkOfChain } from '@trailmark/core/network';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import { findCoinbaseTag } from '@trailmark/ingest/labels/coinbase-tags';
import { formatPlural } from '../../answers/format-count.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readLabels, toClaim, toLabelsAsOf } from '../../knowledge/labels/label-answer.ts';
import type { ServedOutputs } from '../ledgers.ts';
import { decodeRaw } from './transaction-lookup.ts';

/** Payees searched: pools without an operator pay hundreds of miners in one coinbase. */
const PAYEES = 100;
const CLAIMS = 20;

type MinerKnowledge = Pick<Knowledge, 'labels' | 'coinbaseTags'>;

async function readTag(
  { id, chain, reader }: ServedOutputs,
  { coinbaseTags }: MinerKnowledge,
  { position, hasRaw }: TransactionRecord,
  read: ReadOptions,
): Promise<Pick<MinerClaims, 'tag' | 'tagNote'>> {
  const list = coinbaseTags(id);
  if (!list) return { tag: null, tagNote: `This server holds no list of the texts of ${chain.name} pools.` };
  const raw = hasRaw ? (await reader.rawTransactions([position], read)).get(position) : undefined;
  if (!raw)
    return { tag: null, tagNote: 'The raw bytes of the coinbase are not stored, so no text in it can be read.' };
  const script = decodeRaw(chain, raw).inputs[0]?.script;
  const found = script && findCoinbaseTag(list.tags, script);
  if (!found) {
    const known = formatPlural(list.tags.length, 'text');
    return { tag: null, tagNote: `None of the ${known} known of pools stands in the coinbase.` };
  }
  const { source, licence, asOf } = list;
  return { tag: { text: found.tag, pool: found.pool, source, licence, asOf }, tagNote: null };
}

/** What is claimed about who made a block: the pool text in its coinbase, and public labels of the addresses it pays. */
export async function readMinerClaims(
  ledger: ServedOutputs,
  knowledge: MinerKnowledge,
  coinbase: TransactionRecord,
  read: ReadOptions,
): Promise<MinerClaims> {
  const labels = knowledge.labels();
  const network = networkOfChain(ledger.id);
  const payees = coinbase.outputs.flatMap(({ owner, value }) =>
    owner && value > 0n ? [formatOwner(ledger.chain, owner)] : [],
  );
  const claims = network
    ? [...new Set(payees)].slice(0, PAYEES).flatMap((address) => readLabels(labels, network, address, true))
    : [];
  return {
    ...(await readTag(ledger, knowledge, coinbase, read)),
    claims: claims.slice(0, CLAIMS).map((label) => toClaim(labels, label)),
    claimCount: claims.length,
    labels: toLabelsAsOf(labels),
  };
}
