import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VanishedTransaction } from '@trailmark/core/output-ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableFile, writeTable } from '../account-facts/encode-batch.ts';
import { type FactsClient, openEmbeddedFacts } from './client.ts';
import { createTables } from './create-tables.ts';
import type { ReadScope } from './reads/scope.ts';
import { vanishedTable } from './tables.ts';
import { readVanished, vanishedRows } from './vanished-rows.ts';

const directory = mkdtempSync(join(tmpdir(), 'trailmark-vanished-'));
let facts: FactsClient;
let scope: ReadScope;

const hash = (byte: string): string => `${byte.repeat(31)}01`;
const REPLACED: VanishedTransaction = {
  ...{ txid: hash('aa'), raw: Uint8Array.of(1, 2, 255), reason: 'replaced', firstSeen: 1_700_000_000 },
  ...{ lastSeen: 1_700_000_600, block: undefined, replacedBy: hash('bb') },
};
const REORGANISED: VanishedTransaction = {
  ...{ txid: hash('aa'), raw: Uint8Array.of(1, 2, 255), reason: 'reorganised', firstSeen: 1_700_000_700 },
  ...{ lastSeen: 1_700_000_900, block: { height: 800_000, hash: hash('cc') }, replacedBy: undefined },
};
const DROPPED: VanishedTransaction = {
  ...{ txid: hash('dd'), raw: new Uint8Array(0), reason: 'dropped', firstSeen: 1, lastSeen: 2 },
  ...{ block: undefined, replacedBy: undefined },
};

beforeAll(async () => {
  facts = await openEmbeddedFacts(join(directory, 'facts'));
  await createTables(facts, 'ledger_btc', [vanishedTable]);
  // What a read needs of a scope here is the store and the database.
  scope = { facts, database: 'ledger_btc' } as unknown as ReadScope;
  writeTable(directory, vanishedRows([REPLACED, DROPPED, REORGANISED]));
  await facts.insertFile('ledger_btc', vanishedTable, tableFile(directory, vanishedTable.name));
});

afterAll(async () => {
  await facts.close();
  rmSync(directory, { recursive: true, force: true });
});

test('what vanished is read as it was kept, by its id, the last first', async () => {
  expect(await readVanished(scope, hash('aa'))).toEqual([REORGANISED, REPLACED]);
  expect(await readVanished(scope, hash('dd'))).toEqual([DROPPED]);
  expect(await readVanished(scope, hash('ee'))).toEqual([]);
});
