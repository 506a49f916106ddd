import type { Found, VisitRow } from '@trailmark/api/contract/home';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FILLED_ADDRESS, fillCase, ok } from '../cases/testing/fill-case.ts';
import {
  addAccount,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Asker, openAsker } from '../testing/ask.ts';

let casework: TestCaseworkContext;
let legal: TestAccount;
let leader: TestAccount;
let lead: Asker;
let second: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  legal = await addAccount(casework, { name: 'Legal adviser' });
  leader = await addAccount(casework, { name: 'Lead investigator' });
  lead = await openAsker(casework, leader);
  second = await openAsker(casework, await addAccount(casework, { name: 'Second analyst' }));
});

const address = { kind: 'address', chain: 'btc', id: FILLED_ADDRESS };
const list = async (asker: Asker) => ok<{ items: VisitRow[] }>(await asker.get('/visits')).items;
const find = async (asker: Asker, q: string) => ok<Found>(await asker.get(`/find?q=${encodeURIComponent(q)}`));

describe('the box for everything', () => {
  test('finds identifiers, names, cases by what is in them, and says nothing about a sealed one to others', async () => {
    const sealed = await fillCase({ casework, lead, legal });
    const own = await find(lead, FILLED_ADDRESS);
    expect(own.identifiers.hits).toContainEqual(
      expect.objectContaining({ kind: 'address', chain: 'btc', id: FILLED_ADDRESS }),
    );
    expect(own.cases).toMatchObject([{ id: sealed.id, title: 'Harbour' }]);
    expect(await find(lead, 'harbour')).toMatchObject({ caseCount: 1, identifiers: { hits: [] } });
    const before = await find(second, 'nothing-of-the-kind');
    expect(await find(second, 'harbour')).toEqual({ ...before, identifiers: expect.anything() });
    expect((await find(second, FILLED_ADDRESS)).cases).toEqual([]);
  });

  test('takes pasted text of 2,000 characters, and refuses more', async () => {
    expect((await find(lead, 'x '.repeat(1_000).trim())).organisations).toEqual([]);
    expect((await lead.get(`/find?q=${'x'.repeat(2_001)}`)).status).toBe(400);
    expect((await lead.get('/find?q=%20')).status).toBe(200);
  });
});

describe('what a person opened', () => {
  test('is kept for them alone, the last first, each once, pinned ones on top', async () => {
    const transaction = { kind: 'transaction', chain: 'btc', id: 'ab'.repeat(32) };
    for (const one of [address, transaction, address]) {
      casework.advance(1_000);
      ok(await lead.post('/visits', one));
    }
    expect(await list(lead)).toMatchObject([address, transaction]);
    expect(await list(second)).toEqual([]);
    ok(await lead.post('/visits/pin', { ...transaction, isPinned: true }));
    expect(await list(lead)).toMatchObject([
      { ...transaction, isPinned: true },
      { ...address, isPinned: false },
    ]);
    ok(await lead.post('/visits/removal', {}));
    expect(await list(lead)).toMatchObject([transaction]);
    ok(await lead.post('/visits/pin', { ...transaction, isPinned: false }));
    expect(await list(lead)).toMatchObject([{ isPinned: false }]);
  });

  test('loses the title of a case with the right to see it', async () => {
    const sealed = await fillCase({ casework, lead, legal });
    const visit = { kind: 'case', chain: null, id: sealed.id };
    for (const asker of [lead, second]) ok(await asker.post('/visits', visit));
    expect(await list(lead)).toMatchObject([{ id: sealed.id, title: 'Harbour', detail: sealed.number }]);
    expect(await list(second)).toEqual([]);
  });

  test('has twenty pins at most, also where several are pinned at the same moment', async () => {
    const pin = (i: number) =>
      lead.post('/visits/pin', { kind: 'entity', chain: null, id: `actor-${i}`, isPinned: true });
    for (let i = 0; i < 19; i++) ok(await pin(i));
    const answers = await Promise.all([pin(20), pin(21), pin(22)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('keeps the last fifty and every pin, up to twenty', async () => {
    for (let i = 0; i < 20; i++)
      ok(await lead.post('/visits/pin', { kind: 'entity', chain: null, id: `actor-${i}`, isPinned: true }));
    const more = await lead.post('/visits/pin', { kind: 'entity', chain: null, id: 'one-more', isPinned: true });
    expect(more).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Take a pin away first') } });
    for (let i = 0; i < 55; i++) {
      casework.advance(1_000);
      ok(await lead.post('/visits', { kind: 'entity', chain: null, id: `visited-${i}` }));
    }
    const kept = await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list<{ subject: string }>({
        text: `SELECT subject FROM visit WHERE pinned_at IS NULL ORDER BY visited_at`,
        values: [],
      }),
    );
    expect([kept.length, kept[0]?.subject]).toEqual([50, 'visited-5']);
  });

  test('names its chain where it is on one, and nowhere else', async () => {
    for (const wrong of [
      { ...address, chain: null },
      { kind: 'entity', chain: 'btc', id: 'x' },
    ]) {
      expect(await lead.post('/visits', wrong)).toMatchObject({ status: 400 });
    }
    expect((await lead.post('/visits', { kind: 'block', chain: 'btc', id: '1' })).status).toBe(400);
  });
});

test('the home lists own open tasks with the day they are due, and those of nobody else', async () => {
  const head = await fillCase({ casework, lead, legal, policy: 'open' });
  const at = `/cases/${head.id}`;
  ok(await lead.post(`${at}/tasks`, { title: 'Interview notes', assignee: leader.id, due: '2026-12-01' }));
  const { waiting, flows } = ok<{
    waiting: { kind: string; title: string; detail: string; dueOn: string | null }[];
    flows: [];
  }>(await lead.get('/home'));
  expect(waiting).toContainEqual(
    expect.objectContaining({ kind: 'task', title: 'Interview notes', detail: 'Harbour', dueOn: '2026-12-01' }),
  );
  expect(flows).toEqual([]);
  const others = ok<{ waiting: unknown[] }>(await second.get('/home'));
  expect(others.waiting).toEqual([]);
});
