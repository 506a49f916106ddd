import { exportFlowFile, importFlowFile } from '@trailmark/api/contract/flow';
import { runTrace } from '@trailmark/api/contract/trace';
import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, it } from 'vitest';
import * as ofAdmit from './admit.ts';
import * as ofAskedText from './asked-text.ts';

const recorded = new WatchedResults();
const { toLookUpEntry } = recorded.watch(ofAdmit);
const { hidePrivateKeys, toAskedText } = recorded.watch(ofAskedText);

/** The example of the Bitcoin wiki for the wallet import format, whose coins everybody could spend. */
const KEY = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const TXID = 'ab'.repeat(32);

it('a short request is in the log in full, amounts as text', () => {
  const body = { chain: 'btc', limit: 5, minAmount: 12n, to: undefined, seeds: [{ kind: 'output', txid: TXID }] };
  expect(toAskedText(body)).toBe(
    `{"chain":"btc","limit":5,"minAmount":"12","seeds":[{"kind":"output","txid":"${TXID}"}]}`,
  );
});

it('of a trace with five hundred seeds the method, the rules and the number of seeds stay', () => {
  const seeds = Array.from({ length: 500 }, (_, vout) => ({ kind: 'output' as const, txid: TXID, vout }));
  const body = runTrace.body.parse({ request: { chain: 'btc', seeds, method: 'haircut/1', budget: 7 } });
  const text = toAskedText(body);
  expect(text.length).toBeLessThanOrEqual(2_000);
  const { request } = JSON.parse(text) as {
    request: { seeds: unknown[]; method: string; stops: object; budget: number };
  };
  expect(request).toMatchObject({ method: 'haircut/1', budget: 7, stops: { maxHops: 10, minAmount: '0' } });
  expect(request.seeds.at(-1)).toMatch(/^… and \d+ more$/);
});

it('of megabytes a few lines are kept, and the outline can be read', async () => {
  const nodes = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`a:btc:${i}`, { id: 'x'.repeat(300) }]));
  const document = { ...createFlowDocument('Case 7'), nodes };
  const text = toAskedText({ document, only: Array.from({ length: 10_000 }, () => 'y'.repeat(300)), paper: 'a4' });
  expect(text.length).toBeLessThanOrEqual(2_000);
  expect(text).toContain('Case 7');
  const content = '1'.repeat(24_000_000);
  let file = '';
  const shorten = () => {
    file = toAskedText({ name: 'case.gs', content });
  };
  expect(await countCpuMs(shorten)).toBeLessThan(1_000);
  expect(file).toContain('"name":"case.gs"');
  expect(file.length).toBeLessThanOrEqual(2_000);
});

it('private keys are not kept, wherever somebody pasted them', () => {
  const body = { items: [KEY, `import ${KEY} please`, 'x'.repeat(60)], [KEY]: 1 };
  expect(toAskedText(body)).not.toContain('5Hue');
  expect(toAskedText(body)).toContain('[private key]');
  const { object, details } = toLookUpEntry('importFlowFile', importFlowFile, {
    path: `/api/v1/btc/${KEY}`,
    search: `?text=${KEY}`,
    params: {},
    body: {},
  });
  expect(JSON.stringify({ object, details })).not.toContain('5Hue');
  expect(hidePrivateKeys(TXID)).toBe(TXID);
  const entry = toLookUpEntry('exportFlowFile', exportFlowFile, {
    path: '/',
    search: '',
    params: {},
    body: { document: { title: KEY.repeat(1_000) } },
  });
  expect(entry.details?.body?.toString().length).toBeLessThanOrEqual(2_000);
});

it('a seed phrase is in the log neither in a body nor in the address of a page', () => {
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  expect(toAskedText({ text: `it says: ${phrase}` })).toBe('{"text":"it says: [seed phrase]"}');
  expect(hidePrivateKeys(`?q=${phrase.replaceAll(' ', '+')}&chain=btc`)).toBe('?q=[seed phrase]&chain=btc');
});

it('no more of a large body is looked at than fits', () => {
  let reads = 0;
  const place = {
    get address() {
      reads += 1;
      return TXID;
    },
  };
  const addresses = Array.from({ length: 1_000 }, () => place);
  expect(toAskedText({ addresses }).length).toBeLessThanOrEqual(2_000);
  expect(reads).toBeLessThan(120);
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/asked-text.txt');
});
