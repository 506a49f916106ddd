import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { OutputChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { type Position, toPosition } from '@trailmark/core/position';
import { readColumn } from './chain-columns.ts';

/** Addresses with so many receipts represent services. */
const SERVICE_RECEIPTS = 40;

/** A generated chain in a store: its folder, its reader, and how addresses of it are written. */
export interface StoredChain {
  readonly directory: string;
  readonly reader: OutputLedger;
  readonly chain: OutputChainId;
}

/** Positions of the generator's transactions, which it numbers from the coinbase of block 1 on. */
function createPositions(directory: string): (transaction: number) => Position {
  const heights = readColumn(directory, 'height');
  const firsts = new Map<number, number>();
  for (const [transaction, height] of heights.entries()) if (!firsts.has(height)) firsts.set(height, transaction);
  return (transaction) => {
    const height = heights[transaction] ?? 0;
    return toPosition(height, transaction - (firsts.get(height) ?? 0));
  };
}

/** Address of an output by its number in the chain. */
export async function readAddresses(
  { directory, reader, chain }: StoredChain,
  outputs: readonly number[],
): Promise<string[]> {
  const firstOutput = readColumn(directory, 'first-output');
  const positionOf = createPositions(directory);
  const transactions = outputs.map((output) => {
    let [low, high] = [0, firstOutput.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((firstOutput[middle] ?? 0) <= output) low = middle;
      else high = middle - 1;
    }
    return low;
  });
  const records = await reader.records(transactions.map(positionOf));
  return records.flatMap((record, i) => {
    const owner = record?.outputs[(outputs[i] ?? 0) - (firstOutput[transactions[i] ?? 0] ?? 0)]?.owner;
    return owner ? [formatOwner(getChain(chain), owner)] : [];
  });
}

/** Addresses with so many receipts that they represent services. */
export async function findServices(stored: StoredChain): Promise<Set<string>> {
  const counts = new Map<number, { receipts: number; first: number }>();
  for (const [output, address] of readColumn(stored.directory, 'output-address').entries()) {
    const known = counts.get(address);
    if (known) known.receipts++;
    else if (address !== 0xffffffff) counts.set(address, { receipts: 1, first: output });
  }
  const busy = [...counts.values()].filter(({ receipts }) => receipts >= SERVICE_RECEIPTS);
  return new Set(
    await readAddresses(
      stored,
      busy.map(({ first }) => first),
    ),
  );
}
