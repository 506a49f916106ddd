import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemorySource } from '@trailmark/ingest/testing/memory-source';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { openFactsStore } from '@trailmark/store/open-store';
import { afterAll, expect, test } from 'vitest';
import { CHAIN, dumpTables, ingest, openLedger, temporaryDirectory } from '../ledger/ledger-harness.ts';

const chain = new RandomChain({ seed: 12, scripts: 6 }).extend(12);

/** The files that say what a folder of the engine contains. */
function listDefinitions(directory: string): string[] {
  return readdirSync(join(directory, 'facts'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql') || name.endsWith('format_version.txt'))
    .map((name) => join(directory, 'facts', name));
}

test('definitions that a full disk left empty are written again, and no row is lost', async () => {
  const directory = temporaryDirectory();
  try {
    const first = await openLedger({}, directory);
    await ingest(first, new MemorySource(chain.blocks));
    const expected = await dumpTables(first.facts);
    await first.facts.close();
    first.store.lookup.close();
    const files = listDefinitions(directory);
    expect(files.length).toBeGreaterThan(12);
    for (const file of files) truncateSync(file, 0);
    const second = await openLedger({}, directory);
    expect(await dumpTables(second.facts)).toEqual(expected);
    expect(await ingest(second, new MemorySource(chain.blocks))).toBe(0);
    await second.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

const mounts = mkdtempSync(join(tmpdir(), 'trailmark-small-disk-'));
afterAll(() => rmSync(mounts, { recursive: true, force: true }));

function canMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mounts], { stdio: 'ignore' });
    execFileSync('umount', ['-l', mounts]);
    return true;
  } catch {
    return false;
  }
}

test.runIf(canMount()).each([12, 20, 28, 40, 48])(
  'a disk of %i KiB that fills while tables are made is named, and the folder opens once there is room',
  async (kib) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', mounts]);
    const dataDirectory = join(mounts, 'data');
    const open = async (): Promise<void> => {
      const host = await openFactsStore({ dataDirectory });
      try {
        await host.chain(CHAIN);
      } finally {
        await host.close();
      }
    };
    try {
      await expect(open()).rejects.toMatchObject({ kind: 'unavailable', message: /no room left on the disk/ });
      execFileSync('mount', ['-o', 'remount,size=64m', mounts]);
      const ledger = await openLedger({}, dataDirectory);
      expect(await ingest(ledger, new MemorySource(chain.blocks))).toBe(chain.blocks.length);
      await ledger.facts.close();
      ledger.store.lookup.close();
    } finally {
      execFileSync('umount', ['-l', mounts]);
    }
  },
);
