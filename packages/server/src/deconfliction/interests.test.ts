import { randomUUID } from 'node:crypto';
import type { Interest, InterestHead } from '@trailmark/api/contract/interest';
import { putIdentifiers } from '@trailmark/store/cases/agency-cases/identifier-rows';
import { insertInterest } from '@trailmark/store/cases/deconfliction/interest-rows';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';
import { settleInterestRequests } from './compare-interest.ts';
import { drawNumber } from './file-interest.ts';
import { rematchInterests } from './rematch-interests.ts';
import { toTag } from './tags.ts';

let casework: TestCaseworkContext;
let north: Asker;
let south: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
let people: Record<'north' | 'south', TestAccount>;
/** A session ends when its time is over: who works on signs in again. */
async function wait(ms: number): Promise<void> {
  casework.advance(ms);
  [north, south] = [await openAsker(casework, people.north), await openAsker(casework, people.south)];
}
beforeEach(async () => {
  await casework.clear();
  const other = await addAgency(casework, 'South Revenue');
  people = {
    north: await addAccount(casework, { name: 'Officer North', email: 'n@north.example' }),
    south: await addAccount(casework, { agency: other, name: 'Officer South', email: 's@south.example' }),
  };
  await wait(0);
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

async function begin(by: Asker, title: string, addresses: readonly string[]): Promise<string> {
  const { id } = ok<{ id: string }>(await by.post('/cases', { template: 'ransomware', title }));
  for (const address of addresses) {
    const input = { params: { chain: 'btc', address }, query: {} };
    ok(await by.post(`/cases/${id}/items`, { kind: 'address', input }));
  }
  return id;
}

const FIELDS = {
  ...{ legalBasis: 'Order 114/26', predicate: 'Fraud', suspicion: 'Receives the loss of 3 March.', isLawful: true },
  ...{
    confidence: 'medium',
    sensitivity: 'restricted',
    radius: 'exact',
    contact: 'Duty desk, +00 555 0142',
    reviewOn: '2027-11-01',
  },
};
const file = (by: Asker, id: string, more: object = {}) =>
  by.post('/interests', { case: id, identifiers: ADDRESS.alice, ...FIELDS, ...more });
const filed = async (by: Asker, id: string, more: object = {}) =>
  ok<{ interest: Interest; refused: { text: string; reason: string }[] }>(await file(by, id, more));
const read = async (by: Asker, id: string) => ok<Interest>(await by.get(`/interests/${id}`));
const answer = (by: Asker, interest: Interest, body: object) =>
  by.post(`/interests/${interest.id}/conflicts/${interest.conflictList[0]?.id}`, body);
/** An answer without what is drawn or counted again for each. */
const plain = ({ status, body }: Answer) =>
  JSON.stringify([status, body]).replace(/[0-9a-f]{8}-[0-9a-f-]{27}|I-\d{4}-\d{5}|\d{4}-\d{5}/g, '#');

describe('an interest', () => {
  test('that nobody shares has no conflict, and one that somebody shares leads to them, on both sides', async () => {
    const [ours, theirs] = [
      await begin(north, 'Harbour', [ADDRESS.alice]),
      await begin(south, 'Ledger', [ADDRESS.alice]),
    ];
    const first = await filed(north, ours);
    expect(first.interest.answer).toBe('no-conflict');
    const second = await filed(south, theirs);
    expect([second.interest.answer, second.interest.conflictList[0]?.grade]).toEqual(['contact-route', 'exact']);
    expect((await read(north, first.interest.id)).answer).toBe('contact-route');
    // Neither side reads a word of the other before both agreed.
    expect(JSON.stringify(second)).not.toMatch(/Officer North|North District|Harbour|Duty desk, \+00 555 0142.*Duty/);
    expect(second.interest.conflictList[0]?.other).toEqual({
      agency: null,
      contact: null,
      officer: null,
      caseNumber: null,
    });
    const inbox = ok<{ items: { title: string }[] }>(await north.get('/alerts?kind=deconfliction'));
    expect(inbox.items).toHaveLength(1);
    expect(JSON.stringify(inbox)).not.toContain('South');
  });

  test('shows each step only when both sides agreed to it, and each is in the record of who received what', async () => {
    const [ours, theirs] = [
      await begin(north, 'Harbour', [ADDRESS.alice]),
      await begin(south, 'Ledger', [ADDRESS.alice]),
    ];
    const { interest: a } = await filed(north, ours);
    const { interest: b } = await filed(south, theirs);
    const mine = await read(north, a.id);
    ok(await answer(north, mine, { act: 'agree', step: 2 }));
    expect((await read(south, b.id)).conflictList[0]?.other.agency).toBeNull();
    expect((await read(south, b.id)).releases).toEqual([]);
    ok(await answer(south, b, { act: 'agree', step: 2 }));
    expect((await read(south, b.id)).conflictList[0]?.other).toMatchObject({
      agency: 'North District Police',
      officer: null,
    });
    expect((await answer(north, mine, { act: 'agree', step: 4 })).status).toBe(409);
    ok(await answer(north, mine, { act: 'agree', step: 3 }));
    ok(await answer(south, b, { act: 'agree', step: 3 }));
    expect((await read(north, a.id)).conflictList[0]?.other).toMatchObject({
      agency: 'South Revenue',
      officer: 'Officer South',
    });
    expect((await read(north, a.id)).releases.map(({ toWhom, what, why }) => [toWhom, what, why])).toEqual([
      ['South Revenue', 'Name of the agency and contact route', 'Fraud'],
      ['South Revenue', 'Officer and case number', 'Fraud'],
    ]);
    ok(await answer(north, mine, { act: 'message', text: 'A search is planned. Please wait until Thursday.' }));
    const thread = (await read(south, b.id)).conflictList[0]?.messages.map(({ from, text }) => `${from}: ${text}`);
    expect(thread?.at(-1)).toBe('other: A search is planned. Please wait until Thursday.');
    ok(await answer(south, b, { act: 'outcome', outcome: 'coordinate' }));
    expect((await read(north, a.id)).conflictList[0]?.otherOutcome).toBe('coordinate');
  });

  test('that is open names its agency at once, and a weaker match never does', async () => {
    const [ours, theirs] = [
      await begin(north, 'Harbour', [ADDRESS.alice]),
      await begin(south, 'Ledger', [ADDRESS.bob]),
    ];
    const open = { sensitivity: 'open' };
    await filed(north, ours, open);
    // Alice paid Bob: a neighbour on the ledger.
    const weak = await filed(south, theirs, { ...open, identifiers: ADDRESS.bob, radius: 'hops', hops: 1 });
    expect(weak.interest.conflictList).toMatchObject([{ grade: 'hop', other: { agency: null } }]);
    const exact = await begin(south, 'Second', [ADDRESS.alice]);
    const strong = await filed(south, exact, open);
    expect(strong.interest.conflictList[0]?.other.agency).toBe('North District Police');
    expect(strong.interest.releases).toHaveLength(1);
  });
});

describe('a silent entry', () => {
  test('answers as if there were none, in bytes and in work, and notifies its owner alone', async () => {
    const ours = await begin(north, 'Harbour', [ADDRESS.alice]);
    const cases = [await begin(south, 'Ledger', [ADDRESS.alice]), await begin(south, 'Ledger', [ADDRESS.alice])];
    const countReads = async () =>
      casework.store.transact({ kind: 'system' }, (tx) =>
        tx.list<{ calls: number }>(sql`SELECT count(*) AS calls FROM interest_request`),
      );
    const before = [plain(await file(south, cases[0] ?? '')), await countReads()];
    const silent = await filed(north, ours, { sensitivity: 'silent' });
    const after = [
      plain(await file(south, cases[1] ?? '')),
      (await countReads()).map(({ calls }) => ({ calls: calls - 2 })),
    ];
    expect(after).toEqual(before);
    // Their earlier entry was there already: it is known to the silent side alone.
    expect((await read(north, silent.interest.id)).answer).toBe('only-you');
    await settleInterestRequests(casework);
    const own = await read(north, silent.interest.id);
    expect(own.conflictList.map(({ isSilent, other }) => [isSilent, other.agency])).toEqual([
      [true, null],
      [true, null],
    ]);
    const theirs = ok<{ items: InterestHead[] }>(await south.get('/interests'));
    expect(theirs.items.map(({ answer: said, conflicts }) => [said, conflicts])).toEqual(
      Array(2).fill(['no-conflict', 0]),
    );
    expect(ok<{ items: unknown[] }>(await south.get('/alerts?kind=deconfliction')).items).toEqual([]);
    expect((await answer(north, own, { act: 'message', text: 'Hello' })).status).toBe(409);
  });
});

test('two silent entries on the same learn nothing of each other, whichever was filed first', async () => {
  const [ours, theirs] = [
    await begin(north, 'Harbour', [ADDRESS.alice]),
    await begin(south, 'Ledger', [ADDRESS.alice]),
  ];
  const { interest: first } = await filed(north, ours, { sensitivity: 'silent' });
  const { interest: second } = await filed(south, theirs, { sensitivity: 'silent' });
  await settleInterestRequests(casework);
  expect([(await read(north, first.id)).answer, (await read(south, second.id)).answer]).toEqual([
    'no-conflict',
    'no-conflict',
  ]);
  for (const by of [north, south]) {
    expect(ok<{ items: unknown[] }>(await by.get('/alerts?kind=deconfliction')).items).toEqual([]);
  }
});

test('a message to the other side is in the record of who received what, without its words', async () => {
  const [ours, theirs] = [
    await begin(north, 'Harbour', [ADDRESS.alice]),
    await begin(south, 'Ledger', [ADDRESS.alice]),
  ];
  await filed(north, ours);
  const { interest } = await filed(south, theirs);
  ok(await answer(south, interest, { act: 'message', text: 'Please call.' }));
  expect((await read(south, interest.id)).releases.map(({ toWhom, what }) => [toWhom, what])).toEqual([
    ['The other side of the conflict, not named yet', 'Message of 12 characters in the thread'],
  ]);
});

test('a number that is taken is drawn again', async () => {
  const ours = await begin(north, 'Harbour', [ADDRESS.alice]);
  const { interest } = await filed(north, ours);
  const taken = Number(interest.number.slice(-5));
  const draw = (...numbers: number[]) =>
    casework.store.transact({ kind: 'system' }, (tx) =>
      drawNumber(tx, people.north.agency, casework.now(), () => numbers.shift() ?? taken),
    );
  const free = (taken + 1) % 100_000;
  expect(await draw(taken, free)).toBe(`I-2026-${String(free).padStart(5, '0')}`);
  await expect(draw()).rejects.toThrow('No number of this year is free');
});

describe('a question', () => {
  test('is about what the case names: who would try addresses by the thousand is refused each by name', async () => {
    const ours = await begin(north, 'Harbour', [ADDRESS.alice]);
    const { refused, interest } = await filed(north, ours, {
      identifiers: `${ADDRESS.alice}\n${ADDRESS.bob}\n${ADDRESS.bob.slice(0, -1)}z`,
    });
    expect(interest.identifierCount).toBe(1);
    expect(refused.map(({ reason }) => reason.split('.')[0])).toEqual([
      'It is no address, transaction, website, mail address, phone number or account; of an address the checksum may fail',
      'The case does not name it',
    ]);
    expect((await file(north, ours, { identifiers: ADDRESS.bob })).status).toBe(400);
  });

  test('meets the quota of its case', async () => {
    const ours = await begin(north, 'Harbour', [ADDRESS.alice]);
    const sealed = Buffer.alloc(1);
    await casework.store.transact({ kind: 'system' }, (tx) =>
      insertInterest(tx, {
        ...{
          id: randomUUID(),
          agency: people.north.agency,
          caseId: ours,
          number: 'I-2026-00001',
          accountId: people.north.id,
        },
        ...{
          legalBasis: 'x',
          predicate: 'x',
          suspicion: sealed,
          confidence: 'low',
          sensitivity: 'restricted',
          radius: 'exact',
        },
        ...{
          hops: 0,
          identifiers: sealed,
          identifierCount: 1_000,
          contact: 'x',
          reviewOn: '2027-01-01',
          filedAt: casework.now(),
        },
      }),
    );
    const refused = await file(north, ours);
    expect([refused.status, refused.body.reason]).toEqual([503, 'quota']);
    await wait(25 * 3_600_000);
    expect((await file(north, ours)).status).toBe(200);
  });

  test.each([
    ['without a suspicion', { suspicion: '' }],
    ['without a lawful source', { isLawful: false }],
    ['with a review after six years', { reviewOn: '2032-12-01' }],
    ['with a review in the past', { reviewOn: '2020-01-01' }],
  ])('%s is refused', async (_, more) => {
    expect((await file(north, await begin(north, 'Harbour', [ADDRESS.alice]), more)).status).toBe(400);
  });

  test('matches nothing once its review is overdue, or it is closed', async () => {
    const [ours, theirs] = [
      await begin(north, 'Harbour', [ADDRESS.alice]),
      await begin(south, 'Ledger', [ADDRESS.alice]),
    ];
    const { interest } = await filed(north, ours, { reviewOn: '2026-12-01' });
    await wait(30 * 86_400_000);
    expect((await filed(south, theirs)).interest.answer).toBe('no-conflict');
    const change = (body: object) => north.post(`/interests/${interest.id}/change`, body);
    expect(ok<Interest>(await change({ act: 'review', reviewOn: '2027-06-01' })).state).toBe('active');
    expect((await filed(south, theirs)).interest.answer).toBe('contact-route');
    expect(ok<Interest>(await change({ act: 'close' })).state).toBe('closed');
  });
});

test('a copy of the database gives no match to who has every address, and no log names one', async () => {
  const ours = await begin(north, 'Harbour', [ADDRESS.alice]);
  await filed(north, ours);
  const dump = await casework.store.transact({ kind: 'system' }, async (tx) =>
    JSON.stringify([await tx.list(sql`SELECT * FROM interest`), await tx.list(sql`SELECT * FROM interest_tag`)]),
  );
  expect(dump).not.toContain(ADDRESS.alice);
  expect(dump).not.toContain('loss of 3 March');
  const guessed = toTag(
    { keys: { derive: () => Buffer.alloc(32), signingKey: casework.keys.signingKey } },
    `address:btc:${ADDRESS.alice}`,
  );
  expect(dump).not.toContain(JSON.stringify(guessed));
  const filing = (await listTestEvents(casework)).filter(({ action }) => action === 'case.interest.file');
  expect(JSON.stringify(filing)).not.toContain(ADDRESS.alice);
});

describe('what was missed', () => {
  const dayIn = (days: number) => new Date(casework.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const SIGNAL = new AbortController().signal;
  const contextOf = () => {
    const readers = new Map([['btc', createSampleReader()] as const]);
    const ledgers = createLedgers({ readers, overlays: new Map(), ingestStatus: () => null, software: 'x' });
    return { casework, ledgers, knowledge: NO_KNOWLEDGE };
  };

  test('while an interest had lapsed is found when it is reviewed', async () => {
    const [ours, theirs] = [
      await begin(north, 'Harbour', [ADDRESS.alice]),
      await begin(south, 'Ledger', [ADDRESS.alice]),
    ];
    const { interest } = await filed(north, ours, { reviewOn: dayIn(10) });
    await wait(30 * 86_400_000);
    const { interest: other } = await filed(south, theirs);
    expect(other.answer).toBe('no-conflict');
    const review = { act: 'review', reviewOn: '2027-06-01' };
    expect(ok<Interest>(await north.post(`/interests/${interest.id}/change`, review)).answer).toBe('contact-route');
    expect((await read(south, other.id)).answer).toBe('contact-route');
  });

  test('is found by what is next to an identifier by now, and a closed interest stays out of it', async () => {
    const [ours, theirs] = [
      await begin(north, 'Harbour', [ADDRESS.alice]),
      await begin(south, 'Ledger', [ADDRESS.bob]),
    ];
    const near = { radius: 'hops', hops: 1 };
    const { interest } = await filed(north, ours, near);
    const { interest: closed } = await filed(north, ours, near);
    ok(await north.post(`/interests/${closed.id}/change`, { act: 'close' }));
    // As before the payment of Alice to Bob was indexed.
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`DELETE FROM interest_tag WHERE grade = 'hop'`),
    );
    const { interest: other } = await filed(south, theirs, { identifiers: ADDRESS.bob });
    expect(other.answer).toBe('no-conflict');
    await rematchInterests(contextOf(), SIGNAL);
    expect((await read(north, interest.id)).conflictList.map(({ grade }) => grade)).toEqual(['hop']);
    expect((await read(north, closed.id)).conflictList).toEqual([]);
  });

  const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
  const nameAt = async (by: Asker, title: string, key: string) => {
    const id = await begin(by, title, []);
    const { agency } = by === north ? people.north : people.south;
    await casework.store.transact({ kind: 'system' }, (tx) =>
      putIdentifiers(tx, { caseId: id, agency, source: randomUUID() }, [key]),
    );
    return id;
  };

  test.each([
    ['one account on two chains', [`address:eth:${EVM}`, EVM], [`address:bsc:${EVM}`, EVM], 'contact-route'],
    [
      'a name without its service and at one',
      ['handle:any:nemo', '@nemo'],
      ['handle:signal:nemo', '@nemo'],
      'contact-route',
    ],
    ['a name at two services', ['handle:telegram:nemo', '@nemo'], ['handle:signal:nemo', '@nemo'], 'no-conflict'],
  ] as const)('%s: %j and %j', async (_, [ourKey, ours], [theirKey, theirs], answered) => {
    const [a, b] = [await nameAt(north, 'Harbour', ourKey), await nameAt(south, 'Ledger', theirKey)];
    await filed(north, a, { identifiers: ours });
    expect((await filed(south, b, { identifiers: theirs })).interest.answer).toBe(answered);
  });
});
