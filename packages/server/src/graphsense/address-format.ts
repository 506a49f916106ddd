import { formatOwner } from '@trailmark/chains/utxo/address';
import type { OwnerTotals } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import { NO_TOTALS, toBalance } from '../ledger/outputs/totals.ts';
import type { GraphsenseRequest } from './graphsense-route.ts';

function toValues(value: bigint) {
  return { value, fiat_values: [] };
}

/** Totals of owners; those the ledger has not seen have empty ones. */
export async function readTotals(
  { reader }: ServedOutputs,
  owners: readonly Owner[],
  { read }: GraphsenseRequest,
): Promise<OwnerTotals[]> {
  const totals = await reader.totals(owners, read);
  return owners.map((owner) => totals.get(ownerId(owner)) ?? NO_TOTALS);
}

/** Txids by position, of one question to the ledger. */
export async function readTxids(
  { reader }: ServedOutputs,
  totals: readonly OwnerTotals[],
  { read }: GraphsenseRequest,
): Promise<ReadonlyMap<Position, string>> {
  const positions = totals.flatMap(({ firstPosition, lastPosition }) =>
    [firstPosition ?? [], lastPosition ?? []].flat(),
  );
  const distinct = [...new Set(positions)];
  const records = await reader.records(distinct, read);
  return new Map(distinct.flatMap((position, i) => (records[i] ? [[position, records[i].txid]] : [])));
}

function toTxSummary({ reader }: ServedOutputs, txids: ReadonlyMap<Position, string>, position: Position | undefined) {
  if (position === undefined) return undefined;
  const height = positionHeight(position);
  return { height, timestamp: reader.block(height)?.time, tx_hash: txids.get(position) };
}

/**
 * An owner as GraphSense's `Address`. What this index does not count (degrees, transactions by direction), a balance it does
 * not know and fiat values are left out rather than guessed.
 */
export function toGraphsenseAddress(
  ledger: ServedOutputs,
  owner: Owner,
  totals: OwnerTotals,
  { txids, cluster }: { readonly txids: ReadonlyMap<Position, string>; readonly cluster: number | undefined },
) {
  const { balance } = toBalance(ledger.reader, totals);
  return {
    currency: ledger.id,
    address: formatOwner(ledger.chain, owner),
    entity: cluster,
    cluster,
    balance: balance === null ? undefined : toValues(balance),
    total_received: toValues(totals.received),
    total_spent: toValues(totals.sent),
    first_tx: toTxSummary(ledger, txids, totals.firstPosition),
    last_tx: toTxSummary(ledger, txids, totals.lastPosition),
    is_contract: false,
  };
}

/** An address with the organisations its labels name. */
export function toActorReferences({ labels }: GraphsenseRequest, ids: readonly (string | undefined)[]) {
  const actors = [...new Set(ids.flatMap((id) => id ?? []))];
  if (actors.length === 0) return undefined;
  return actors.map((id) => ({ id, label: labels.actor(id)?.label ?? id }));
}
