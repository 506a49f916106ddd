import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
  toTestCaller,
} from '../testing/accounts.ts';
import { agreeToWithdrawal, findWithdrawal } from './list-withdrawal.ts';

const DAY = 24 * 3_600_000;
const OUT = { pack: 'ofac-sdn', from: 'a'.repeat(16), version: null };

let casework: TestCaseworkContext;
let first: TestAccount;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  first = await addAccount(casework, { role: 'platform-admin', name: 'First', email: 'first@north.example' });
});

const addSecond = () => addAccount(casework, { role: 'platform-admin', name: 'Second', email: 'second@north.example' });
const agree = (account: TestAccount, change: Parameters<typeof agreeToWithdrawal>[2] = OUT) =>
  agreeToWithdrawal(casework, toTestCaller(casework, account), change);

test('a list goes out of force when a second administrator does what the first proposed', async () => {
  const second = await addSecond();
  expect(await agree(first)).toMatchObject({ ...OUT, by: first.id, name: 'First' });
  expect(await findWithdrawal(casework)).toMatchObject(OUT);
  await expect(agree(first)).rejects.toMatchObject({ kind: 'conflict' });
  expect(await agree(second)).toBeUndefined();
  expect(await findWithdrawal(casework)).toBeUndefined();
  const events = await listTestEvents(casework);
  expect(events.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['label-pack.withdrawal-proposed', 'success'],
    ['label-pack.withdrawal-confirmed', 'success'],
  ]);
  expect(events[1]).toMatchObject({ details: { proposer: first.id, isAlone: false, version: 'none' } });
});

test('a proposal is confirmed for what it says alone: another version, or another list in force, is a new one', async () => {
  const second = await addSecond();
  await agree(first);
  expect(await agree(second, { ...OUT, version: 'b'.repeat(16) })).toMatchObject({ by: second.id });
  expect(await agree(first, { ...OUT, from: 'c'.repeat(16), version: 'b'.repeat(16) })).toMatchObject({ by: first.id });
});

test('a proposal ends after seven days', async () => {
  const second = await addSecond();
  await agree(first);
  casework.advance(7 * DAY);
  expect(await findWithdrawal(casework)).toBeUndefined();
  expect(await agree(second)).toMatchObject({ by: second.id });
});

test('somebody who has no second administrator may continue alone after a day, and the log says so', async () => {
  await agree(first);
  casework.advance(DAY - 1);
  await expect(agree(first)).rejects.toThrow('There is no second administrator.');
  casework.advance(1);
  expect(await agree(first)).toBeUndefined();
  expect((await listTestEvents(casework)).at(-1)).toMatchObject({ details: { isAlone: true } });
});

test('nobody else proposes or confirms it', async () => {
  await agree(first);
  for (const role of ['agency-admin', 'auditor', 'member'] as const) {
    const other = await addAccount(casework, { role, email: `${role}@north.example` });
    await expect(agree(other)).rejects.toMatchObject({ kind: 'forbidden' });
  }
  expect(await findWithdrawal(casework)).toMatchObject({ by: first.id });
});
