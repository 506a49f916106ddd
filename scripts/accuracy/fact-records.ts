import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { decodeOwner } from '@trailmark/core/owner';
import { type Position, toPosition } from '@trailmark/core/position';
import { getBundledSet } from '../../packages/ingest/src/bundled/bundled-sets.ts';
import type { FactTransaction } from '../../packages/ingest/src/source.ts';

/** The transactions of a bundled fact table, as the index would hold them. Throws where the set is no fact table. */
export async function readFactRecords(id: string): Promise<TransactionRecord[]> {
  const set = getBundledSet(id);
  if (set.kind !== 'facts') throw new Error(`The bundled set ${id} is no fact table.`);
  const positionOf = new Map<string, Position>();
  const records: TransactionRecord[] = [];
  for await (const blocks of (await set.open()).blocks()) {
    for (const { height, transactions } of blocks) {
      for (const transaction of transactions) {
        const position = toPosition(height, transaction.index);
        records.push(toRecord(transaction, position, positionOf));
        positionOf.set(transaction.txid, position);
      }
    }
  }
  return records;
}

function toRecord(
  { txid, isCoinbase, inputs, outputs }: FactTransaction,
  position: Position,
  positionOf: ReadonlyMap<string, Position>,
): TransactionRecord {
  return {
    ...{ position, txid, isCoinbase, fee: undefined, hasRaw: false },
    inputs: inputs.map(({ prevTxid, prevVout, value, owner }) => ({
      owner: owner && decodeOwner(owner),
      value,
      source: prevTxid === undefined ? undefined : positionOf.get(prevTxid),
      vout: prevVout,
      isP2pk: false,
    })),
    outputs: outputs.map(({ value, owner, type }) => ({ owner: owner && decodeOwner(owner), value, type })),
  };
}
