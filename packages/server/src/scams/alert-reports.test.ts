import type { AlertPage } from '@trailmark/api/contract/alert';
import type { ScamReceipt } from '@trailmark/api/contract/scam-report';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';
import { alertVerifiedReports } from './alert-reports.ts';

let casework: TestCaseworkContext;
let reporter: Asker;
let reviewer: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  reporter = await openAsker(casework, await addAccount(casework, { email: 'first@north.example' }));
  reviewer = await openAsker(casework, await addAccount(casework, { email: 'second@north.example' }));
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

async function begin(title: string): Promise<string> {
  const { id } = ok<{ id: string }>(await reviewer.post('/cases', { template: 'ransomware', title }));
  const input = { params: { chain: 'btc', address: ADDRESS.alice }, query: {} };
  ok(await reviewer.post(`/cases/${id}/items`, { kind: 'address', input }));
  return id;
}

async function report(): Promise<string> {
  const body = {
    ...{ category: 'recovery', reporter: 'victim', payments: [], loss: null, evidence: [], story: {}, victim: null },
    ...{ suspects: [{ kind: 'address', value: ADDRESS.alice, chain: 'btc' }], key: crypto.randomUUID() },
  };
  return ok<ScamReceipt>(await reporter.post('/scam-reports', body)).id;
}

const review = async (id: string, body: object) => ok(await reviewer.post(`/scam-reports/${id}/review`, body));
const alerts = async () =>
  ok<AlertPage>(await reviewer.get('/alerts?kind=scam-report&view=all')).items.map(({ case: of, retracted }) => [
    of?.title,
    retracted === null ? 'valid' : 'retracted',
  ]);

test('a verified report notifies the cases that name the same, and those that name it later', async () => {
  await begin('Harbour');
  await review(await report(), { act: 'verify' });
  expect(await alerts()).toEqual([['Harbour', 'valid']]);
  await begin('Quay');
  await alertVerifiedReports(casework);
  await alertVerifiedReports(casework);
  expect((await alerts()).toSorted()).toEqual([
    ['Harbour', 'valid'],
    ['Quay', 'valid'],
  ]);
});

test('a report that is opened again takes its alerts back, and raises new ones when it is verified again', async () => {
  await begin('Harbour');
  const id = await report();
  await review(id, { act: 'verify' });
  await review(id, { act: 'reopen', why: 'It was an exchange' });
  expect(await alerts()).toEqual([['Harbour', 'retracted']]);
  await review(id, { act: 'reject', why: 'It was an exchange' });
  expect(await alerts()).toEqual([['Harbour', 'retracted']]);
  await review(id, { act: 'reopen', why: 'It was none' });
  await review(id, { act: 'verify' });
  expect((await alerts()).toSorted()).toEqual([
    ['Harbour', 'retracted'],
    ['Harbour', 'valid'],
  ]);
});
