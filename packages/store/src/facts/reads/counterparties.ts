import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { CounterpartyTotals } from '@trailmark/core/output-ledger';
import { decodeOwner, encodeOwner, type Owner } from '@trailmark/core/owner';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ENTRY_INPUT } from '../tables.ts';
import { ownerCondition, type ReadScope, signalOf, toBigInt } from './scope.ts';

const ORDER = {
  sent: 'sent_to DESC, first ASC, owner ASC',
  received: 'received_from DESC, first ASC, owner ASC',
  count: 'transactions DESC, first ASC, owner ASC',
  last: 'last DESC, first ASC, owner ASC',
} as const;

/**
 * Everybody on the other side: outputs of transactions the owner funded, and inputs of transactions that pay the owner.
 * The owner itself (change) is left out.
 */
function counterpartySql(scope: ReadScope, condition: string): string {
  const mine = (side: string): string =>
    `SELECT position FROM ${scope.database}.entries WHERE ${condition} AND ${side}bitTest(flags, ${Math.log2(ENTRY_INPUT)})`;
  const part = (side: string, owners: string, values: string, sent: string, received: string): string =>
    `SELECT other AS owner, position, ${sent} AS sent, ${received} AS received FROM ${scope.database}.transactions
     ARRAY JOIN ${owners} AS other, ${values} AS amount
     WHERE position IN (${mine(side)}) AND other != unhex({own:String}) AND other != ''`;
  return `SELECT owner, sum(sent) AS sent_to, sum(received) AS received_from, uniqExact(position) AS transactions,
      min(position) AS first, max(position) AS last FROM (
    ${part('', 'out_owner', 'out_value', 'amount', 'toUInt64(0)')} UNION ALL
    ${part('NOT ', 'in_owner', 'in_value', 'toUInt64(0)', 'amount')}) GROUP BY owner`;
}

export async function readCounterparties(
  scope: ReadScope,
  owner: Owner,
  page: { sort: keyof typeof ORDER; offset: number; limit: number },
  options?: ReadOptions,
): Promise<{ items: CounterpartyTotals[]; total: number }> {
  const condition = ownerCondition(scope, owner);
  const parameters = {
    ...condition.parameters,
    own: encodeHex(encodeOwner(owner)),
    offset: page.offset,
    limit: page.limit,
  };
  const rows = await scope.facts.query(
    `SELECT hex(owner), sent_to, received_from, transactions, first, last, count() OVER () AS total
     FROM (${counterpartySql(scope, condition.sql)}) ORDER BY ${ORDER[page.sort]} LIMIT {offset:UInt32}, {limit:UInt32}`,
    { parameters, threads: 2, ...signalOf(options) },
  );
  if (rows.length === 0 && page.offset > 0) {
    // A page beyond the end has no row to carry the total.
    const { total } = await readCounterparties(scope, owner, { ...page, offset: 0, limit: 1 }, options);
    return { items: [], total };
  }
  return {
    total: Number(rows[0]?.[6] ?? 0),
    items: rows.map((row) => {
      const other = decodeOwner(Buffer.from(String(row[0]), 'hex'));
      if (!other) throw new AppError('inconsistent', 'The facts store holds a counterparty that is no owner.');
      return {
        owner: other,
        sentTo: toBigInt(row[1]),
        receivedFrom: toBigInt(row[2]),
        transactionCount: Number(row[3]),
        firstPosition: Number(row[4]),
        lastPosition: Number(row[5]),
      };
    }),
  };
}
