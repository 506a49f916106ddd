import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerFromKey, ownerKey } from '@trailmark/core/owner';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { indexedRecord, type ReadScope, signalOf } from './scope.ts';

const RAW_BATCH = 1000;

/** Positions at which each txid was mined, ascending. The eight-byte prefix finds candidates, the record decides. */
export async function readPositionsOf(
  scope: ReadScope,
  txids: readonly string[],
  options?: ReadOptions,
): Promise<Map<string, Position[]>> {
  const found = new Map<string, Position[]>();
  if (txids.length === 0) return found;
  const wanted = new Set(txids);
  const prefixes = [...new Set(txids.map((txid) => BigInt(`0x${txid.slice(0, 16)}`)))];
  const rows = await scope.facts.query(
    `SELECT position FROM ${scope.database}.transaction_ids WHERE txid_prefix IN {prefixes:Array(UInt64)} ORDER BY position`,
    { parameters: { prefixes }, ...signalOf(options) },
  );
  for (const [value] of rows) {
    const position = Number(value);
    const record = indexedRecord(scope, position);
    if (!record || !wanted.has(record.txid)) continue;
    found.set(record.txid, [...(found.get(record.txid) ?? []), position]);
  }
  return found;
}

export async function readTxidsByPrefix(
  scope: ReadScope,
  prefix: string,
  limit: number,
  options?: ReadOptions,
): Promise<{ txid: string; position: Position }[]> {
  const head = prefix.slice(0, 16);
  const rows = await scope.facts.query(
    `SELECT position FROM ${scope.database}.transaction_ids
     WHERE txid_prefix >= {from:UInt64} AND txid_prefix <= {to:UInt64} ORDER BY txid_prefix, position LIMIT {limit:UInt32}`,
    {
      parameters: {
        from: BigInt(`0x${head.padEnd(16, '0')}`),
        to: BigInt(`0x${head.padEnd(16, 'f')}`),
        limit: limit * 2,
      },
      ...signalOf(options),
    },
  );
  const hits: { txid: string; position: Position }[] = [];
  for (const [value] of rows) {
    const record = indexedRecord(scope, Number(value));
    if (record?.txid.startsWith(prefix) && hits.length < limit)
      hits.push({ txid: record.txid, position: record.position });
  }
  return hits;
}

/** Raw bytes by position, in batches of queries. */
export async function readRaw(
  scope: ReadScope,
  positions: readonly Position[],
  options?: ReadOptions,
): Promise<Map<Position, Uint8Array>> {
  const found = new Map<Position, Uint8Array>();
  const wanted = positions.filter((position) => position >= 0);
  for (let from = 0; from < wanted.length; from += RAW_BATCH) {
    const rows = await scope.facts.query(
      `SELECT position, hex(raw) FROM ${scope.database}.transactions WHERE position IN {positions:Array(UInt64)} AND raw != ''`,
      { parameters: { positions: wanted.slice(from, from + RAW_BATCH) }, ...signalOf(options) },
    );
    for (const [position, raw] of rows) found.set(Number(position), new Uint8Array(Buffer.from(String(raw), 'hex')));
  }
  return found;
}

/** Txids of each block in block order, display order each. */
export async function readTxidsOfBlocks(
  scope: ReadScope,
  heights: readonly number[],
  options?: ReadOptions,
): Promise<Map<number, string[]>> {
  const found = new Map(heights.map((height): [number, string[]] => [height, []]));
  if (heights.length === 0) return found;
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const rows = await scope.facts.query(
    `SELECT position, lower(hex(reverse(txid))) FROM ${scope.database}.transactions
     WHERE position >= {from:UInt64} AND position < {to:UInt64} ORDER BY position`,
    { parameters: { from: toPosition(lowest, 0), to: toPosition(highest + 1, 0) }, ...signalOf(options) },
  );
  for (const [position, txid] of rows) found.get(positionHeight(Number(position)))?.push(String(txid));
  return found;
}

function ownersOf(record: TransactionRecord | undefined): Owner[] {
  if (!record) return [];
  return [...record.inputs, ...record.outputs].flatMap((row) => (row.owner ? [row.owner] : []));
}

/** Owners of one form in a range of the first eight payload bytes. Thirty-two byte payloads are completed from a record. */
export async function readOwnersInRange(
  scope: ReadScope,
  range: { type: number; from: bigint; to: bigint },
  limit: number,
  options?: ReadOptions,
): Promise<{ owner: Owner; transactionCount: number }[]> {
  const rows = await scope.facts.query(
    `SELECT prefix, rest, countIf(bitTest(flags, 0)), any(position) FROM ${scope.database}.entries
     WHERE prefix >= {from:UInt64} AND prefix <= {to:UInt64} AND bitShiftRight(rest, 120) = {type:UInt8}
     GROUP BY prefix, rest ORDER BY countIf(bitTest(flags, 0)) DESC, prefix, rest LIMIT {limit:UInt32}`,
    { parameters: { ...range, limit }, ...signalOf(options) },
  );
  return rows.flatMap(([prefix, rest, count, position]) => {
    const key = { prefix: BigInt(prefix as string), rest: BigInt(rest as string) };
    const owner =
      ownerFromKey(key.prefix, key.rest) ??
      ownersOf(scope.lookup.record(Number(position))).find((candidate) => {
        const other = ownerKey(candidate);
        return other.prefix === key.prefix && other.rest === key.rest;
      });
    return owner ? [{ owner, transactionCount: Number(count) }] : [];
  });
}
