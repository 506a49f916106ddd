import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CoSpendEdges {
  /** Addresses, numbered from 0. */
  readonly nodes: number;
  /** Pairs: the first input's address and each other distinct one of the same transaction. */
  readonly edges: Uint32Array;
}

function readColumn(directory: string, name: string): Uint32Array {
  const bytes = readFileSync(join(directory, 'truth', `${name}.u32`));
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** The co-spends of a generated chain, from the columns its generator wrote; kept next to them as `edges.u32`. */
export function readCoSpendEdges(directory: string): CoSpendEdges {
  const path = join(directory, 'edges.u32');
  const nodes = readFileSync(join(directory, 'truth', 'address-form.u8')).length;
  if (!existsSync(path)) writeFileSync(path, new Uint8Array(buildEdges(directory).buffer));
  const bytes = readFileSync(path);
  return { nodes, edges: new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)) };
}

function buildEdges(directory: string): Uint32Array {
  const [address, sources, vouts] = ['output-address', 'input-transaction', 'input-vout'].map((name) =>
    readColumn(directory, name),
  );
  const [firstInput, firstOutput] = ['first-input', 'first-output'].map((name) => readColumn(directory, name));
  if (!address || !sources || !vouts || !firstInput || !firstOutput) throw new Error('The chain has no columns.');
  const edges: number[] = [];
  for (let tx = 0; tx < firstInput.length; tx++) {
    const end = firstInput[tx + 1] ?? sources.length;
    const seen = new Set<number>();
    for (let i = firstInput[tx] ?? 0; i < end; i++) {
      seen.add(address[(firstOutput[sources[i] ?? 0] ?? 0) + (vouts[i] ?? 0)] ?? 0);
    }
    const [first, ...others] = seen;
    for (const other of others) edges.push(first ?? 0, other);
  }
  return Uint32Array.from(edges);
}
