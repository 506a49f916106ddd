import { compareFingerprints, type WalletTraits } from '@trailmark/analysis/change/fingerprint';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { encodeHex } from '@trailmark/core/hex';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { decodeRaw } from '../../ledger/outputs/transaction-lookup.ts';

type Fingerprint = RouteOutput<Contract['getTransactionFindings']>['fingerprints'][number];

/** Outputs whose spenders are compared: payouts to hundreds have no change that can be found this way. */
const MOST_OUTPUTS = 20;

function toTraits(ledger: ServedOutputs, record: TransactionRecord, raw: Uint8Array): WalletTraits {
  const { version, lockTime, inputs, outputs } = decodeRaw(ledger.chain, raw);
  return {
    version,
    locktime: lockTime,
    sequences: inputs.map(({ sequence }) => sequence),
    inputTypes: record.inputs.flatMap(({ owner }) => owner?.type ?? []),
    outputTypes: record.outputs.map(({ type }) => type),
    prevouts: inputs.map(({ prevTxid, prevVout }) => ({ txid: prevTxid, vout: prevVout })),
    outputs: outputs.map(({ value, script }) => ({ value, script: encodeHex(script) })),
  };
}

/**
 * How far the transaction that spends each output looks like it was made by the same wallet. It rests on what came later
 * and on raw bytes, so it is empty where either is not indexed; it ranks, and joins nobody.
 */
export async function readSpenderFingerprints(
  ledger: ServedOutputs,
  record: TransactionRecord,
  read: ReadOptions,
): Promise<Fingerprint[]> {
  if (record.isCoinbase || record.outputs.length < 2 || record.outputs.length > MOST_OUTPUTS) return [];
  const places = record.outputs.flatMap(({ owner }, vout) =>
    owner ? [{ position: record.position, vout, owner }] : [],
  );
  const spenders = await ledger.reader.spenders(places, read);
  const positions = [...new Set([...spenders.values()].map(({ position }) => position))];
  const [records, raws] = await Promise.all([
    ledger.reader.records(positions, read),
    ledger.reader.rawTransactions([record.position, ...positions], read),
  ]);
  const own = raws.get(record.position);
  if (!own) return [];
  const traits = toTraits(ledger, record, own);
  return places.flatMap(({ vout }) => {
    const position = spenders.get(`${record.position}:${vout}`)?.position;
    const spender = position === undefined ? undefined : records[positions.indexOf(position)];
    const raw = position === undefined ? undefined : raws.get(position);
    if (!spender || !raw) return [];
    const comparison = compareFingerprints(traits, toTraits(ledger, spender, raw));
    return [
      {
        vout,
        spender: spender.txid,
        agreeing: comparison.agreeing,
        compared: comparison.compared,
        traits: comparison.traits.map(({ trait, agrees }) => ({ trait, agrees: agrees ?? null })),
      },
    ];
  });
}
