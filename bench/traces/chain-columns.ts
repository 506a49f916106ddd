import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainColumns } from '@trailmark/analysis/tracing/whole-chain/chain-columns';

/** A column that the generator of a chain wrote. */
export function readColumn(directory: string, name: string): Uint32Array {
  const bytes = readFileSync(join(directory, 'truth', `${name}.u32`));
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function withEnd(column: Uint32Array, end: number): Uint32Array {
  const whole = new Uint32Array(column.length + 1);
  whole.set(column);
  whole[column.length] = end;
  return whole;
}

/** A generated chain as columns in memory, from what its generator wrote of it. */
export function readChainColumns(directory: string): ChainColumns {
  const low = readColumn(directory, 'output-value-low');
  const high = readColumn(directory, 'output-value-high');
  const values = new Float64Array(low.length);
  for (let i = 0; i < values.length; i++) values[i] = (high[i] ?? 0) * 4_294_967_296 + (low[i] ?? 0);
  const sources = readColumn(directory, 'input-transaction');
  const vouts = readColumn(directory, 'input-vout');
  const firstOutput = withEnd(readColumn(directory, 'first-output'), values.length);
  const spends = new Uint32Array(sources.length);
  for (let i = 0; i < spends.length; i++) spends[i] = (firstOutput[sources[i] ?? 0] ?? 0) + (vouts[i] ?? 0);
  const firstInput = withEnd(readColumn(directory, 'first-input'), spends.length);
  return { transactions: firstInput.length - 1, firstInput, firstOutput, spends, values };
}
