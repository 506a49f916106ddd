import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { startReplayServer } from '@trailmark/ingest/on-demand/testing/replay-server';
import { describe, expect, test } from 'vitest';
import type { Endpoint, Resolve } from './endpoint.ts';
import * as ofEndpoint from './endpoint.ts';
import * as ofPublicAddress from './public-address.ts';
import * as ofSourceTransport from './source-transport.ts';

const recorded = new WatchedResults();
const { assertTarget, createCheckedLookup, parseEndpoint } = recorded.watch(ofEndpoint);
const { isOwnNetworkAddress } = recorded.watch(ofPublicAddress);
const { createSourceTransport } = recorded.watch(ofSourceTransport);

const HOST = 'explorer.example';
const publicSource: Endpoint = { url: new URL(`https://${HOST}`), isOwn: false };
const ownSource: Endpoint = { url: new URL('http://10.0.0.5:4000'), isOwn: true };

/** What a public source's answers, pages and redirections may try to lead to. Only the first five are its own place. */
const URLS: readonly (readonly [string, boolean])[] = [
  [`https://${HOST}`, true],
  [`https://${HOST}/api/v2/blocks?type=block`, true],
  [`https://${HOST}:443/`, true],
  [`https://${HOST}:8443/`, true],
  [`https://EXPLORER.example/`, true],
  [`http://${HOST}/`, false],
  [`http://${HOST}:443/`, false],
  [`https://${HOST}:22/`, false],
  [`https://${HOST}:25/`, false],
  [`https://${HOST}:80/`, false],
  [`https://${HOST}:6379/`, false],
  [`https://${HOST}:6514/`, false],
  [`https://${HOST}:8123/`, false],
  [`https://${HOST}:5432/`, false],
  [`https://user@${HOST}/`, false],
  [`https://user:secret@${HOST}/`, false],
  [`https://:secret@${HOST}/`, false],
  [`https://${HOST}@evil.example/`, false],
  [`https://${HOST}.evil.example/`, false],
  [`https://evil.example/${HOST}`, false],
  [`https://evil.example#${HOST}`, false],
  [`https://evil.example?${HOST}`, false],
  [`https://xn--explorer-.example/`, false],
  [`https://ехplorer.example/`, false],
  [`https://${HOST}./`, false],
  [`https://sub.${HOST}/`, false],
  ['https://localhost/', false],
  ['https://localhost.localdomain/', false],
  ['https://127.0.0.1/', false],
  ['https://127.1/', false],
  ['https://0x7f.1/', false],
  ['https://0x7f000001/', false],
  ['https://2130706433/', false],
  ['https://0177.0.0.1/', false],
  ['https://017700000001/', false],
  ['https://①②⑦.⓪.⓪.①/', false],
  ['https://127。0。0。1/', false],
  ['https://0/', false],
  ['https://0.0.0.0/', false],
  ['https://10.0.0.1/', false],
  ['https://10.255.255.255/', false],
  ['https://100.64.0.1/', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://172.16.0.1/', false],
  ['https://192.168.1.1/', false],
  ['https://198.18.0.1/', false],
  ['https://224.0.0.1/', false],
  ['https://255.255.255.255/', false],
  ['https://8.8.8.8/', false],
  ['https://[::1]/', false],
  ['https://[::]/', false],
  ['https://[::ffff:127.0.0.1]/', false],
  ['https://[::ffff:7f00:1]/', false],
  ['https://[0:0:0:0:0:ffff:10.0.0.1]/', false],
  ['https://[64:ff9b::7f00:1]/', false],
  ['https://[2002:7f00:1::]/', false],
  ['https://[2001::1]/', false],
  ['https://[fe80::1]/', false],
  ['https://[fd00::1]/', false],
  ['https://[ff02::1]/', false],
  ['https://[2a00:1450:4001::1]/', false],
  ['file:///etc/passwd', false],
  ['ftp://explorer.example/', false],
  ['gopher://explorer.example:70/_x', false],
  ['data:application/json,{}', false],
  ['javascript:alert(1)', false],
  ['ws://explorer.example/', false],
];

describe('a public source', () => {
  test.each(URLS)('%s is its own place: %s', (text, isOwnPlace) => {
    const ask = () => {
      if (!URL.canParse(text)) throw new Error('no URL');
      assertTarget(new URL(text), publicSource);
    };
    if (isOwnPlace) expect(ask).not.toThrow();
    else expect(ask).toThrow();
  });

  const addresses =
    (...list: string[]): Resolve =>
    (_, done) =>
      done(
        null,
        list.map((address) => ({ address, family: 4 })),
      );
  const look = (endpoint: Endpoint, resolve: Resolve) => {
    const { promise, resolve: done } = Promise.withResolvers<{ error: Error | null; address: unknown }>();
    createCheckedLookup(endpoint, endpoint.url, resolve)(HOST, {}, (error, address) => done({ error, address }));
    return promise;
  };

  test('is not connected to where any address of its name is not public', async () => {
    expect(await look(publicSource, addresses('93.184.215.14'))).toEqual({ error: null, address: '93.184.215.14' });
    for (const bad of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1']) {
      expect((await look(publicSource, addresses('93.184.215.14', bad))).error?.message).toMatch(/not public/);
    }
    expect((await look(publicSource, addresses())).error?.message).toMatch(/leads nowhere/);
  });

  test('whose name leads elsewhere the second time is checked for each connection', async () => {
    const flips = ['93.184.215.14', '127.0.0.1'];
    const flipping: Resolve = (_, done) => done(null, [{ address: flips.shift() ?? '', family: 4 }]);
    expect((await look(publicSource, flipping)).address).toBe('93.184.215.14');
    expect((await look(publicSource, flipping)).error).toMatchObject({ kind: 'forbidden' });
  });

  test('never reaches a server on this machine, whatever its name is made to mean', async () => {
    const server = await startReplayServer(() => ({ json: { secret: 1 } }));
    try {
      const { port } = new URL(server.url);
      const transport = createSourceTransport(addresses('127.0.0.1'));
      const url = new URL(`https://${HOST}:${port}/`);
      const call = { url, endpoint: publicSource, headers: {}, body: undefined, maxBytes: 100 };
      await expect(transport({ ...call, signal: AbortSignal.timeout(60_000) })).rejects.toMatchObject({
        kind: 'forbidden',
      });
      expect(server.requests).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe('an endpoint that an administrator set', () => {
  test.each([
    ['http://10.0.0.5:4000', true],
    ['http://10.0.0.5:4000/api/v2/blocks', true],
    ['https://10.0.0.5:4000', false],
    ['http://10.0.0.5:4001', false],
    ['http://10.0.0.5', false],
    ['http://10.0.0.6:4000', false],
    ['http://user@10.0.0.5:4000', false],
    ['http://127.0.0.1:4000', false],
  ] as const)('is queried as exactly its host and port: %s %s', (text, isIt) => {
    const ask = () => assertTarget(new URL(text), ownSource);
    if (isIt) expect(ask).not.toThrow();
    else expect(ask).toThrow(/Only|name or password/);
  });

  test.each([
    ['http://127.0.0.1:3000', true],
    ['http://localhost:3000', true],
    ['http://[::1]:3000', true],
    ['http://[fd12::7]:3000/base/', true],
    ['https://8.8.8.8', true],
    ['https://explorer.example/v2/api', true],
    ['http://8.8.8.8', false],
    ['http://169.254.169.254', false],
    ['http://0.0.0.0:80', false],
    ['http://[::ffff:127.0.0.1]:80', false],
    ['http://224.0.0.1', false],
    ['https://user:secret@explorer.example', false],
    ['https://explorer.example/?key=1', false],
    ['https://explorer.example/#x', false],
    ['ftp://explorer.example', false],
    ['explorer.example', false],
    ['', false],
  ] as const)('may be %s: %s', (text, may) => {
    if (may) expect(parseEndpoint(text, true).url.href).not.toMatch(/base\/$/);
    else expect(() => parseEndpoint(text, true)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });

  test('without TLS is not queried where its name leads out of the own network', async () => {
    const endpoint = parseEndpoint('http://explorer.internal:4000', true);
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    const outside: Resolve = (_, done) => done(null, [{ address: '93.184.215.14', family: 4 }]);
    createCheckedLookup(endpoint, endpoint.url, outside)('explorer.internal', {}, (error) => resolve(error));
    expect(await promise).toMatchObject({ kind: 'forbidden' });
  });

  test.each([
    ['10.1.2.3', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['fd00::1', true],
    ['169.254.169.254', false],
    ['0.0.0.0', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['fe80::1', false],
    ['224.0.0.1', false],
    ['8.8.8.8', false],
  ])('%s is of the own network: %s', (given, isOwn) => {
    expect(isOwnNetworkAddress(given)).toBe(isOwn);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/endpoint.txt');
});
