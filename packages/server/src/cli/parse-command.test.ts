import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { COMMANDS } from './catalogue.ts';
import { parseCommand } from './parse-command.ts';

describe('command line', () => {
  it('reads commands', () => {
    expect(parseCommand(['serve', '--port', '0'])).toMatchObject({
      name: 'serve',
      flags: { PORT: '0' },
      options: { isDemo: false },
    });
    expect(parseCommand(['serve', '--demo'])).toMatchObject({ name: 'serve', options: { isDemo: true } });
    expect(parseCommand(['ingest', 'btc', '--blocks', '/b', '--to', '10'])).toMatchObject({
      name: 'ingest',
      options: { chain: 'btc', blocks: '/b', rpc: undefined, to: 10, follow: false },
    });
    const txid = 'AB'.repeat(32);
    const seeds = [`${txid}:3`, `0x${txid}#7`, txid, 'someone'];
    expect(parseCommand(['trace', 'eth', ...seeds, '--backward', '--hops', '4', '--through', 'mixers'])).toMatchObject({
      name: 'trace',
      options: {
        request: {
          chain: 'eth',
          direction: 'backward',
          seeds: [
            { kind: 'output', txid: txid.toLowerCase(), vout: 3 },
            { kind: 'transfer', txid: txid.toLowerCase(), slot: 7 },
            { kind: 'transaction', txid: txid.toLowerCase() },
            { kind: 'address', address: 'someone' },
          ],
          stops: { maxHops: 4, mixers: false },
        },
      },
    });
    expect(parseCommand([])).toMatchObject({ name: 'help' });
    expect(parseCommand(['ingest', '--help'])).toMatchObject({
      name: 'help',
      options: { text: expect.stringMatching(/trailmark ingest <chain>/) },
    });
  });

  it('lists every command in the order of the alphabet, each with a help that begins with it', () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    const { text } = parseCommand(['help']).options as { text: string };
    for (const { name, summary, help } of COMMANDS) {
      expect(text).toContain(summary);
      expect(help.startsWith(`trailmark ${name}`)).toBe(true);
      expect(parseCommand(['help', name]).options).toEqual({ text: help });
    }
  });

  it.each([
    [['fly'], /no command "fly"/],
    [['ingest'], /Which chain/],
    [['ingest', 'xyz', '--blocks', 'b'], /no chain "xyz"/],
    [['ingest', 'btc'], /either --rpc or --blocks/],
    [['ingest', 'btc', '--blocks', 'b', '--rpc', 'n'], /either --rpc or --blocks/],
    [['ingest', 'btc', '--blocks', 'b', '--to', 'top'], /--to takes/],
    [['ingest', 'btc', '--blocks', 'b', '--magic', 'xyz'], /--magic takes/],
    [['serve', '--prot', '1'], /--prot/],
    [['status', '--demo'], /--demo/],
    [['status', 'btc'], /"btc" is not understood/],
    [['account', 'recover'], /Whose account/],
    [['account', 'list', '--email', 'x@north.example'], /goes with recover/],
    [['account', 'remove', '--email', 'x@north.example'], /list or recover/],
    [['losses', 'btc:1Q2T'], /file of victims/],
    [['losses', 'btc:1Q2T', '--victims', 'v.json', '--available', '1e5'], /no amount of money/],
    [['trace'], /Name a chain and at least one seed/],
    [['trace', 'btc'], /at least one seed/],
    [['trace', 'btc', 'x', '--through', 'walls'], /not "walls"/],
    [['trace', 'btc', 'x', '--replay', 'log.json'], /name none beside it/],
  ])('refuses %j', (args, message) => {
    expect(() => parseCommand(args)).toThrow(message);
  });
});

describe('configuration', () => {
  it('has defaults, environment and flags in rising order', () => {
    expect(readConfig({}, {})).toMatchObject({ host: '127.0.0.1', port: 3000, facts: { kind: 'embedded' } });
    expect(readConfig({}, { PORT: '4000', TRAILMARK_HOSTS: 'a.example, b.example' })).toMatchObject({
      port: 4000,
      hosts: ['a.example', 'b.example'],
    });
    expect(readConfig({ PORT: '5000' }, { PORT: '4000' }).port).toBe(5000);
    expect(readConfig({}, { CLICKHOUSE_URL: 'http://127.0.0.1:8123' }).facts).toMatchObject({
      kind: 'server',
      database: 'trailmark',
    });
  });

  it('names the wrong setting, never its value', () => {
    expect(() => readConfig({}, { PORT: 'secret' })).toThrow(
      'The setting PORT is not understood: a whole number from 0 to 65535 is expected.',
    );
    expect(() => readConfig({}, { CLICKHOUSE_URL: 'ftp://secret' })).toThrow(/CLICKHOUSE_URL/);
  });
});
