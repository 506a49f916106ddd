import type { CaseSources } from '@trailmark/api/contract/case-source';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import type { SourceHost } from '../sources/source-host.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { type CaseParty, listCaseActs, okOf, openTestCase, statusesOf, type TestCase } from '../testing/case-people.ts';
import { createSampleApp } from '../testing/sample-app.ts';

const SOURCE = 'blockscout-eth';
const ADDRESS = `0x${'1'.repeat(40)}`;
const NOBODYS_CASE = '00000000-0000-4000-8000-000000000000';

let casework: TestCaseworkContext;
let opened: TestCase;
let platform: Asker;
let head: Asker;
/** How many requests went out: the queried source answers nothing that could be kept. */
let left = 0;
const host: SourceHost = {
  transport: async () => {
    left++;
    return { status: 500, location: undefined, retryAfter: undefined, body: new Uint8Array() };
  },
  utxoMerger: () => {
    throw new Error('no chain of the Bitcoin family is fetched here');
  },
  accountWriter: async () => {
    throw new Error('nothing that could be kept comes in');
  },
};
let as: (party: CaseParty) => Promise<Asker>;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  opened = await openTestCase(casework, { policy: 'sealed' });
  const { app } = createSampleApp({ casework, gate: createSessionGate(casework), sources: host });
  as = (party) => openAsker(casework, opened.people[party], app);
  platform = await openAsker(casework, await addAccount(casework, { role: 'platform-admin' }), app);
  head = await openAsker(casework, await addAccount(casework, { role: 'agency-admin', name: 'Head of unit' }), app);
  left = 0;
});

const limit = async (onlyForCases = true) =>
  okOf(await platform.post(`/sources/${SOURCE}`, { isOn: true, onlyForCases }));
const fetchAs = async (party: CaseParty, more: object = { case: opened.id }) =>
  (await as(party)).post(`/sources/${SOURCE}/addresses`, { address: ADDRESS, maxRequests: 1, ...more });
const allow = async (party: CaseParty = 'legal') =>
  (await as(party)).post(`/cases/${opened.id}/sources`, { source: SOURCE, why: 'To follow the payment' });
const end = async () =>
  (await as('legal')).post(`/cases/${opened.id}/sources/${SOURCE}/end`, { why: 'Not needed any more' });
const sources = async () => okOf<CaseSources>(await (await as('viewer')).get(`/cases/${opened.id}/sources`)).items;
const refusal = ({ status, body }: Answer) => [status, body.detail];

describe('a source that is limited to cases', () => {
  test('is not queried without a case, nor for one that does not allow it, and the refusal says what would help', async () => {
    await limit();
    expect(refusal(await fetchAs('owner', {}))).toEqual([
      403,
      'Blockscout, Ethereum is used only for cases that allow it, so no request was made. Work in a case that allows it, and request it again.',
    ]);
    expect(refusal(await fetchAs('owner'))).toEqual([
      403,
      'This case does not allow Blockscout, Ethereum, so no request was made. A legal adviser or an owner of the case can allow it.',
    ]);
    const job = { addresses: [ADDRESS], maxRequests: 1 };
    expect((await (await as('owner')).post(`/sources/${SOURCE}/fetches`, job)).status).toBe(403);
    expect(left).toBe(0);
  });

  test('is queried for a case that allows it, until that is ended; both stay readable with their reasons', async () => {
    await limit();
    okOf(await allow());
    expect((await fetchAs('editor')).status).toBe(503);
    expect(left).toBe(1);
    okOf(await end());
    expect((await fetchAs('editor')).status).toBe(403);
    expect(left).toBe(1);
    expect(await sources()).toMatchObject([
      {
        source: SOURCE,
        chain: 'eth',
        why: 'To follow the payment',
        ended: { by: 'Prosecutor', why: 'Not needed any more' },
      },
    ]);
    expect((await listCaseActs(casework, opened.id)).slice(-3)).toEqual([
      'case.source.allow',
      'case.source.fetch',
      'case.source.end',
    ]);
    okOf(await allow());
    expect((await sources()).map(({ ended }) => ended === null)).toEqual([true, false]);
  });

  test('is allowed by legal advisers and owners, once at a time', async () => {
    await limit();
    const tried = await statusesOf(opened, (asker) =>
      asker.post(`/cases/${opened.id}/sources`, { source: SOURCE, why: 'To follow the payment' }),
    );
    expect(tried).toEqual({ owner: 200, editor: 403, viewer: 403, reviewer: 403, legal: 409, colleague: 404 });
    expect(
      (await (await as('owner')).post(`/cases/${opened.id}/sources/esplora-btc/end`, { why: 'None' })).status,
    ).toBe(404);
  });
});

describe('a fetch that names a case', () => {
  test('needs the right to write in it; a case that one may not see is one that does not exist', async () => {
    await limit(false);
    expect((await fetchAs('viewer')).status).toBe(403);
    const hidden = await fetchAs('colleague');
    const absent = await fetchAs('colleague', { case: NOBODYS_CASE });
    expect([hidden.status, hidden.body.detail]).toEqual([404, 'There is no such case.']);
    expect([absent.status, absent.body.detail]).toEqual([hidden.status, hidden.body.detail]);
    expect(left).toBe(0);
    expect((await fetchAs('editor')).status).toBe(503);
    expect(left).toBe(1);
  });

  test('is refused outside the authority that the case needs for it, and so is allowing the source', async () => {
    await limit();
    const legal = await as('legal');
    okOf(await legal.post(`/cases/${opened.id}/authority-needs`, { version: 1, acts: ['external-source'] }));
    const need = 'This needs a legal authority for queries to external sources.';
    expect(refusal(await allow())).toEqual([
      403,
      `${need} The case has none. A legal adviser or an owner of the case can enter one.`,
    ]);
    const today = casework.now().toISOString().slice(0, 10);
    const order = { type: 'Order', number: '26/9', issuer: 'District court', from: today, to: null };
    const { items } = okOf<{ items: { id: string; version: number }[] }>(
      await legal.post(`/cases/${opened.id}/authorities`, {
        ...order,
        acts: ['external-source'],
        extender: 'The court',
      }),
    );
    okOf(await allow());
    expect(await sources()).toMatchObject([{ authority: 'Order 26/9' }]);
    expect((await fetchAs('editor')).status).toBe(503);
    const [authority] = items;
    okOf(
      await legal.post(`/cases/${opened.id}/authorities/${authority?.id}/end`, {
        ...{ version: authority?.version, why: 'Set aside' },
      }),
    );
    expect(refusal(await fetchAs('editor'))).toEqual([
      403,
      `${need} Order 26/9 ended on ${today}; The court can extend it.`,
    ]);
    expect(left).toBe(1);
  });

  test('is named in the log of requests to those who may see the case, and the audit log of others says nothing about it', async () => {
    await limit(false);
    okOf(
      await (await as('owner')).post(`/cases/${opened.id}/members`, {
        account: opened.people.viewer.id,
        role: 'editor',
      }),
    );
    await fetchAs('editor');
    const casesOf = async (asker: Asker) =>
      okOf<{ items: { case: { id: string } | null }[] }>(await asker.get('/sources/requests')).items.map(
        (row) => row.case?.id ?? null,
      );
    expect(await casesOf(head)).toEqual([null]);
    expect(await casesOf(platform)).toEqual([null]);
    const member = okOf<{ items: { id: string; name: string }[] }>(
      await (await as('owner')).get(`/cases/${opened.id}/members`),
    );
    expect(member.items.some(({ name }) => name === 'Head of unit')).toBe(false);
    const colleagues = okOf<{ colleagues: { id: string; name: string }[] }>(
      await (await as('owner')).get('/case-choices'),
    );
    const account = colleagues.colleagues.find(({ name }) => name === 'Head of unit')?.id;
    okOf(await (await as('owner')).post(`/cases/${opened.id}/members`, { account, role: 'viewer' }));
    expect(await casesOf(head)).toEqual([opened.id]);
    const fetches = (await listTestEvents(casework)).filter(({ action }) => action === 'source.fetch');
    expect(fetches).toHaveLength(1);
    expect(JSON.stringify(fetches)).not.toContain(opened.id);
  });
});
