import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTrailmark, startServer, startTrailmark } from '../../../../test/integration/trailmark-process.ts';

const FIRST_BLOCKS = new URL('../../../../data/btc/mainnet-0-4312/blk00000.dat.gz', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'trailmark-stop-'));
const blocks = join(folder, 'blocks');
beforeAll(() => {
  mkdirSync(blocks);
  writeFileSync(join(blocks, 'blk00000.dat'), gunzipSync(readFileSync(FIRST_BLOCKS)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ingestArgs = (dataDir: string, ...more: readonly string[]) => [
  'ingest',
  'btc',
  '--blocks',
  blocks,
  '--data-dir',
  dataDir,
  '--to',
  '600',
  ...more,
];

/** Nothing is half written: the lock is gone, the next ingest reads the rest, and the whole verifies. */
async function expectSound(dataDir: string): Promise<void> {
  expect(existsSync(join(dataDir, 'trailmark.lock'))).toBe(false);
  expect((await runTrailmark(ingestArgs(dataDir))).code).toBe(0);
  const { output } = await runTrailmark(['verify', '--data-dir', dataDir]);
  expect(output).toMatch(/^Bitcoin: 601 blocks and \d+ transactions verified; 0 transactions have no raw bytes/);
}

describe('a stop in the middle of an ingest', () => {
  it('ends after the batch in hand, with code 0 and nothing half written', async () => {
    const dataDir = join(folder, 'own');
    const command = startTrailmark(ingestArgs(dataDir, '--follow'));
    await command.waitFor(/Bitcoin running/);
    expect({ code: await command.stop(), output: command.output() }).toMatchObject({ code: 0 });
    await expectSound(dataDir);
  });

  it('is one stop where Ctrl-C comes twice, even before the first block', async () => {
    const dataDir = join(folder, 'early');
    const command = startTrailmark(ingestArgs(dataDir, '--follow'));
    while (!existsSync(join(dataDir, 'trailmark.lock'))) await new Promise((resolve) => setTimeout(resolve, 1));
    for (const signal of ['SIGINT', 'SIGINT'] as const) process.kill(command.pid, signal);
    expect({ code: await command.ended(), output: command.output() }).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'trailmark.lock'))).toBe(false);
  });

  it('of the server that does the work is reported to the command', async () => {
    const dataDir = join(folder, 'server');
    const server = await startServer(dataDir);
    const command = startTrailmark(ingestArgs(dataDir, '--follow'));
    await command.waitFor(/Bitcoin running/);
    const second = await runTrailmark(ingestArgs(dataDir));
    expect([second.code, second.output]).toEqual([1, expect.stringMatching(/Bitcoin is being read already, from /)]);
    process.kill(server.pid, 'SIGINT');
    expect(await server.stop()).toBe(0);
    expect(await command.ended()).toBe(1);
    expect(command.output()).toMatch(/The running server stopped, and with it this work\./);
    expect(existsSync(join(dataDir, 'trailmark.lock'))).toBe(false);
  });
});
