import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChain } from '@trailmark/chains/catalogue';
import { type Owner, ownerId } from '@trailmark/core/owner';
import type { BlockSource } from '@trailmark/ingest/source';
import type { RandomBlock } from '@trailmark/ingest/testing/random-chain';
import type { BatchLimits } from '@trailmark/ingest/utxo/batch-stager';
import { IngestEngine } from '@trailmark/ingest/utxo/ingest-engine';
import type { LedgerPort } from '@trailmark/ingest/utxo/ledger-port';
import { createStorePort } from '@trailmark/ingest/utxo/store-port';
import type { IngestProgress, IngestStart } from '@trailmark/ingest/worker-protocol';
import type { FactsClient } from '@trailmark/store/facts/client';
import { LEDGER_TABLES, ledgerDatabase, type TableColumn } from '@trailmark/store/facts/tables';
import { type ChainStore, type FactsStore, type OpenStoreOptions, openFactsStore } from '@trailmark/store/open-store';
import type { ArrayReader } from '../../packages/server/src/testing/array-reader.ts';
import { buildLedger } from '../../packages/server/src/testing/ledger-builder.ts';

export const CHAIN = 'btc-regtest';

/** A store of one regtest chain in a folder of its own. */
export interface OpenLedger {
  readonly directory: string;
  readonly facts: FactsClient;
  readonly store: ChainStore;
  /** Closes and opens again, as a restart does. */
  reopen(): Promise<OpenLedger>;
  close(): Promise<void>;
}

/** In memory where there is some: these tests are about rows, not about disks. */
export function temporaryDirectory(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'trailmark-ledger-'));
}

export function lookupDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'chains', CHAIN, 'lookup');
}

export async function openLedger(
  options: Partial<OpenStoreOptions> = {},
  directory = temporaryDirectory(),
): Promise<OpenLedger> {
  const host: FactsStore = await openFactsStore({ ...options, dataDirectory: directory });
  const store = await host.chain(CHAIN);
  return {
    directory,
    facts: host.facts,
    store,
    async reopen() {
      await host.close();
      return openLedger(options, directory);
    },
    async close() {
      await host.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export interface EngineOptions {
  readonly tableSlots?: number;
  readonly limits?: BatchLimits;
  readonly port?: (port: LedgerPort) => LedgerPort;
  readonly fromHeight?: IngestStart;
  readonly toHeight?: number;
  readonly onProgress?: (progress: IngestProgress) => void;
}

export function createEngine(ledger: OpenLedger, source: BlockSource, options: EngineOptions = {}): IngestEngine {
  const port = createStorePort(ledger.store);
  return new IngestEngine({
    chain: getChain(CHAIN),
    source,
    port: options.port?.(port) ?? port,
    directories: { staging: ledger.store.stagingDirectory, lookup: lookupDirectory(ledger.directory) },
    tableSlots: options.tableSlots ?? 2 ** 14,
    fromHeight: options.fromHeight,
    toHeight: options.toHeight,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    limits: options.limits,
  });
}

/** Reads a source to its head with an engine of its own. */
export async function ingest(ledger: OpenLedger, source: BlockSource, options: EngineOptions = {}): Promise<number> {
  const engine = createEngine(ledger, source, options);
  try {
    return await engine.catchUp();
  } finally {
    engine.close();
  }
}

/** The model of the same blocks. */
export function buildModel(blocks: readonly RandomBlock[]): ArrayReader {
  return buildLedger(
    CHAIN,
    blocks.map(({ height, header, transactions }) => ({ height, header, transactions, source: 'memory' })),
  );
}

function columnSql({ name, type }: TableColumn): string {
  if (/^(String|FixedString)/.test(type)) return `hex(${name})`;
  if (/^Array\((String|FixedString)/.test(type)) return `arrayMap(x -> hex(x), ${name})`;
  return name;
}

/** Every row of every table as text, sorted; `orphans` and `vanished` are left out, because they remember. */
export async function dumpTables(
  facts: FactsClient,
  database = ledgerDatabase(CHAIN),
): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of LEDGER_TABLES.filter(({ name }) => name !== 'orphans' && name !== 'vanished')) {
    const columns = table.columns.map(columnSql).join(', ');
    const rows = await facts.query(`SELECT ${columns} FROM ${database}.${table.name} ORDER BY ${table.orderBy}`);
    dump[table.name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return dump;
}

/** Everybody who takes part, in the order of first use. */
export async function listOwners(model: ArrayReader): Promise<Owner[]> {
  const owners = new Map<string, Owner>();
  for (const record of await allRecords(model)) {
    for (const { owner } of [...record.inputs, ...record.outputs]) if (owner) owners.set(ownerId(owner), owner);
  }
  return [...owners.values()];
}

export async function allRecords(model: ArrayReader) {
  const positions = await allPositions(model);
  return (await model.records(positions)).flatMap((record) => record ?? []);
}

export async function allPositions(model: ArrayReader): Promise<number[]> {
  const heights = model.heightRanges().flatMap(({ fromHeight, toHeight }) => {
    return Array.from({ length: toHeight - fromHeight + 1 }, (_, i) => fromHeight + i);
  });
  return (await Promise.all(heights.map((height) => model.blockPositions(height)))).flat();
}
