import { API_BASE } from '@trailmark/api/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSampleApp, type SampleApp } from './testing/sample-app.ts';
import { createSampleKnowledge } from './testing/sample-labels.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const PATH = `${API_BASE}/label-packs/ofac-sdn/active`;
const OWN = 'http://127.0.0.1:3000';

let site: SampleApp;
let activations: string[];
beforeEach(() => {
  const knowledge = createSampleKnowledge();
  activations = [];
  const activate: typeof knowledge.packs.activate = (pack, version) => {
    activations.push(pack);
    return knowledge.packs.activate(pack, version);
  };
  site = createSampleApp({
    hosts: ['trail.example'],
    knowledge: { ...knowledge, packs: { ...knowledge.packs, activate } },
  });
});

/** Asks to take the list of OFAC out of force. */
async function takeOut(headers: Record<string, string>, body = JSON.stringify({ version: null })) {
  const init = { method: 'POST', body, headers: { host: '127.0.0.1:3000', ...headers } };
  const response = await site.request(PATH, init);
  return { status: response.status, text: await response.text() };
}

describe('a label pack is brought into force', () => {
  test.each([
    ['a program without a page', {}],
    ['a page of this server', { origin: OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    ['a page of this server in a browser without fetch metadata', { origin: OWN }],
  ])('by %s', async (_, headers) => {
    expect((await takeOut({ ...JSON_TYPE, ...headers })).status).toBe(200);
    expect(activations).toEqual(['ofac-sdn']);
  });

  test.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of another site in a browser without fetch metadata', { origin: 'https://evil.example' }],
    ['a page of another port of this machine', { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-site' }],
    ['such a page in a browser without fetch metadata', { origin: 'http://127.0.0.1:8080' }],
    ['a page whose name only begins like ours', { origin: 'http://127.0.0.1:3000.evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an origin that is none', { origin: 'http://' }],
    ['a form that navigates here', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a foreign name that points at this machine', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a name that begins like ours', { host: '127.0.0.1.evil.example' }],
    ['another name of the server, such as a proxy has', { host: 'trail.example' }],
    ['a proxy that passes requests on', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that says so in the newer way', { forwarded: 'for=203.0.113.9' }],
  ])('never by %s', async (_, headers) => {
    const { status, text } = await takeOut({ ...JSON_TYPE, ...headers });
    expect([status, JSON.parse(text).kind]).toEqual([403, 'forbidden']);
    expect(text).not.toContain('evil.example');
    expect(activations).toEqual([]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'never by a form, which can only send %s',
    async (type) => {
      expect((await takeOut({ 'content-type': type })).status).toBe(415);
      expect(activations).toEqual([]);
    },
  );

  test('never by reading, nor by asking first what is allowed', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
      const response = await site.request(PATH, { method, headers: { origin: OWN, host: '127.0.0.1:3000' } });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(activations).toEqual([]);
  });

  test('reading stays open under the other name', async () => {
    const response = await site.request(`${API_BASE}/label-packs`, { headers: { host: 'trail.example' } });
    expect(response.status).toBe(200);
  });
});
