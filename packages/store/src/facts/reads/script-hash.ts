import { decodeHex } from '@trailmark/core/hex';
import { decodeOwner, type Owner, ownerId } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import { type ReadScope, signalOf } from './scope.ts';
import { readTotals } from './totals.ts';

/** SQL that rebuilds the output script of an owner: form byte `substring(o, 1, 1)`, payload the rest. */
const SCRIPT_SQL = `multiIf(
  startsWith(o, char(${SCRIPT_CODE.p2pkh})), concat(unhex('76a914'), substring(o, 2), unhex('88ac')),
  startsWith(o, char(${SCRIPT_CODE.p2sh})), concat(unhex('a914'), substring(o, 2), unhex('87')),
  startsWith(o, char(${SCRIPT_CODE.p2wpkh})), concat(unhex('0014'), substring(o, 2)),
  startsWith(o, char(${SCRIPT_CODE.p2wsh})), concat(unhex('0020'), substring(o, 2)),
  startsWith(o, char(${SCRIPT_CODE.p2tr})), concat(unhex('5120'), substring(o, 2)),
  startsWith(o, char(${SCRIPT_CODE.p2sh32})), concat(unhex('aa20'), substring(o, 2), unhex('87')), '')`;

const OWN_HASH_FORMS = ['multisig', 'nonstandard', 'witness-unknown', 'anchor'] as const;

/**
 * The owner whose output script hashes to `scriptHash` (SHA-256 of the script, hex, not reversed). Forms that are known
 * by their script's hash are found at once; the others need a scan of the outputs, bounded by the query's time limit,
 * because entries are sorted by payload and not by script hash.
 */
export async function findOwnerOfScriptHash(
  scope: ReadScope,
  scriptHash: string,
  options?: ReadOptions,
): Promise<Owner | undefined> {
  const payload = decodeHex(scriptHash);
  const direct: Owner[] = OWN_HASH_FORMS.map((type) => ({ type, payload }));
  const totals = await readTotals(scope, direct, options);
  if (totals.size > 0) {
    const rows = direct.filter((owner) => totals.has(ownerId(owner)));
    if (rows[0]) return rows[0];
  }
  const rows = await scope.facts.query(
    `SELECT hex(o) FROM ${scope.database}.transactions ARRAY JOIN out_owner AS o
     WHERE o != '' AND SHA256(${SCRIPT_SQL}) = unhex({hash:String}) LIMIT 1`,
    { parameters: { hash: scriptHash }, threads: 2, ...signalOf(options) },
  );
  return rows[0] ? decodeOwner(Buffer.from(String(rows[0][0]), 'hex')) : undefined;
}
