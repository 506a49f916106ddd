import { decodeHex } from '@trailmark/core/hex';
import { decodeOwner, type Owner, ownerId } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import { indexedEnd, type ReadScope, signalOf } from './scope.ts';
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

/** A P2PK script in raw bytes, behind its own length: of a key of 33 bytes, and of one of 65. */
const KEY_SCRIPTS = [
  { head: '2321', bytes: 35 },
  { head: '4341', bytes: 67 },
] as const;

/**
 * Position of a transaction with a P2PK output whose script hashes to `scriptHash`. Its owner is known by the hash of the key
 * alone, so the raw bytes of all transactions with such outputs are searched, bounded by the query's time limit.
 */
export async function findKeyScript(
  scope: ReadScope,
  scriptHash: string,
  options?: ReadOptions,
): Promise<Position | undefined> {
  const matches = KEY_SCRIPTS.map(
    ({ head, bytes }) =>
      `(substring(raw, i, 2) = unhex('${head}') AND SHA256(substring(raw, i + 1, ${bytes})) = unhex({hash:String}))`,
  );
  const rows = await scope.facts.query(
    `SELECT position FROM ${scope.database}.transactions
     WHERE has(out_type, ${SCRIPT_CODE.p2pk}) AND position < {indexedEnd:UInt64}
       AND arrayExists(i -> ${matches.join(' OR ')}, range(1, length(raw))) LIMIT 1`,
    { parameters: { hash: scriptHash, indexedEnd: indexedEnd(scope) }, threads: 2, ...signalOf(options) },
  );
  return rows[0] === undefined ? undefined : Number(rows[0][0]);
}
