import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { getChain } from '@trailmark/chains/catalogue';
import { type DetectedAddress, formatOwner } from '@trailmark/chains/utxo/address';
import { type ChainId, OUTPUT_CHAIN_IDS, type OutputChainId } from '@trailmark/core/chain';
import type { LedgerBlock } from '@trailmark/core/ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount, formatPlural } from '../../answers/format-count.ts';
import type { Ledgers, ServedLedger, ServedOutputs } from '../ledgers.ts';

export type SearchHit = RouteOutput<Contract['search']>['hits'][number];

/** Chains of outputs to try for a text: the requested one, or those with blocks before the rest. */
export function chainsToTry(
  ledgers: Ledgers,
  asked: ChainId | undefined,
): { held: readonly ServedOutputs[]; rest: readonly OutputChainId[] } {
  const isWanted = (id: ChainId) => asked === undefined || id === asked;
  const held = ledgers.list('outputs').filter(({ id, reader }) => isWanted(id) && reader.tip());
  const rest = OUTPUT_CHAIN_IDS.filter((id) => isWanted(id) && !held.some((ledger) => ledger.id === id));
  return { held, rest };
}

/** An indexed address, or one that was not seen. */
export function toAddressHit(ledger: ServedOutputs, owner: Owner, transactionCount: number | undefined): SearchHit {
  const { name } = ledger.chain;
  return {
    kind: 'address',
    chain: ledger.id,
    id: formatOwner(ledger.chain, owner),
    detail:
      transactionCount === undefined
        ? `${name} address, not seen in this index`
        : `${name} address, ${formatPlural(transactionCount, 'transaction')}`,
    isIndexed: transactionCount !== undefined,
    transactionCount: transactionCount ?? null,
  };
}

/** An address of a chain of which this server holds nothing. */
export function toForeignHit({ chain, canonical }: DetectedAddress): SearchHit {
  const detail = `Valid ${getChain(chain).name} address; this server holds no data of that chain`;
  return { kind: 'address', chain, id: canonical, detail, isIndexed: false, transactionCount: null };
}

/** Addresses with their counts: one store query per chain. */
export async function readAddressHits(
  ledger: ServedOutputs,
  owners: readonly Owner[],
  read: ReadOptions,
): Promise<SearchHit[]> {
  if (owners.length === 0) return [];
  const totals = await ledger.reader.totals(owners, read);
  return owners.map((owner) => toAddressHit(ledger, owner, totals.get(ownerId(owner))?.transactionCount));
}

/** A transaction of any chain. */
export function toTransactionHit(ledger: ServedLedger, txid: string, position: number | undefined): SearchHit {
  const place = position === undefined ? 'unconfirmed' : `in block ${formatCount(positionHeight(position))}`;
  return {
    kind: 'transaction',
    chain: ledger.id,
    id: txid,
    detail: `${ledger.chain.name} transaction, ${place}`,
    isIndexed: position !== undefined,
    transactionCount: null,
  };
}

/** Transactions of one chain among ids; ids it does not hold are left out. */
export async function readTransactionHits(
  ledger: ServedOutputs,
  txids: readonly string[],
  read: ReadOptions,
): Promise<SearchHit[]> {
  if (txids.length === 0) return [];
  const found = await ledger.reader.positionsOf(txids, read);
  return txids.flatMap((txid) => {
    const position = found.get(txid)?.at(-1);
    if (position !== undefined) return [toTransactionHit(ledger, txid, position)];
    return ledger.overlay?.get(txid) ? [toTransactionHit(ledger, txid, undefined)] : [];
  });
}

/** A block of any chain. Its id is its height where no hash is indexed. */
export function toBlockHit(ledger: ServedLedger, { hash, height, transactionCount }: LedgerBlock): SearchHit {
  return {
    kind: 'block',
    chain: ledger.id,
    id: hash || String(height),
    detail: `${ledger.chain.name} block ${formatCount(height)}, ${formatPlural(transactionCount, 'transaction')}`,
    isIndexed: true,
    transactionCount,
  };
}
