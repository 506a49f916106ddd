import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChain } from '@trailmark/chains/catalogue';
import { positionHeight } from '@trailmark/core/position';
import { type BlockFilesSource, openBlockFiles } from '@trailmark/ingest/sources/block-files';
import { createFrameCheck } from '@trailmark/ingest/sources/frame-check';
import { writeNodeFiles } from '@trailmark/ingest/testing/encode-undo';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toBalance } from '../../packages/server/src/ledger/outputs/totals.ts';
import {
  allRecords,
  buildModel,
  CHAIN,
  createEngine,
  listOwners,
  type OpenLedger,
  openLedger,
} from './ledger-harness.ts';

const START = 20;
const REGTEST = getChain(CHAIN);
const chain = new RandomChain({ seed: 5, scripts: 9 }).extend(40);
const model = buildModel(chain.blocks);
const files = writeNodeFiles(chain.blocks, REGTEST.magic, START);
const folder = mkdtempSync(join(tmpdir(), 'trailmark-pruned-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The files of a node that has deleted everything below START. */
function openPruned(rev: Buffer | undefined): Promise<BlockFilesSource> {
  const directory = mkdtempSync(join(folder, 'blocks-'));
  writeFileSync(join(directory, 'blk00000.dat'), files.blk);
  if (rev) writeFileSync(join(directory, 'rev00000.dat'), rev);
  return openBlockFiles({
    directory,
    magics: [REGTEST.magic],
    chainName: REGTEST.name,
    genesisHash: REGTEST.genesisHash,
    startHeight: START,
    settleMs: 1,
    check: createFrameCheck(REGTEST),
  });
}

async function readPruned(source: BlockFilesSource): Promise<OpenLedger> {
  const ledger = await openLedger();
  const engine = createEngine(ledger, source, { fromHeight: 'first' });
  try {
    await engine.catchUp();
  } finally {
    engine.close();
  }
  return ledger;
}

describe('a chain read from its middle', () => {
  let ledger: OpenLedger;
  let source: BlockFilesSource;
  beforeAll(async () => {
    source = await openPruned(files.rev);
    ledger = await readPruned(source);
  });
  afterAll(() => ledger?.close());

  test('undo data gives every fee and the owner and value of every input', async () => {
    const expected = (await allRecords(model)).filter(({ position }) => positionHeight(position) >= START);
    const records = await ledger.store.reader.records(expected.map(({ position }) => position));
    expect(records.some((record) => record?.inputs.some((input) => input.source === undefined && input.owner))).toBe(
      true,
    );
    for (const [i, record] of records.entries()) {
      const { fee, inputs, outputs } = expected[i]!;
      expect(record).toMatchObject({ fee, outputs });
      for (const [k, input] of inputs.entries()) {
        const isOlder = input.source !== undefined && positionHeight(input.source) < START;
        expect(record?.inputs[k]).toEqual(isOlder ? { ...input, source: undefined } : input);
      }
    }
  });

  test('coverage begins where the blocks do, and no balance is given', async () => {
    expect(ledger.store.reader.heightRanges()).toMatchObject([{ fromHeight: START, toHeight: 40, raw: true }]);
    const owners = await listOwners(model);
    const totals = await ledger.store.reader.totals(owners);
    for (const own of totals.values()) expect(toBalance(ledger.store.reader, own).balance).toBeNull();
  });

  test('the account says what undo data gave', () => {
    const { lines, isComplete } = source.report?.() ?? {};
    expect(isComplete).toBe(true);
    expect(lines?.join('\n')).toMatch(/heights 20 to 40[\s\S]*Undo data of \d+ blocks gave what their inputs spent\./);
  });

  test('reading continues where it ended', async () => {
    const engine = createEngine(ledger, source, { fromHeight: 'first' });
    expect(await engine.catchUp()).toBe(0);
    engine.close();
  });
});

test('without undo data older inputs stay unknown, and nothing is guessed', async () => {
  const source = await openPruned(undefined);
  const ledger = await readPruned(source);
  try {
    const expected = (await allRecords(model)).filter(({ position }) => positionHeight(position) >= START);
    const records = await ledger.store.reader.records(expected.map(({ position }) => position));
    for (const [i, record] of records.entries()) {
      const isOlder = expected[i]!.inputs.some(
        ({ source: from }) => from !== undefined && positionHeight(from) < START,
      );
      expect(record?.fee).toBe(isOlder ? undefined : expected[i]!.fee);
    }
    expect(source.report?.().lines.join('\n')).toContain('without a rev file');
  } finally {
    await ledger.close();
  }
});

test('undo data with a flipped bit is not used, and the account says so', async () => {
  const rev = Buffer.from(files.rev);
  // In every record: the value of some input.
  for (let at = 60; at < rev.length; at += 40) rev[at] = (rev[at] as number) ^ 4;
  const source = await openPruned(rev);
  const ledger = await readPruned(source);
  try {
    const expected = new Map((await allRecords(model)).map((record) => [record.position, record]));
    const records = await ledger.store.reader.records([...expected.keys()].filter((at) => positionHeight(at) >= START));
    for (const record of records) {
      if (record?.fee !== undefined) expect(record.fee).toBe(expected.get(record.position)?.fee);
    }
    expect(source.report?.()).toMatchObject({ isComplete: false });
    expect(source.report?.().lines.join('\n')).toContain('without undo data of a matching checksum');
  } finally {
    await ledger.close();
  }
});
