import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import type { PlainTransaction } from './plain-ledger.ts';
import type { SimulatedKind } from './simulated-world.ts';

export interface SimulatedTransaction extends PlainTransaction {
  readonly kind: SimulatedKind;
  /** Wallet of each output; undefined where nobody can spend it. */
  readonly owners: readonly (string | undefined)[];
}

/** A simulated chain with the truth about it. */
export interface Simulation {
  readonly seed: string;
  /** Program that kept the wallets and mined the blocks. */
  readonly node: string;
  readonly wallets: readonly string[];
  readonly transactions: readonly SimulatedTransaction[];
}

/** Kind, height, txid, inputs as number of an earlier transaction and output, outputs as value, script and number of the wallet. */
type Line = readonly [
  SimulatedKind,
  number,
  string,
  readonly (readonly [number, number])[],
  readonly (readonly [string, string, number])[],
];

const FORMAT = 'trailmark-simulation-1';

/** Writes a simulation as gzip-compressed JSON lines: a head, then one transaction a line in the order of the chain. */
export function writeSimulation(path: string, simulation: Simulation): void {
  const { seed, node, wallets, transactions } = simulation;
  const numberOf = new Map(transactions.map(({ txid }, i) => [txid, i]));
  const walletNumber = new Map(wallets.map((wallet, i) => [wallet, i]));
  const lines = transactions.map(({ kind, time, txid, inputs, outputs, owners }): Line => {
    return [
      kind,
      time,
      txid,
      inputs.map((input) => [numberOf.get(input.txid) ?? -1, input.vout]),
      outputs.map(({ value, script }, vout) => {
        return [value.toString(), encodeHex(script), walletNumber.get(owners[vout] ?? '') ?? -1];
      }),
    ];
  });
  const text = [{ format: FORMAT, seed, node, wallets }, ...lines].map((line) => JSON.stringify(line)).join('\n');
  const packed = gzipSync(`${text}\n`, { level: 9 });
  // The operating system's number: not a fact about the data.
  packed[9] = 255;
  writeFileSync(path, packed);
}

/** Reads what `writeSimulation` wrote. */
export function readSimulation(path: string): Simulation {
  const [head, ...lines] = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const { format, seed, node, wallets } = JSON.parse(head ?? '{}') as Omit<Simulation, 'transactions'> & {
    format?: string;
  };
  if (format !== FORMAT) throw new Error(`${path} is no recorded simulation of the format ${FORMAT}.`);
  const parsed = lines.map((line) => JSON.parse(line) as Line);
  let [height, index] = [-1, 0];
  const transactions = parsed.map(([kind, time, txid, inputs, outputs]): SimulatedTransaction => {
    index = time === height ? index + 1 : 0;
    height = time;
    return {
      ...{ kind, time, txid, index, block: String(time), isCoinbase: kind === 'coinbase' },
      inputs: inputs.map(([number, vout]) => ({ txid: parsed[number]?.[2] ?? '', vout, spent: undefined })),
      outputs: outputs.map(([value, script]) => ({ value: BigInt(value), script: decodeHex(script) })),
      owners: outputs.map(([, , wallet]) => wallets[wallet]),
    };
  });
  return { seed, node, wallets, transactions };
}
