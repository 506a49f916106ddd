import type { AlertDetail, AlertPage } from '@trailmark/api/contract/alert';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { openAsker } from '../testing/ask.ts';
import { listCaseActs, okOf, openTestCase, statusesOf, type TestCase } from '../testing/case-people.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { watchedPayment } from './kinds/watched-payment.ts';
import { type NewAlert, raiseAlert, retractAlerts } from './raise-alert.ts';

let casework: TestCaseworkContext;
let opened: TestCase;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  opened = await openTestCase(casework);
});

const TXID = 'ab'.repeat(32);
const SYSTEM = { kind: 'system' } as const;

function payment(given: Partial<NewAlert> = {}): NewAlert {
  const at = casework.now();
  return {
    ...{
      agency: opened.people.owner.agency,
      case: opened.id,
      kind: watchedPayment,
      key: `case:${opened.id}:btc:${TXID}`,
    },
    ...{ mark: 'fact', title: '6.79710128 BTC left an output', summary: '1 transaction' },
    body: { movements: [], lines: [], notes: [], facts: {} },
    place: { chain: 'btc', height: 320, blockHash: 'cd'.repeat(32), txid: TXID },
    ...{ happenedAt: at, origin: { id: 'watch:1', name: 'W-1 Unspent', words: 'any spend' }, at },
    ...given,
  };
}
const raise = (given: Partial<NewAlert> = {}) =>
  casework.store.transact(SYSTEM, (tx) => raiseAlert(tx, payment(given)));
const retract = (fromHeight: number) =>
  casework.store.transact(SYSTEM, (tx) =>
    retractAlerts(tx, { chain: 'btc', fromHeight, why: 'Block 320 was replaced', at: casework.now() }),
  );
const list = async (query = '', asker = opened.as.owner): Promise<AlertPage> =>
  okOf(await asker.get(`/alerts${query}`));
const handle = (body: object, asker = opened.as.owner) => asker.post('/alerts/handle', body);
const named = ({ items }: AlertPage) => items.map(({ id, version }) => ({ id, version }));

describe('an alert', () => {
  test('is one, however often it is raised, and names everything that raised it', async () => {
    const first = await raise();
    expect(first.isNew).toBe(true);
    expect(await raise()).toEqual({ id: first.id, isNew: false });
    await raise({ origin: { id: 'watch:2', name: 'W-2 Wallet', words: 'out' } });
    const { items, counts } = await list();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ number: 'A-1', kindName: 'Watched payment', height: 320, state: 'new' });
    expect(items[0]?.origins.map(({ name }) => name)).toEqual(['W-1 Unspent', 'W-2 Wallet']);
    expect(counts).toMatchObject({ new: 1, mine: 0, open: 1, all: 1, retracted: 0 });
  });

  test('that was raised by two transactions at once is one', async () => {
    const raised = await Promise.all(Array.from({ length: 6 }, () => raise()));
    expect(raised.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await list()).items).toHaveLength(1);
  });

  test('seen unconfirmed gets its block, and stays the same alert', async () => {
    const place = { chain: 'btc', height: null, blockHash: null, txid: TXID };
    const { id } = await raise({ place });
    await raise();
    const detail = okOf<AlertDetail>(await opened.as.owner.get(`/alerts/${id}`));
    expect(detail.height).toBe(320);
    expect(detail.events.map(({ what }) => what)).toEqual(['raised', 'confirmed']);
  });

  test('of a replaced block is retracted, and its twin in the new branch names it', async () => {
    const { id } = await raise();
    expect(await retract(321)).toEqual([]);
    expect(await retract(320)).toHaveLength(1);
    expect(await retract(320)).toEqual([]);
    const twin = await raise({ place: { chain: 'btc', height: 322, blockHash: 'ef'.repeat(32), txid: TXID } });
    const old = okOf<AlertDetail>(await opened.as.owner.get(`/alerts/${id}`));
    expect(old).toMatchObject({ number: 'A-1', retracted: { why: 'Block 320 was replaced' } });
    expect(old.replacedBy).toEqual({ id: twin.id, number: 'A-2' });
    const present = okOf<AlertDetail>(await opened.as.owner.get(`/alerts/${twin.id}`));
    expect(present.replaces).toEqual({ id, number: 'A-1' });
    expect((await list()).items.map(({ number }) => number)).toEqual(['A-2']);
    expect((await list('?view=all')).counts).toMatchObject({ all: 2, open: 1, retracted: 1 });
  });

  test('of the agency is read by everybody of it, and is counted apart from those of cases', async () => {
    await raise();
    await raise({ case: null, key: 'list:1' });
    expect((await list('', opened.as.colleague)).items.map(({ number, case: of }) => [number, of])).toEqual([
      ['A-1', null],
    ]);
    expect((await list()).items).toHaveLength(2);
  });
});

describe('handling', () => {
  test('goes from new to closed and back, each step logged in the case', async () => {
    await raise();
    const step = async (body: object) => okOf(await handle({ alerts: named(await list('?view=all')), ...body }));
    await step({ state: 'acknowledged' });
    await step({ state: 'assigned', assignee: opened.people.editor.id });
    expect((await list('?view=mine', opened.as.editor)).items).toHaveLength(1);
    await step({ state: 'escalated', words: 'Ask the prosecutor' });
    await step({ state: 'closed', reason: 'own-transfer', words: 'Both addresses are his' });
    expect((await list()).items).toEqual([]);
    await step({ state: 'new' });
    const [row] = (await list()).items;
    const { events } = okOf<AlertDetail>(await opened.as.owner.get(`/alerts/${row?.id}`));
    expect(events.map(({ what, words }) => `${what} ${words}`.trim())).toEqual([
      ...['raised In block 320', 'acknowledge', 'assign', 'escalate Ask the prosecutor'],
      ...['close own-transfer: Both addresses are his', 'reopen'],
    ]);
    const acts = ['acknowledge', 'assign', 'escalate', 'close', 'reopen'].map((act) => `case.alert.${act}`);
    expect((await listCaseActs(casework, opened.id)).filter((act) => act.startsWith('case.alert'))).toEqual(acts);
  });

  test('is for those who may change the case', async () => {
    await raise();
    const alerts = named(await list());
    expect(await statusesOf(opened, (asker) => asker.get(`/alerts/${alerts[0]?.id}`))).toMatchObject({
      ...{ owner: 200, viewer: 200, legal: 200, colleague: 404 },
    });
    const refused = [opened.as.viewer, opened.as.legal, opened.as.colleague];
    const statuses = await Promise.all(
      refused.map(async (as) => (await handle({ alerts, state: 'closed', reason: 'handled' }, as)).status),
    );
    expect(statuses).toEqual([403, 403, 404]);
  });

  test('of a retracted alert is only to close it', async () => {
    await raise();
    await retract(320);
    const alerts = named(await list('?view=all'));
    const { status, body } = await handle({ alerts, state: 'acknowledged' });
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/A-1 was retracted/)]);
    okOf(await handle({ alerts, state: 'closed', reason: 'retracted' }));
  });

  test('of several alerts is of all or of none', async () => {
    await raise();
    await raise({ key: 'another' });
    const alerts = named(await list());
    const stale = alerts.map((each, i) => (i === 0 ? { ...each, version: 9 } : each));
    expect((await handle({ alerts: stale, state: 'acknowledged' })).status).toBe(409);
    expect((await list()).counts.new).toBe(2);
    okOf(await handle({ alerts, state: 'acknowledged' }));
    expect((await list()).counts.new).toBe(0);
  });

  test('needs a reason to close, and a member of the case to assign', async () => {
    await raise();
    const alerts = named(await list());
    const assignee = opened.people.colleague.id;
    expect((await handle({ alerts, state: 'closed' })).body.detail).toMatch(/reason is needed/);
    expect((await handle({ alerts, state: 'assigned', assignee })).body.detail).toMatch(/member of the case/);
  });
});

test('the stream sends counts at once and after each change, until the session of its reader ends', async () => {
  const { app } = createSampleApp({
    casework,
    gate: createSessionGate(casework),
    stopping: new AbortController().signal,
  });
  const asker = await openAsker(casework, opened.people.owner, app);
  const response = await asker.raw('/api/v1/alerts/stream');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended: ${text}`);
      text += new TextDecoder().decode(value);
    }
  };
  await until(/event: alerts\ndata: \{"new":0/);
  await raise();
  await until(/"new":1/);
  await casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`UPDATE session SET ended_at = now()`));
  await raise({ key: 'after the end' });
  await expect(until(/"new":2/)).rejects.toThrow('The stream ended');
});
