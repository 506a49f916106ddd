import type { UnspentOutput } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { ENTRY_INPUT, ENTRY_UNFUNDED, ENTRY_UNSPENDABLE, OUTPUT_SLOT } from '../tables.ts';
import { ownerCondition, type ReadScope, signalOf, toBigInt } from './scope.ts';

const IS_INPUT = `bitTest(flags, ${Math.log2(ENTRY_INPUT)})`;
/** Inputs that name the output they spend; the others carry a zero there. */
export const IS_FUNDED_INPUT = `${IS_INPUT} AND NOT bitTest(flags, ${Math.log2(ENTRY_UNFUNDED)})`;

/** Unspent outputs, oldest first: the owner's output rows that none of its input rows names. */
export async function readUnspent(
  scope: ReadScope,
  owner: Owner,
  page: { after?: { position: Position; vout: number } | undefined; limit: number },
  options?: ReadOptions,
): Promise<UnspentOutput[]> {
  const condition = ownerCondition(scope, owner);
  const rows = await scope.facts.query(
    `SELECT position, slot - ${OUTPUT_SLOT}, value, flags FROM ${scope.database}.entries
     WHERE ${condition.sql} AND NOT ${IS_INPUT} AND (position, slot) > ({afterPosition:UInt64}, {afterSlot:UInt32})
       AND (position, toUInt32(slot - ${OUTPUT_SLOT})) NOT IN
         (SELECT ref, ref_vout FROM ${scope.database}.entries WHERE ${condition.sql} AND ${IS_FUNDED_INPUT})
     ORDER BY position, slot LIMIT {limit:UInt32}`,
    {
      parameters: {
        ...condition.parameters,
        afterPosition: page.after?.position ?? 0,
        afterSlot: page.after ? page.after.vout + OUTPUT_SLOT : 0,
        limit: page.limit,
      },
      ...signalOf(options),
    },
  );
  return rows.map((row) => ({
    position: Number(row[0]),
    vout: Number(row[1]),
    value: toBigInt(row[2]),
    isSpendable: (Number(row[3]) & ENTRY_UNSPENDABLE) === 0,
  }));
}
