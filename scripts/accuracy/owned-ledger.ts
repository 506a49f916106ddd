import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeScript } from '@trailmark/chains/utxo/script';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import { type NodeBlock, readNodeBlock } from './node-block.ts';
import { buildLedger } from './plain-ledger.ts';
import type { SimulatedKind } from './simulated-world.ts';
import { readSimulation, type Simulation } from './simulation.ts';
import { openZip, type ZipArchive } from './zip-archive.ts';

/** A ledger together with who owns what. */
export interface OwnedLedger {
  readonly name: string;
  readonly records: readonly TransactionRecord[];
  /** Wallet by `ownerId`; owners of nobody we know of are left out. */
  readonly walletOf: ReadonlyMap<string, string>;
  /** By txid; empty where the source does not say. */
  readonly kinds: ReadonlyMap<string, SimulatedKind>;
}

/** Wallets that own the inputs of a transaction; undefined where one of the inputs has no known wallet. */
export function inputWallets(ledger: OwnedLedger, record: TransactionRecord): Set<string> | undefined {
  const wallets = new Set<string>();
  for (const { owner } of record.inputs) {
    const wallet = owner && ledger.walletOf.get(ownerId(owner));
    if (wallet === undefined) return undefined;
    wallets.add(wallet);
  }
  return wallets;
}

/** A simulation as a ledger. */
export function toOwnedLedger(name: string, simulation: Simulation): OwnedLedger {
  const walletOf = new Map<string, string>();
  for (const { outputs, owners } of simulation.transactions) {
    for (const [vout, { script }] of outputs.entries()) {
      const { owner } = describeScript(script);
      const wallet = owners[vout];
      if (owner && wallet !== undefined) walletOf.set(ownerId(owner), wallet);
    }
  }
  const { records } = buildLedger(simulation.transactions);
  return { name, records, walletOf, kinds: new Map(simulation.transactions.map(({ txid, kind }) => [txid, kind])) };
}

const RECORDED = join(import.meta.dirname, '../../data/btc/accuracy');

/** Where the recorded simulation of a seed is in the repository. */
export function recordedSimulation(seed: string): string {
  return join(RECORDED, `simulated-wallets-${seed}.jsonl.gz`);
}

export function readRecordedLedger(seed: string): OwnedLedger {
  return toOwnedLedger(`Simulated wallets, ${seed} run`, readSimulation(recordedSimulation(seed)));
}

const WASABI_2 = 'emul__ww2_lognorm-static-5utxo.zip';
const JOINMARKET = 'emul__joinmarket_1taker_2tumbler_40maker_pruned.zip';

/** One run of Wasabi 2 was for tuning, the other is reported; of JoinMarket there is one, whose rounds are split like all others. */
export const EMULATIONS = [
  { name: 'Wasabi 2 emulation, first run', file: WASABI_2, part: '2024-04-05_15-19', halves: ['tuning'] },
  { name: 'Wasabi 2 emulation, second run', file: WASABI_2, part: '2024-04-05_17-21', halves: ['reporting'] },
  { name: 'JoinMarket emulation', file: JOINMARKET, part: '2025-02-10_08-08', halves: ['tuning', 'reporting'] },
] as const;

/** Path of an emulation's archive below the data folder. */
export function emulationFile(file: string): string {
  return `btc/coinjoin/${file}`;
}

/** Reads a run of EmuCoinJoin: the node's blocks, and the keys that each client lists as its own. Undefined where it is absent. */
export function readEmulation(
  data: string,
  { name, file, part }: (typeof EMULATIONS)[number],
): OwnedLedger | undefined {
  const path = join(data, emulationFile(file));
  if (!existsSync(path)) return undefined;
  const archive = openZip(path);
  const names = archive.names.filter((entry) => entry.includes(part));
  const blocks = names
    .filter((entry) => /\/btc-node\/block_\d+\.json$/.test(entry))
    .map((entry) => read<NodeBlock>(archive, entry));
  const walletOfAddress = new Map<string, string>();
  for (const entry of names.filter((each) => each.endsWith('/keys.json'))) {
    const wallet = entry.split('/').at(-2) ?? '';
    for (const { address } of read<readonly { address: string }[]>(archive, entry))
      walletOfAddress.set(address, wallet);
  }
  const walletOf = new Map<string, string>();
  const { records } = buildLedger(blocks.flatMap(readNodeBlock));
  const owners = new Map(records.map((record) => [record.txid, record.outputs]));
  for (const { txid, vout } of blocks.flatMap(({ tx }) => tx)) {
    for (const [i, { scriptPubKey }] of vout.entries()) {
      const owner = owners.get(txid)?.[i]?.owner;
      const wallet = walletOfAddress.get(scriptPubKey.address ?? '');
      if (owner && wallet !== undefined) walletOf.set(ownerId(owner), wallet);
    }
  }
  return { name, records, walletOf, kinds: new Map() };
}

function read<T>(archive: ZipArchive, entry: string): T {
  return JSON.parse(archive.read(entry).toString('utf8')) as T;
}
