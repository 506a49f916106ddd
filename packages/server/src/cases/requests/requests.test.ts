import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CaseHead, CaseOverview } from '@trailmark/api/contract/case';
import type { CaseRequest } from '@trailmark/api/contract/case-request';
import { findCase } from '@trailmark/store/cases/agency-cases/case-rows';
import { insertItem } from '@trailmark/store/cases/agency-cases/item-rows';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../../testing/ask.ts';
import { openCaseKey, sealBytes } from '../case-key.ts';

let casework: TestCaseworkContext;
let lead: Asker;
let leadAccount: TestAccount;
let second: Asker;
let secondAccount: TestAccount;
const TODAY = '2026-11-18';
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  leadAccount = await addAccount(casework, { name: 'Lead investigator' });
  secondAccount = await addAccount(casework, { name: 'Prosecutor' });
  lead = await openAsker(casework, leadAccount);
  second = await openAsker(casework, secondAccount);
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

const begin = async (policy = 'open'): Promise<string> =>
  ok<CaseHead>(await lead.post('/cases', { template: 'ransomware', title: 'Harbour', policy })).id;
const join = async (id: string, role: string) =>
  ok(await lead.post(`/cases/${id}/members`, { account: secondAccount.id, role }));

let numbers = 0;

/** A pinned packet; the packet itself needs deposits in the ledger, which this is not about. */
async function packet(caseId: string, kind = 'request-packet'): Promise<string> {
  const id = randomUUID();
  await casework.store.transact({ kind: 'system' }, async (tx) => {
    const row = await findCase(tx, caseId);
    const key = openCaseKey(casework.keys, { id: caseId, key: row?.key ?? Buffer.alloc(0) });
    const content = sealBytes(key, `item ${caseId} ${id}`, gzipSync('{}'));
    const hash = createHash('sha256').update('{}').digest('hex');
    numbers += 1;
    await insertItem(tx, {
      ...{
        id,
        caseId,
        agency: leadAccount.agency,
        kind,
        title: 'Request to “Northgate”',
        note: '',
        by: leadAccount.id,
      },
      ...{
        number: numbers,
        call: 'POST /api/v1/btc/request-packets',
        method: 'request-packet/1',
        size: 2,
        hash,
        content,
      },
      ...{ software: 'Trailmark test', asOf: null, at: casework.now() },
      input: { params: { chain: 'btc' }, query: {}, body: {} },
    });
  });
  return id;
}

const words = { recipient: 'Northgate Markets Ltd', kind: 'production', basis: 'Order 26/1183, section 98' };
const draft = async (id: string, more: object = {}, asker = lead): Promise<CaseRequest> =>
  ok(await asker.post(`/cases/${id}/requests`, { item: await packet(id), ...words, ...more }));
const stepAs = (asker: Asker, id: string, request: CaseRequest, to: string, more: object = {}) =>
  asker.post(`/cases/${id}/requests/${request.id}/steps`, { version: request.version, to, ...more });
const order = {
  type: 'Production order',
  number: '26/1183',
  issuer: 'District court',
  from: '2026-03-01',
  to: '2027-03-31',
  acts: ['request'],
};
const authorise = async (id: string, more: object = {}) =>
  ok(await lead.post(`/cases/${id}/authorities`, { ...order, ...more }));

/** A case with a request that the prosecutor approved and the lead sent. */
async function sent(): Promise<{ id: string; request: CaseRequest }> {
  const id = await begin();
  await join(id, 'reviewer');
  await authorise(id);
  const approved = ok<CaseRequest>(await stepAs(second, id, await draft(id), 'approved'));
  return { id, request: ok(await stepAs(lead, id, approved, 'sent')) };
}

describe('a request', () => {
  test('goes from draft to answer, each step with day and person, and with what allowed it', async () => {
    const { id, request } = await sent();
    expect(request).toMatchObject({
      number: 'R-1',
      state: 'sent',
      next: ['acknowledged', 'answered', 'refused', 'withdrawn'],
    });
    const acknowledged = ok<CaseRequest>(await stepAs(lead, id, request, 'acknowledged', { note: 'Ticket 4471' }));
    const answered = ok<CaseRequest>(await stepAs(lead, id, acknowledged, 'answered'));
    expect(answered.steps.map(({ state, on, by, authority }) => [state, on, by, authority])).toEqual([
      ['drafted', TODAY, 'Lead investigator', null],
      ['approved', TODAY, 'Prosecutor', null],
      ['sent', TODAY, 'Lead investigator', 'Production order 26/1183'],
      ['acknowledged', TODAY, 'Lead investigator', null],
      ['answered', TODAY, 'Lead investigator', null],
    ]);
    expect(answered.next).toEqual([]);
    expect((await stepAs(lead, id, answered, 'refused')).status).toBe(409);
    expect(ok<CaseOverview>(await lead.get(`/cases/${id}`)).counts).toMatchObject({ requests: 1 });
  });

  test('takes its steps in their order only', async () => {
    const id = await begin();
    const request = await draft(id);
    for (const to of ['sent', 'acknowledged', 'answered', 'refused', 'drafted']) {
      expect([to, (await stepAs(lead, id, request, to)).status]).toEqual([to, 409]);
    }
  });

  test('waits at the home of who may approve it, and not of who wrote it or of others', async () => {
    const id = await begin();
    await join(id, 'viewer');
    await draft(id);
    const waiting = async (asker: Asker) =>
      ok<{ waiting: { kind: string; title: string }[] }>(await asker.get('/home')).waiting.flatMap(({ kind, title }) =>
        kind === 'request' ? [title] : [],
      );
    expect([await waiting(lead), await waiting(second)]).toEqual([[], []]);
    await join(id, 'reviewer');
    expect([await waiting(lead), await waiting(second)]).toEqual([
      [],
      ['Approve the request to Northgate Markets Ltd'],
    ]);
  });

  test('is approved by another person than those who wrote the draft, whatever their role', async () => {
    const id = await begin();
    await join(id, 'owner');
    const request = await draft(id);
    expect(request.mayApprove).toBe(false);
    expect((await stepAs(lead, id, request, 'approved')).body.detail).toContain('Somebody else');
    const row = { id: request.id, version: 1 };
    const changed = await draft(id, { row, note: 'With dates' }, second);
    expect((await stepAs(second, id, changed, 'approved')).status).toBe(403);
    const third = await addAccount(casework, { name: 'Reviewer' });
    ok(await lead.post(`/cases/${id}/members`, { account: third.id, role: 'reviewer' }));
    const reviewer = await openAsker(casework, third);
    const { items } = ok<{ items: CaseRequest[] }>(await reviewer.get(`/cases/${id}/requests`));
    expect(items).toMatchObject([{ mayApprove: true }]);
    expect(ok<CaseRequest>(await stepAs(reviewer, id, changed, 'approved')).state).toBe('approved');
  });

  test('is not changed after its approval: what was approved is what is sent', async () => {
    const id = await begin();
    await join(id, 'reviewer');
    const approved = ok<CaseRequest>(await stepAs(second, id, await draft(id), 'approved'));
    const row = { id: approved.id, version: approved.version };
    const late = await lead.post(`/cases/${id}/requests`, {
      row,
      item: approved.item.id,
      ...words,
      recipient: 'Meridian',
    });
    expect(late.status).toBe(409);
  });

  test('is sent under an authority that covers it only', async () => {
    const id = await begin();
    await join(id, 'legal');
    const approved = ok<CaseRequest>(await stepAs(second, id, await draft(id), 'approved'));
    expect((await stepAs(lead, id, approved, 'sent')).body.detail).toContain('The case has none.');
    await authorise(id, { number: '26/2', to: '2026-06-03' });
    const refused = await stepAs(lead, id, approved, 'sent');
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('26/2 ended on 2026-06-03')]);
    await authorise(id, { number: '26/3', chains: ['eth'] });
    expect((await stepAs(lead, id, approved, 'sent')).body.detail).toContain('26/3 does not cover this');
    await authorise(id, { number: '26/4', chains: ['btc'] });
    const gone = ok<CaseRequest>(await stepAs(lead, id, approved, 'sent'));
    expect(gone.steps.at(-1)).toMatchObject({ state: 'sent', authority: 'Production order 26/4' });
  });

  test('rests on a pinned packet of its case that was not withdrawn', async () => {
    const [id, other] = [await begin(), await begin()];
    const body = { ...words, item: await packet(id, 'address') };
    expect((await lead.post(`/cases/${id}/requests`, body)).status).toBe(400);
    expect((await lead.post(`/cases/${id}/requests`, { ...words, item: await packet(other) })).status).toBe(404);
    await join(id, 'reviewer');
    const request = await draft(id);
    ok(await lead.post(`/cases/${id}/items/${request.item.id}/withdrawal`, { why: 'A wrong deposit' }));
    expect((await stepAs(second, id, request, 'approved')).status).toBe(409);
  });

  test('is changed from its present version only', async () => {
    const id = await begin();
    const request = await draft(id);
    const row = { id: request.id, version: 1 };
    await draft(id, { row, note: 'First' });
    const late = await lead.post(`/cases/${id}/requests`, { row, item: request.item.id, ...words, note: 'Second' });
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
    expect((await stepAs(lead, id, request, 'withdrawn', { note: 'Not needed' })).body.reason).toBe(
      'changed-meanwhile',
    );
  });

  test('is withdrawn with a reason', async () => {
    const id = await begin();
    const request = await draft(id);
    expect((await stepAs(lead, id, request, 'withdrawn')).status).toBe(400);
    expect(ok<CaseRequest>(await stepAs(lead, id, request, 'withdrawn', { note: 'Not needed' })).state).toBe(
      'withdrawn',
    );
  });

  test('has a step on the day it was done: not before the one it follows, and not in the future', async () => {
    const { id, request } = await sent();
    expect((await stepAs(lead, id, request, 'acknowledged', { on: '2026-11-19' })).status).toBe(400);
    expect((await stepAs(lead, id, request, 'acknowledged', { on: '2026-11-17' })).status).toBe(400);
    ok(await stepAs(lead, id, request, 'acknowledged', { on: TODAY }));
  });

  test('is due, and reminds, until it was answered', async () => {
    const { id, request } = await sent();
    const dates = { dueOn: '2026-11-25', remindOn: '2026-11-22' };
    const dated = ok<CaseRequest>(
      await lead.post(`/cases/${id}/requests/${request.id}`, { version: request.version, ...dates }),
    );
    const due = async () =>
      ok<CaseOverview>(await lead.get(`/cases/${id}`)).due.filter(({ tab }) => tab === 'requests');
    expect(await due()).toEqual([
      { on: '2026-11-22', what: 'Reminder of R-1, Northgate Markets Ltd', tab: 'requests', who: null },
      { on: '2026-11-25', what: 'Answer to R-1, Northgate Markets Ltd', tab: 'requests', who: null },
    ]);
    ok(await stepAs(lead, id, dated, 'answered'));
    expect(await due()).toEqual([]);
  });

  test('names the files of its answer by their numbers', async () => {
    const { id, request } = await sent();
    const path = `/cases/${id}/requests/${request.id}`;
    const put = (files: string[]) => lead.post(path, { version: request.version, files });
    expect((await put(['../EV-03'])).status).toBe(400);
    expect(ok<CaseRequest>(await put(['EV-03', 'EV-03', 'EV-11'])).files).toEqual(['EV-03', 'EV-11']);
  });
});

describe('what a service froze or returned', () => {
  const frozen = { outcome: 'frozen', asset: 'btc', amount: '530115000', day: '2026-03-14', source: 'EV-04' };
  const enter = (id: string, request: CaseRequest, more: object = {}) =>
    lead.post(`/cases/${id}/requests/${request.id}/assets`, { ...frozen, ...more });
  const money = async (id: string) =>
    ok<{ items: Record<string, unknown>[]; sums: Record<string, string>[] }>(await lead.get(`/cases/${id}/money`));

  test('is entered exactly, and where wished in the money table too', async () => {
    const { id, request } = await sent();
    const { assets } = ok<CaseRequest>(await enter(id, request, { amount: '123456789012345678901234567890' }));
    expect(assets).toMatchObject([{ outcome: 'frozen', amount: '123456789012345678901234567890', isInMoney: false }]);
    expect((await money(id)).items).toEqual([]);
    const both = ok<CaseRequest>(await enter(id, request, { isInMoney: true }));
    expect(both.assets[1]).toMatchObject({ isInMoney: true, symbol: 'BTC', decimals: 8 });
    const { items, sums } = await money(id);
    expect(items).toMatchObject([
      {
        kind: 'place',
        state: 'frozen',
        amount: '530115000',
        mark: 'claim',
        place: 'Northgate Markets Ltd',
        source: 'EV-04',
      },
    ]);
    expect(sums).toMatchObject([{ frozen: '530115000' }]);
  });

  test('is withdrawn with a reason, and stays readable', async () => {
    const { id, request } = await sent();
    const { assets } = ok<CaseRequest>(await enter(id, request));
    const path = `/cases/${id}/requests/${request.id}/assets/${assets[0]?.id}/withdrawal`;
    expect(ok<CaseRequest>(await lead.post(path, { why: 'Another customer' })).assets).toMatchObject([
      { withdrawn: { why: 'Another customer' } },
    ]);
    expect((await lead.post(path, { why: 'Again' })).status).toBe(409);
  });

  test('is refused before the request was sent, for nothing, for the future and for an unknown asset', async () => {
    const { id, request } = await sent();
    const early = await draft(id);
    expect((await enter(id, early)).status).toBe(409);
    for (const wrong of [
      { amount: '0' },
      { amount: '-1' },
      { day: '2030-01-01' },
      { asset: 'gold' },
      { outcome: 'burnt' },
    ]) {
      expect([wrong, (await enter(id, request, wrong)).status]).toEqual([wrong, 400]);
    }
  });
});

describe('roles', () => {
  test.each([
    ['viewer', 403, 403],
    ['editor', 200, 403],
    ['reviewer', 403, 200],
    ['legal', 403, 200],
    ['owner', 200, 200],
  ])('%s: draft %i, approve %i', async (role, drafts, approves) => {
    const id = await begin('sealed');
    await join(id, role);
    const request = await draft(id);
    expect((await second.get(`/cases/${id}/requests`)).status).toBe(200);
    expect((await stepAs(second, id, request, 'approved')).status).toBe(approves);
    const body = { item: request.item.id, ...words };
    expect((await second.post(`/cases/${id}/requests`, body)).status).toBe(drafts);
    const dates = { version: request.version + (approves === 200 ? 1 : 0), dueOn: '2026-12-01' };
    expect((await second.post(`/cases/${id}/requests/${request.id}`, dates)).status).toBe(drafts);
  });

  test('to others a sealed case does not exist', async () => {
    const id = await begin('sealed');
    const request = await draft(id);
    expect((await second.get(`/cases/${id}/requests`)).status).toBe(404);
    expect((await stepAs(second, id, request, 'approved')).status).toBe(404);
  });
});

test('every change leaves its line in the log, under the case', async () => {
  const { id } = await sent();
  const events = (await listTestEvents(casework)).filter(({ object }) => (object as { id?: string } | null)?.id === id);
  expect(events.map(({ action }) => action)).toEqual([
    'case.create',
    'case.member',
    'case.authority.set',
    'case.request.draft',
    'case.request.step',
    'case.request.step',
  ]);
});

test('a case with authorities, requests and what they brought comes back from its file', async () => {
  const { id, request } = await sent();
  const asset = { outcome: 'frozen', asset: 'btc', amount: '5', day: '2026-03-14', isInMoney: true };
  ok(await lead.post(`/cases/${id}/requests/${request.id}/assets`, asset));
  ok(await lead.post(`/cases/${id}/authority-needs`, { version: 1, acts: ['request', 'seizure'] }));
  const content = await (await lead.raw(`/api/v1/cases/${id}/file`)).text();
  const { head } = ok<{ head: CaseHead }>(await lead.post('/case-imports', { content }));
  const { items } = ok<{ items: CaseRequest[] }>(await lead.get(`/cases/${head.id}/requests`));
  expect(items).toMatchObject([{ number: 'R-1', state: 'sent', assets: [{ amount: '5', isInMoney: true }] }]);
  expect(items[0]?.steps.map(({ authority }) => authority)).toEqual([null, null, 'Production order 26/1183']);
  expect(ok<{ needs: object }>(await lead.get(`/cases/${head.id}/authorities`)).needs).toMatchObject({
    acts: ['request', 'seizure'],
  });
});
