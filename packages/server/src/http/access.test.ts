import { API_BASE } from '@trailmark/api/contract';
import { AppError } from '@trailmark/core/errors';
import { type Access, ROLES, type Role } from '@trailmark/core/role';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller, CallerSession } from '../casework/caller.ts';
import type { Gate } from '../casework/gate.ts';
import { createOpenGate } from '../testing/open-gate.ts';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import * as ofAdmit from './admit.ts';

const recorded = new WatchedResults();
const { refusalOf } = recorded.watch(ofAdmit);

const JSON_TYPE = { 'content-type': 'application/json' };
const PATH = `${API_BASE}/label-packs/sample-services/active`;
const OWN = 'http://127.0.0.1:3000';

const now = new Date('2026-11-21T12:00:00Z');
const gate = { ...createOpenGate(), now: () => now };

function callerOf(role: Role, session: Partial<CallerSession> = {}): Caller {
  const living = { hash: 'x', id: 'x', hasSecondFactor: true, provenAt: now, isLocked: false, isProgram: false };
  const source = { address: '127.0.0.1', agent: '' };
  return { role, account: null, session: role === 'anonymous' ? null : { ...living, ...session }, source };
}

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

/** Asks to take a pack out of force. */
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
    expect(activations).toEqual(['sample-services']);
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
});

describe('a route lets in', () => {
  const roles = (access: Access) => ROLES.filter((role) => !refusalOf({ access }, callerOf(role), gate));

  test('whom its access names, and nobody else', () => {
    expect(roles('public')).toEqual(ROLES);
    expect(roles('session')).toEqual(ROLES.slice(1));
    expect(roles('member')).toEqual(['member', 'allowed', 'agency-admin', 'platform-admin', 'auditor']);
    expect(roles('allowed')).toEqual(['allowed', 'agency-admin', 'platform-admin']);
    expect(roles('admin')).toEqual(['agency-admin', 'platform-admin']);
    expect(roles('platform')).toEqual(['platform-admin']);
    expect(roles('auditor')).toEqual(['auditor']);
  });

  test('nobody whose session is locked, apart from what opens it', () => {
    const locked = callerOf('platform-admin', { isLocked: true });
    expect(refusalOf({ access: 'platform' }, locked, gate)?.context.reason).toBe('locked');
    expect(refusalOf({ access: 'session' }, locked, gate)?.context.reason).toBe('locked');
    expect(refusalOf({ access: 'session', whileLocked: true }, locked, gate)).toBeUndefined();
  });

  test('only a fresh proof where it asks for one, to the millisecond', () => {
    const proven = (ms: number) => callerOf('platform-admin', { provenAt: new Date(gate.now().getTime() - ms) });
    const route = { access: 'platform', stepUp: true } as const;
    expect(refusalOf(route, proven(gate.freshMs), gate)).toBeUndefined();
    expect(refusalOf(route, proven(gate.freshMs + 1), gate)?.context.reason).toBe('step-up');
  });
});

describe('the log', () => {
  test('has every denial, with what was missing and not what was requested', async () => {
    const denied = createOpenGate({ role: 'member', isAllowed: false });
    const { request } = createSampleApp({ gate: denied });
    expect((await request(`${API_BASE}/actors?q=secret`)).status).toBe(403);
    expect(denied.entries).toEqual([{ action: 'denied.listActors', outcome: 'denied', details: { reason: 'role' } }]);
  });

  test('has who looked what up, adapters included', async () => {
    const open = createOpenGate();
    const { request } = createSampleApp({ gate: open });
    await request(`${API_BASE}/btc/addresses/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?currency=USD`);
    await request('/api/esplora/btc/blocks/tip/height');
    await request('/graphsense/v1/stats');
    expect(open.entries.map(({ action }) => action)).toEqual([
      'look-up.getAddress',
      'look-up.esplora',
      'look-up.graphsense',
    ]);
    expect(open.entries[0]).toMatchObject({
      object: { kind: 'Addresses', id: `${API_BASE}/btc/addresses/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa` },
      details: { query: '?currency=USD' },
    });
  });

  test('is written or nothing is answered, and nothing is changed', async () => {
    const full: Gate = {
      ...createOpenGate(),
      record: () => Promise.reject(new AppError('unavailable', 'The audit log cannot be written.')),
    };
    const knowledge = createSampleKnowledge();
    const closed = createSampleApp({ gate: full, knowledge });
    for (const path of ['/btc/addresses/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '/actors']) {
      const response = await closed.request(API_BASE + path);
      expect([response.status, await response.text()]).toEqual([503, expect.not.stringContaining('items')]);
    }
    expect((await closed.request('/api/esplora/btc/blocks/tip/height')).status).toBe(503);
    const init = { method: 'POST', body: JSON.stringify({ version: null }), headers: JSON_TYPE };
    expect((await closed.request(PATH, init)).status).toBe(503);
    const items = knowledge.packs.list();
    expect(items.find(({ id }) => id === 'sample-services')?.isActive).toBe(true);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/access.txt');
});
