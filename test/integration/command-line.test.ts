import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getChain } from '@trailmark/chains/catalogue';
import { writeNodeFiles } from '@trailmark/ingest/testing/encode-undo';
import { RandomChain } from '@trailmark/ingest/testing/random-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTrailmark, startServer } from './trailmark-process.ts';

const FIRST_BLOCKS = new URL('../../data/btc/mainnet-0-4312/blk00000.dat.gz', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'trailmark-command-line-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('help and mistakes', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])('%j lists the commands', async (args) => {
    const { code, output } = await runTrailmark(args);
    expect(code).toBe(0);
    for (const name of ['serve', 'ingest', 'status', 'verify', 'notify', 'help']) expect(output).toContain(`  ${name}`);
  });

  test.each([
    [['help', 'ingest'], /trailmark ingest <chain> --rpc <url>[\s\S]*Chains: bch/],
    [['verify', '--help'], /trailmark verify \[<chain>\]/],
  ])('%j explains a command', async (args, text) => {
    const { code, output } = await runTrailmark(args);
    expect([code, output]).toEqual([0, expect.stringMatching(text)]);
  });

  test.each([
    [['fly'], /There is no command "fly"/],
    [['serve', '--prot', '1'], /--prot/],
    [['ingest', 'btc'], /Give either --rpc or --blocks/],
    [['ingest', 'dollar', '--blocks', '.'], /There is no chain "dollar"\. Known chains: arbitrum/],
    [['ingest', 'btc', '--blocks', '.', '--to', 'high'], /--to takes a whole number/],
    [['verify', 'dollar'], /There is no chain "dollar"/],
    [['notify'], /There is no chain ""/],
    [['serve', '--port', '70000'], /The setting PORT is not understood: a whole number from 0 to 65535/],
  ])('%j is refused with one sentence and code 2', async (args, sentence) => {
    const { code, output } = await runTrailmark([
      ...args,
      ...(args[0] === 'fly' ? [] : ['--data-dir', join(folder, 'none')]),
    ]);
    expect([code, output]).toEqual([2, expect.stringMatching(sentence)]);
    expect(output).not.toMatch(/\n\s+at /);
  });

  test('addresses beyond this machine are refused', async () => {
    const { code, output } = await runTrailmark([
      'serve',
      '--host',
      '0.0.0.0',
      '--port',
      '0',
      '--data-dir',
      join(folder, 'open'),
    ]);
    expect(code).not.toBe(0);
    expect(output).toMatch(/does not listen on 0\.0\.0\.0 without TLS/);
    expect(output).not.toMatch(/\n\s+at /);
  });

  test('a folder without block files is refused', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const { code, output } = await runTrailmark([
      'ingest',
      'btc',
      '--blocks',
      empty,
      '--data-dir',
      join(folder, 'no-blocks'),
    ]);
    expect([code, output]).toEqual([2, expect.stringContaining('holds no block files (blk00000.dat and so on)')]);
  });

  test('block files of another network are refused', async () => {
    const blocks = writeBlocks(join(folder, 'foreign'));
    const { code, output } = await runTrailmark([
      'ingest',
      'ltc',
      '--blocks',
      blocks,
      '--data-dir',
      join(folder, 'foreign-data'),
    ]);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/no block of Litecoin in them.*Is the folder of another network\?/),
    ]);
  });

  test('damaged block files are read as far as they go, accounted for by file and byte, and end with code 3', async () => {
    const blocks = writeBlocks(join(folder, 'damaged'));
    const path = join(blocks, 'blk00000.dat');
    const bytes = readFileSync(path);
    // Byte 40 of the header of block 500.
    let at = 0;
    for (let height = 0; height < 500; height++) at += 8 + bytes.readUInt32LE(at + 4);
    bytes[at + 8 + 40] = (bytes[at + 8 + 40] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const dataDir = join(folder, 'damaged-data');
    const { code, output } = await runTrailmark(['ingest', 'btc', '--blocks', blocks, '--data-dir', dataDir]);
    expect(code).toBe(3);
    expect(output).toContain('500 on the main chain (heights 0 to 499), 3,813 not used.');
    expect(output).toMatch(/3,812 blocks not used because block [0-9a-f]{64} below them is missing or damaged/);
    expect(output).toMatch(/blk00000\.dat, byte [\d,]+: \d+ bytes not used, its hash does not meet/);
    expect(output).not.toMatch(/\n\s+at /);
  });

  test('a node that is not there is named', async () => {
    const { code, output } = await runTrailmark([
      'ingest',
      'btc',
      '--rpc',
      'http://127.0.0.1:9',
      '--data-dir',
      join(folder, 'no-node'),
    ]);
    expect([code, output]).toEqual([1, expect.stringMatching(/The node http:\/\/127\.0\.0\.1:9 cannot be reached/)]);
  });

  test('notify without a running ingest says so', async () => {
    const { code, output } = await runTrailmark(['notify', 'btc', '--data-dir', join(folder, 'idle')]);
    expect([code, output]).toEqual([1, expect.stringMatching(/No ingest of Bitcoin is running on .*idle\./)]);
  });
});

describe('an index of the bundled data', () => {
  const dataDir = join(folder, 'bundled');
  beforeAll(async () => {
    const server = await startServer(dataDir, { TRAILMARK_BUNDLED: 'on' });
    expect(server.output()).toMatch(
      /Loaded the bundled data: [\d,]+ transactions of Bitcoin, [\d,]+ transactions of Ethereum, [\d,]+ transactions of TRON, in [\d.]+ s\./,
    );
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain('Stopping.');
  });

  test('status states what is indexed, up to which height and from where', async () => {
    const { code, output } = await runTrailmark(['status', '--data-dir', dataDir]);
    expect(code).toBe(0);
    expect(output).toMatch(/Bitcoin: [\d,]+ transactions, highest block 832,918 \([0-9a-f]{64}\)\./);
    expect(output).toContain('  heights 0 to 4,312: bundled: mainnet 0 to 4312\n');
    expect(output).toContain('  heights 100,000 to 102,999: bundled: mainnet 100000 to 102999\n');
    expect(output).toMatch(/Ethereum: 16,480 transactions, highest block 20,696,245\.\n/);
    expect(output).toMatch(/ {2}heights [\d,]+ to [\d,]+ \([\d,]+ blocks of them\): bundled: CryptoPunks sales\n/);
  });

  test('verify recomputes all of it', async () => {
    const { code, output } = await runTrailmark(['verify', '--data-dir', dataDir]);
    expect([code, output]).toEqual([
      ...[
        0,
        expect.stringMatching(
          /^Bitcoin: 7,506 blocks and [\d,]+ transactions verified; 18,613 transactions have no raw bytes/,
        ),
      ],
    ]);
  });

  test('a second start loads nothing again', async () => {
    const server = await startServer(dataDir, { TRAILMARK_BUNDLED: 'on' });
    expect(server.output()).not.toContain('Loaded');
    await server.stop();
  });

  test('a trace gives the same bytes with and without a server, and replays to the same hash', async () => {
    const seed = '0x8b3cb6bf982798fba233bca56749e22eec42dcf3';
    const asked = ['trace', 'eth', seed, '--asset', 'usd', '--through', 'contracts', '--data-dir', dataDir];
    const alone = await runTrailmark(asked);
    expect([alone.code, JSON.parse(alone.output)]).toEqual([
      0,
      expect.objectContaining({ trace: expect.objectContaining({ state: 'complete' }) }),
    ]);
    const server = await startServer(dataDir, { TRAILMARK_BUNDLED: 'on' });
    expect((await runTrailmark(asked)).output).toBe(alone.output);
    await server.stop();
    const { hash, trace } = JSON.parse(alone.output) as { hash: string; trace: { request: unknown } };
    const entry = { number: 1, at: 1, action: 'trace', asOf: '', nodes: 0, edges: 0, resultHash: hash };
    const log = join(folder, 'log.json');
    const writeLog = (resultHash: string) => {
      const request = JSON.stringify({ request: trace.request });
      writeFileSync(log, JSON.stringify({ entries: [{ ...entry, request, resultHash }] }));
    };
    writeLog(hash);
    const same = await runTrailmark(['trace', '--replay', log, '--data-dir', dataDir]);
    expect([same.code, same.output]).toEqual([0, expect.stringContaining('"outcome": "same"')]);
    writeLog('0'.repeat(64));
    const differs = await runTrailmark(['trace', '--replay', log, '--data-dir', dataDir]);
    expect([differs.code, differs.output]).toEqual([1, expect.stringContaining('"outcome": "differs"')]);
  });

  test('a screening is printed, and recomputed to the same hash until it is changed', async () => {
    const stored = join(folder, 'screening.json');
    const asked = ['screen', 'btc', '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX', '--data-dir', dataDir];
    const printed = await runTrailmark(asked);
    expect([printed.code, printed.output]).toEqual([0, expect.stringMatching(/\(btc\): [\s\S]*received [\s\S]*hash /)]);
    const { items } = JSON.parse((await runTrailmark([...asked, '--json'])).output);
    writeFileSync(stored, JSON.stringify(items[0]));
    const same = await runTrailmark(['screen', '--replay', stored, '--data-dir', dataDir]);
    expect([same.code, same.output]).toEqual([0, expect.stringContaining('The same: hash')]);
    writeFileSync(stored, JSON.stringify(items[0]).replace(/"level":"\w+"/, '"level":"severe"'));
    const changed = await runTrailmark(['screen', '--replay', stored, '--data-dir', dataDir]);
    expect([changed.code, changed.output]).toEqual([3, expect.stringContaining('it was changed')]);
  });

  test('a statement is written, and made again from its file with the same bytes', async () => {
    const [first, again] = [join(folder, 'statement.json'), join(folder, 'again.json')];
    const word = 'btc:12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX';
    const asked = ['statement', word, '--format', 'json', '--output', first, '--data-dir', dataDir];
    expect(await runTrailmark(asked)).toMatchObject({ code: 0 });
    const repeated = ['statement', '--file', first, '--format', 'json', '--output', again, '--data-dir', dataDir];
    expect(await runTrailmark(repeated)).toMatchObject({ code: 0 });
    expect(readFileSync(again).equals(readFileSync(first))).toBe(true);
    const pdf = join(folder, 'statement.pdf');
    await runTrailmark(['statement', word, '--format', 'pdf', '--output', pdf, '--data-dir', dataDir]);
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
    const refused = await runTrailmark(['statement', '12c6DSiU4Rq3P4ZxziKxzrL5LmMBrzjrJX', '--data-dir', dataDir]);
    expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('names no chain')]);
  });

  test('verifying a chain that is not indexed is rejected', async () => {
    const { code, output } = await runTrailmark(['verify', 'ltc', '--data-dir', dataDir]);
    expect([code, output]).toEqual([1, expect.stringMatching(/holds no Litecoin data/)]);
  });
});

describe('block files', () => {
  const dataDir = join(folder, 'blocks-data');

  test('are read up to a height and then further', async () => {
    const args = ['ingest', 'btc', '--blocks', writeBlocks(join(folder, 'blocks')), '--data-dir', dataDir];
    const first = await runTrailmark([...args, '--to', '1000']);
    expect([first.code, first.output]).toEqual([
      0,
      expect.stringMatching(/Bitcoin (running|stopped), height 1,000 of 1,000/),
    ]);
    const status = await runTrailmark(['status', '--data-dir', dataDir]);
    expect(status.output).toContain('highest block 1,000 ');
    expect((await runTrailmark(args)).code).toBe(0);
    const whole = await runTrailmark(['status', '--data-dir', dataDir]);
    expect(whole.output).toMatch(
      /^Bitcoin: 4,371 transactions, highest block 4,312 .*\n {2}heights 0 to 4,312: block files /,
    );
  });

  test('of a node that has deleted older ones are read from the first that is left, and what came before is not known', async () => {
    const { blocks } = new RandomChain({ seed: 5, scripts: 9 }).extend(40);
    const { blk, rev } = writeNodeFiles(blocks, getChain('btc-regtest').magic, 20);
    const directory = join(folder, 'pruned');
    mkdirSync(directory);
    writeFileSync(join(directory, 'blk00000.dat'), blk);
    writeFileSync(join(directory, 'rev00000.dat'), rev);
    const args = ['--data-dir', join(folder, 'pruned-data')];
    const ingest = ['ingest', 'btc-regtest', '--blocks', directory, ...args];
    const refused = await runTrailmark(ingest);
    expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/add --from first, or --from with the/)]);
    const { code, output } = await runTrailmark([...ingest, '--from', 'first']);
    expect([code, output]).toEqual([0, expect.stringContaining('(heights 20 to 40), 0 not used.')]);
    expect(output).toMatch(/Undo data of \d+ blocks gave what their inputs spent\./);
    const status = await runTrailmark(['status', ...args]);
    expect(status.output).toMatch(/\n {2}heights 20 to 40: block files /);
  });

  test('that are damaged are accounted for by the server that reads them, and end with code 3', async () => {
    const directory = writeBlocks(join(folder, 'handed-over'));
    const path = join(directory, 'blk00000.dat');
    // All but the last byte of the last block.
    writeFileSync(path, readFileSync(path).subarray(0, -1));
    const data = join(folder, 'served');
    const server = await startServer(data);
    const { code, output } = await runTrailmark(['ingest', 'btc', '--blocks', directory, '--data-dir', data]);
    await server.stop();
    expect([code, output]).toEqual([3, expect.stringMatching(/blk00000\.dat, byte [\d,]+: \d+ bytes not used/)]);
    expect(output).toContain('(heights 0 to 4,311)');
  });

  test('an empty index says that it is empty', async () => {
    const { code, output } = await runTrailmark(['status', '--data-dir', join(folder, 'fresh')]);
    expect([code, output]).toEqual([0, 'The index is empty.\n']);
  });
});

function writeBlocks(directory: string): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'blk00000.dat'), gunzipSync(readFileSync(FIRST_BLOCKS)));
  return directory;
}
