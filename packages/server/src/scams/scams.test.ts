import { createHash } from 'node:crypto';
import type { ScamReading, ScamReceipt, ScamReport, ScamStatus } from '@trailmark/api/contract/scam-report';
import { addReportStep } from '@trailmark/store/cases/scams/report-rows';
import { sql } from '@trailmark/store/cases/sql';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSessionGate } from '../accounts/session-gate.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { type Answer, type Asker, openAsker } from '../testing/ask.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { createClusterLedger, createSampleClusters } from '../testing/sample-clusters.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { ADDRESS, TX, txidOf } from '../testing/sample-ledger.ts';

const PAY = txidOf(TX.pay);
const NAME = 'Victim Nemo Quillfeather';
const SECRET_STORY = 'my aunt zanzibarina told me';

let casework: TestCaseworkContext;
let app: Hono;
let people: Record<'reporter' | 'reviewer' | 'second' | 'admin', TestAccount>;
let reporter: Asker;
let reviewer: Asker;
let second: Asker;
let admin: Asker;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createSampleApp({ casework, gate: createSessionGate(casework), knowledge: createSampleKnowledge() }).app;
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  people = {
    reporter: await addAccount(casework, { name: 'First officer', email: 'first@north.example' }),
    reviewer: await addAccount(casework, { name: 'Reviewer', email: 'reviewer@north.example' }),
    second: await addAccount(casework, { name: 'Second reviewer', email: 'second@north.example' }),
    admin: await addAccount(casework, { name: 'Administrator', email: 'admin@north.example', role: 'agency-admin' }),
  };
  const open = (account: TestAccount) => openAsker(casework, account, app);
  reporter = await open(people.reporter);
  reviewer = await open(people.reviewer);
  second = await open(people.second);
  admin = await open(people.admin);
});

function ok<T>({ status, body }: Answer): T {
  expect(status, JSON.stringify(body).slice(0, 400)).toBe(200);
  return body as T;
}

const payment = { chain: 'btc', txid: PAY, address: ADDRESS.alice, amount: null, unit: 'BTC', at: null };
const REPORT = {
  ...{ category: 'recovery', reporter: 'victim', payments: [payment], loss: null, evidence: [] },
  suspects: [{ kind: 'domain', value: 'https://www.Meridian.example/pay', chain: null }],
  story: { contact: SECRET_STORY },
  victim: { name: NAME, email: 'nemo@private.example' },
};
let keys = 0;
const nextKey = () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`;
const submit = async (by = reporter, more: object = {}) =>
  ok<ScamReceipt>(await by.post('/scam-reports', { ...REPORT, key: nextKey(), ...more }));
const read = async (id: string, by = reviewer) => ok<ScamReport>(await by.get(`/scam-reports/${id}`));
const review = (id: string, body: object, by = reviewer) => by.post(`/scam-reports/${id}/review`, body);
const check = async (more: object) =>
  ok<{ finding: string; sentence: string }>(
    await reporter.post('/scam-reports/payment-check', { ...payment, ...more }),
  );
const visitor = async (path: string, body?: object): Promise<Answer> => {
  const init = body
    ? {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
    : {};
  const response = await app.request(`http://127.0.0.1:3000/api/v1${path}`, init);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

describe('a pasted text', () => {
  test('is read with each transaction checked, and what it names in earlier reports is counted', async () => {
    await submit();
    const text = `I paid 3 BTC to ${ADDRESS.alice}, ${PAY}, via meridian.example and wrote to help@meridian.example`;
    const found = ok<ScamReading>(await reporter.post('/scam-reports/reading', { text }));
    expect(found.items.map(({ kind, value, reports }) => [kind, value, reports])).toEqual([
      ['address', ADDRESS.alice, 1],
      ['transaction', PAY, 1],
      ['amount', '3 BTC', null],
      ['domain', 'meridian.example', 1],
      ['email', 'help@meridian.example', 0],
    ]);
    expect(found.transactions[0]?.payments[0]).toMatchObject({ address: ADDRESS.alice, isNamed: true });
    const open = ok<ScamReading>(await visitor('/scam-reports/reading', { text }));
    expect(open.items.map(({ reports }) => reports)).toEqual([null, null, null, null, null]);
  });

  test('with a seed phrase is reported as such, and no log has a word of any text', async () => {
    const phrase = `${'abandon '.repeat(11)}about`;
    const found = ok<ScamReading>(await reporter.post('/scam-reports/reading', { text: `${SECRET_STORY} ${phrase}` }));
    expect(found.hasSecret).toBe(true);
    const refused = await reporter.post('/scam-reports', { ...REPORT, key: nextKey(), story: { timeline: phrase } });
    expect([refused.status, refused.body.field]).toEqual([400, 'story']);
    expect(JSON.stringify(refused.body)).not.toContain('abandon');
    expect(await dumpExceptSealed()).not.toMatch(/abandon|zanzibarina/);
  });
});

describe('a payment', () => {
  test('matches, or differs in amount, day, direction or chain, each with a sentence', async () => {
    const right = await check({});
    expect(right.finding).toBe('matches');
    const amount = /It paid ([\d.]+) BTC/.exec(right.sentence)?.[1];
    expect((await check({ amount })).finding).toBe('matches');
    expect((await check({ amount: '0.123' })).sentence).toContain(`it paid ${amount} BTC. You wrote 0.123`);
    expect((await check({ at: 1_900_000_000 })).finding).toBe('other-time');
    expect((await check({ address: ADDRESS.carol })).finding).toBe('not-to-address');
    expect((await check({ address: 'bc1qnonsense' })).sentence).toContain('the address is none of Bitcoin');
    expect((await check({ unit: 'USDT' })).finding).toBe('other-amount');
    expect((await check({ txid: 'ab'.repeat(32) })).finding).toBe('not-on-chain');
    expect((await check({ chain: 'ltc' })).sentence).toContain('this is a transaction of Bitcoin');
    expect((await check({ txid: 'c66d…' })).finding).toBe('no-transaction');
  });
});

describe('a report', () => {
  test('sent twice is one, whose receipt is given again, and an empty one is none', async () => {
    const key = nextKey();
    const first = await submit(reporter, { key });
    casework.advance(60_000);
    // As where the answer was lost on its way.
    expect(await submit(reporter, { key })).toEqual(first);
    expect(ok<{ total: number }>(await reviewer.get('/scam-reports')).total).toBe(1);
    const opened = { reference: first.reference, secret: first.secret };
    expect((await visitor('/scam-status', opened)).status).toBe(200);
    const other = await reporter.post('/scam-reports', { ...REPORT, category: 'investment', key });
    expect([other.status, other.body.reason]).toEqual([409, 'sent-twice']);
    // The key of another person is another one.
    expect((await submit(second, { key })).reference).not.toBe(first.reference);
    const nothing = { payments: [], suspects: [], story: {} };
    expect((await reporter.post('/scam-reports', { ...REPORT, ...nothing, key: nextKey() })).status).toBe(400);
  });

  test('becomes a label only by a reviewer who did not send it', async () => {
    const { id } = await submit();
    const label = {
      text: 'Meridian recovery fraud',
      confidence: 'web_crawl',
      source: 'Report',
      addresses: [] as object[],
    };
    label.addresses = [{ chain: 'btc', address: ADDRESS.alice }];
    expect(ok<{ items: unknown[] }>(await reviewer.get('/agency-labels')).items).toEqual([]);
    expect((await review(id, { act: 'verify', label }, reporter)).status).toBe(403);
    const verified = ok<ScamReport>(await review(id, { act: 'verify', label }));
    expect(verified.labels).toMatchObject([
      { address: ADDRESS.alice, category: 'scam', state: 'active', confidence: { level: 20 }, madeBy: 'Reviewer' },
    ]);
    // No pack has it, so that no rule and no verdict reads it.
    const known = ok<{ claims: { label: string }[] }>(await reviewer.get(`/labels/btc/${ADDRESS.alice}`));
    expect(known.claims.map(({ label: text }) => text)).not.toContain('Meridian recovery fraud');
    // It is answered next to the claims, for the agency alone, until it is withdrawn.
    const stated = async () =>
      ok<{ ofAgency?: unknown[] }>(await reviewer.get(`/labels/btc/${ADDRESS.alice}`)).ofAgency;
    expect(await stated()).toMatchObject([
      { text: 'Meridian recovery fraud', state: 'active', report: id, by: expect.any(String) },
    ]);
    // So is it next to rows of screened addresses.
    const subject = { kind: 'address', text: ADDRESS.alice };
    expect((await reviewer.post('/screenings', { chain: 'btc', subject, keep: true })).status).toBe(200);
    const { items } = ok<{ items: object[] }>(await reviewer.get('/screenings'));
    expect(items).toMatchObject([{ subject: ADDRESS.alice, ofAgency: [{ text: 'Meridian recovery fraud' }] }]);
    // And next to the party of a coin flow, where no source names the address.
    const asked = { chain: 'btc', addresses: [ADDRESS.alice] };
    const parties = ok<{ items: object[] }>(await reviewer.post('/flow-graph/parties', asked));
    expect(parties.items).toMatchObject([
      { party: null, claim: null, ofAgency: [{ text: 'Meridian recovery fraud' }] },
    ]);
    expect((await review(id, { act: 'reject', why: 'No' })).status).toBe(400);
    expect((await review(id, { act: 'reject', why: 'Not enough' })).status).toBe(409);
    const reopened = ok<ScamReport>(await review(id, { act: 'reopen', why: 'It was an exchange' }));
    expect([reopened.state, reopened.labels[0]?.state]).toEqual(['new', 'withdrawn']);
    expect(await stated()).toBeUndefined();
  });

  test('is a label next to rows of clusters, for its agency alone', async () => {
    const reader = createClusterLedger();
    const knowledge = { ...createSampleKnowledge(), ...(await createSampleClusters(reader)) };
    const gate = createSessionGate(casework);
    const clustered = createSampleApp({ casework, gate, reader, knowledge }).app;
    const { id } = await submit();
    const addresses = [{ chain: 'btc', address: ADDRESS.alice }];
    const label = { text: 'Meridian recovery fraud', confidence: 'web_crawl', source: 'Report', addresses };
    ok(await review(id, { act: 'verify', label }));
    const agency = await addAgency(casework, 'South District Police');
    const outsider = await openAsker(casework, await addAccount(casework, { agency }), clustered);
    const own = await openAsker(casework, people.reviewer, clustered);
    type Row = { root?: string; address?: string; cluster?: { root: string }; ofAgency?: { text: string }[] };
    const labelled = async (ask: Asker) => {
      const members = ok<{ items: Row[] }>(await ask.get(`/btc/clusters/${ADDRESS.alice}/members`)).items;
      const others = ok<{ items: Row[] }>(await ask.get(`/btc/clusters/${ADDRESS.erin}/counterparties`)).items;
      const { parts } = ok<{ parts: Row[] }>(await ask.post(`/btc/clusters/${ADDRESS.alice}/what-if`, {}));
      expect(members.length).toBeGreaterThan(1);
      return [members, others, parts].map((rows) =>
        rows.flatMap(({ root, address, cluster, ofAgency = [] }) =>
          ofAgency.map(({ text }) => [root ?? address ?? cluster?.root, text]),
        ),
      );
    };
    const ofAlice = [[ADDRESS.alice, 'Meridian recovery fraud']];
    expect(await labelled(own)).toEqual([ofAlice, ofAlice, ofAlice]);
    expect(await labelled(outsider)).toEqual([[], [], []]);
  });

  test('proposes no label for who paid, unless a reviewer says so', async () => {
    // Alice paid Bob, and got change.
    const suspects = [{ kind: 'address', value: ADDRESS.alice, chain: 'btc' }];
    const { id } = await submit(reporter, { payments: [{ ...payment, address: ADDRESS.bob }], suspects });
    const { proposal } = await read(id);
    expect(proposal.addresses.map(({ address, isPayer }) => [address, isPayer])).toEqual([
      [ADDRESS.bob, false],
      [ADDRESS.alice, true],
    ]);
    const text = `I sent from ${ADDRESS.alice} to ${ADDRESS.bob}: ${PAY}`;
    const { transactions } = ok<ScamReading>(await reporter.post('/scam-reports/reading', { text }));
    expect(transactions.map(({ payers }) => payers)).toEqual([[ADDRESS.alice]]);
  });

  test('that would label a service waits for a second reviewer', async () => {
    const exchange = ADDRESS.bob;
    const { id } = await submit(reporter, { payments: [{ ...payment, txid: null, address: exchange }] });
    const { proposal } = await read(id);
    const caution = proposal.addresses[0]?.caution;
    const addresses = [{ chain: 'btc', address: exchange }];
    const label = { text: 'Fraud', confidence: 'web_crawl', source: 'Report', addresses };
    const { labels } = ok<ScamReport>(await review(id, { act: 'verify', label }));
    expect([caution === null, labels[0]?.state]).toEqual([false, 'waiting']);
    const confirm = (by: Asker) => by.post(`/agency-labels/${labels[0]?.id}/decision`, { act: 'confirm' });
    expect((await confirm(reviewer)).status).toBe(403);
    expect(ok<{ state: string }>(await confirm(second)).state).toBe('active');
  });

  test('is linked to others by address, site and cluster, and people who may be one count once', async () => {
    const first = await submit();
    await submit(reporter, { payments: [] });
    await submit(second, { suspects: [] });
    const { linkedReports, corroboration } = await read(first.id);
    expect(linkedReports.map(({ by }) => by.join()).sort()).toEqual([
      `same address: ${ADDRESS.alice},same transaction: ${PAY}`,
      'same website: meridian.example',
    ]);
    expect(corroboration).toEqual({ reports: 3, reporters: 2 });
  });

  test('merged into another is followed from there, and an appeal opens it again', async () => {
    const [first, other] = [await submit(), await submit()];
    ok(await review(other.id, { act: 'merge', into: first.reference.toLowerCase() }));
    expect((await read(other.id)).mergedInto?.reference).toBe(first.reference);
    expect((await review(first.id, { act: 'merge', into: other.reference })).status).toBe(400);
    const opened = { reference: other.reference, secret: other.secret };
    const status = ok<ScamStatus>(
      await visitor('/scam-status/answer', { ...opened, act: 'appeal', text: 'It is another one' }),
    );
    expect([status.state, status.steps.map(({ kind }) => kind)]).toEqual(['appeal', ['received', 'merged', 'appeal']]);
  });
});

describe('an appeal', () => {
  const rejected = async () => {
    const receipt = await submit();
    ok(await review(receipt.id, { act: 'reject', why: 'Not enough' }));
    return receipt;
  };
  const appeal = ({ reference, secret }: ScamReceipt, text: string) =>
    visitor('/scam-status/answer', { reference, secret, act: 'appeal', text });
  const WORDS = 'I am Nemo Quillfeather, and my aunt zanzibarina saw it';

  test('is in the words of the reporter: sealed with what they stated, and opened with a reason', async () => {
    const receipt = await rejected();
    const status = ok<ScamStatus>(await appeal(receipt, WORDS));
    expect(status.steps.at(-1)).toMatchObject({ kind: 'appeal', text: '' });
    expect(JSON.stringify([status, await read(receipt.id)])).not.toMatch(/Quillfeather|zanzibarina/);
    expect(await dumpExceptSealed()).not.toMatch(/Quillfeather|zanzibarina/);
    const open = () => reviewer.post(`/scam-reports/${receipt.id}/victim`, { why: 'To read the appeal' });
    expect(ok<{ appeals: { text: string }[] }>(await open()).appeals).toMatchObject([{ text: WORDS }]);
    const { reference, secret } = receipt;
    ok(await visitor('/scam-status/answer', { reference, secret, act: 'withdraw' }));
    expect((await open()).status).toBe(409);
    ok(await review(receipt.id, { act: 'reject', why: 'Not enough' }));
    // What is written after a withdrawal is sealed as well, and nothing of before comes back.
    ok(await appeal(receipt, 'Again'));
    expect(await open()).toMatchObject({ body: { victim: null, files: [], appeals: [{ text: 'Again' }] } });
  });

  test('with a seed phrase is refused, and nothing of it is kept', async () => {
    const receipt = await rejected();
    const refused = await appeal(receipt, `My phrase: ${'abandon '.repeat(11)}about`);
    expect([refused.status, refused.body.field, refused.body.reason]).toEqual([400, 'text', 'secret']);
    expect((await read(receipt.id)).state).toBe('rejected');
    expect(await dumpExceptSealed()).not.toMatch(/abandon/);
  });

  test('that was written before appeals were sealed is opened with a reason too, and erased with the rest', async () => {
    const receipt = await rejected();
    await casework.store.transact({ kind: 'system' }, (tx) =>
      addReportStep(
        tx,
        { id: receipt.id, agency: people.reporter.agency },
        { at: casework.now(), kind: 'appeal', text: WORDS },
      ),
    );
    expect(JSON.stringify(await read(receipt.id))).not.toMatch(/Quillfeather/);
    const opened = await reviewer.post(`/scam-reports/${receipt.id}/victim`, { why: 'To read the appeal' });
    expect(opened.body.appeals).toMatchObject([{ text: WORDS }]);
    const { reference, secret } = receipt;
    ok(await visitor('/scam-status/answer', { reference, secret, act: 'withdraw' }));
    expect(await dumpExceptSealed()).not.toMatch(/Quillfeather/);
  });
});

describe('the status', () => {
  test('needs the reference and the code, and a wrong one of either gets one answer', async () => {
    const { reference, secret } = await submit();
    const status = ok<ScamStatus>(await visitor('/scam-status', { reference, secret: secret.toLowerCase() }));
    expect(status).toMatchObject({ reference, state: 'new', position: 1, agency: 'North District Police' });
    const wrong = [
      await visitor('/scam-status', { reference, secret: 'AAAAA-AAAAA-AAAAA-AAAAA' }),
      await visitor('/scam-status', { reference: 'SR-2026-0000-0000', secret }),
    ];
    expect(wrong.map(({ status: code, body }) => [code, body.detail])).toEqual(
      Array(2).fill([
        404,
        'No report has this reference and code. Copy both from the receipt, or use its status link.',
      ]),
    );
  });

  test('withdraws consent: what the reporter stated is erased, the rest stays', async () => {
    const { id, reference, secret } = await submit();
    ok(await visitor('/scam-status/answer', { reference, secret, act: 'withdraw' }));
    expect((await reviewer.post(`/scam-reports/${id}/victim`, { why: 'To call them' })).status).toBe(409);
    expect((await read(id)).paymentList).toHaveLength(1);
  });
});

/** Everything in the database that is no encrypted report, as text. */
async function dumpExceptSealed(): Promise<string> {
  return casework.store.transact({ kind: 'system' }, async (tx) => {
    const texts: string[] = [];
    for (const table of [
      sql`scam_report`,
      sql`scam_report_key`,
      sql`scam_report_step`,
      sql`agency_label`,
      sql`audit_event`,
      sql`mail`,
      sql`job`,
    ]) {
      texts.push(JSON.stringify(await tx.list(sql`SELECT t.* FROM ${table} t`)));
    }
    return texts.join('\n');
  });
}

describe('what a report states about the victim', () => {
  test('is in no answer, log, draft or row but the case, and is opened with a reason that is logged', async () => {
    const receipt = await submit();
    const { id, reference, secret } = receipt;
    const label = {
      text: 'x',
      confidence: 'web_crawl',
      source: 'Report',
      addresses: [{ chain: 'btc', address: ADDRESS.alice }],
    };
    const answers = [
      await reviewer.get('/scam-reports'),
      await reviewer.get(`/scam-reports/${id}`),
      await review(id, { act: 'verify', label }),
      await visitor('/scam-status', { reference, secret }),
      await reviewer.get('/agency-labels'),
      await reviewer.get(`/labels/btc/${ADDRESS.alice}`),
      await reviewer.get('/jobs'),
    ];
    const hidden = /Quillfeather|nemo@private|zanzibarina/;
    expect(answers.map(({ body }) => hidden.test(JSON.stringify(body)))).toEqual(answers.map(() => false));
    const rows = await dumpExceptSealed();
    expect(rows).not.toMatch(hidden);
    expect(Buffer.from(rows).toString('latin1')).not.toMatch(hidden);
    const opened = ok<{ victim: { name: string } }>(
      await reviewer.post(`/scam-reports/${id}/victim`, { why: 'To call them' }),
    );
    expect(opened.victim.name).toBe(NAME);
    expect(await dumpExceptSealed()).toContain('To call them');
    // Drafts of the receipt have the story, which the reporter wrote, and never who they are.
    const drafts = receipt.drafts.map(({ text }) => text).join('\n');
    expect([drafts.includes('zanzibarina'), /Quillfeather|nemo@/.test(drafts)]).toEqual([true, false]);
  });

  test('goes into a case with the report, and what it names becomes what the case names', async () => {
    const { id } = await submit();
    const head = ok<{ id: string }>(await reviewer.post('/cases', { template: 'investment-fraud', title: 'Harbour' }));
    const add = (by: Asker, body: object) => by.post(`/scam-reports/${id}/case`, body);
    expect((await add(reviewer, { case: head.id })).status).toBe(400);
    const why = 'The loss is part of Harbour';
    const { note } = ok<{ note: string }>(await add(reviewer, { case: head.id, why }));
    expect(await dumpExceptSealed()).toContain(why);
    const { text, links } = ok<{ text: string; links: { id: string }[] }>(
      await reviewer.get(`/cases/${head.id}/notes/${note}`),
    );
    expect(text).toContain(NAME);
    expect(links.map((link) => link.id).sort()).toEqual([ADDRESS.alice, PAY].sort());
    expect((await add(second, { case: id, why })).status).toBe(404);
  });
});

function doWork({ challenge, bits }: { challenge: string; bits: number }) {
  for (let number = 0; ; number++) {
    const digest = createHash('sha256').update(`${challenge}:${number}`).digest();
    if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return { challenge, number };
  }
}

describe('the public form', () => {
  const intake = {
    slug: 'north',
    isOpen: true,
    question: 'Which colour has our crest?',
    answer: 'Sea green',
    portalName: '',
    portalTemplate: '',
  };
  const sendPublic = async (more: object = {}) => {
    const { work } = ok<{ work: { challenge: string; bits: number } }>(await visitor('/scam-intakes/north'));
    return visitor('/scam-intakes/north/reports', { ...REPORT, answer: ' sea  GREEN', work: doWork(work), ...more });
  };

  test('is closed until an administrator of the agency opens it', async () => {
    expect((await visitor('/scam-intakes/north')).status).toBe(404);
    expect((await reviewer.post('/scam-intake', intake)).status).toBe(403);
    ok(await admin.post('/scam-intake', intake));
    expect(ok<{ question: string }>(await visitor('/scam-intakes/north')).question).toBe(intake.question);
    const { body } = await reviewer.get('/scam-intake');
    expect(JSON.stringify(body)).not.toMatch(/sea green/i);
  });

  test('takes a report for the work of a browser and the answer of the agency, once for each piece of work', async () => {
    ok(await admin.post('/scam-intake', intake));
    const { work } = ok<{ work: { challenge: string; bits: number } }>(await visitor('/scam-intakes/north'));
    const done = doWork(work);
    const send = (more: object) =>
      visitor('/scam-intakes/north/reports', { ...REPORT, answer: 'sea green', work: done, ...more });
    expect((await send({ answer: 'red' })).body.field).toBe('answer');
    expect((await send({ work: { ...done, number: done.number + 1 } })).body.field).toBe('work');
    expect((await send({ work: { ...done, challenge: `x${done.challenge}` } })).body.field).toBe('work');
    const receipt = ok<ScamReceipt>(await send({}));
    expect(ok<ScamReceipt>(await send({}))).toEqual(receipt);
    expect((await send({ category: 'investment' })).status).toBe(409);
    expect(await read(receipt.id)).toMatchObject({ channel: 'public', trust: 1, isOwn: false });
    casework.advance(31 * 60_000);
    expect((await send({})).body.field).toBe('work');
  });

  test('a thousand reports from one place are ten in an hour, counted together and none rejected unread', async () => {
    ok(await admin.post('/scam-intake', { ...intake, question: '' }));
    const spam = await visitor('/scam-intakes/north/reports', {
      ...REPORT,
      answer: '',
      work: { challenge: 'x', number: 1 },
    });
    expect(spam.status).toBe(400);
    for (let i = 0; i < 6; i++)
      await visitor('/scam-intakes/north/reports', { ...REPORT, answer: '', work: { challenge: 'x', number: 1 } });
    const outcomes: number[] = [];
    for (let i = 0; i < 4; i++) outcomes.push((await sendPublic()).status);
    expect(outcomes).toEqual([200, 200, 200, 429]);
    await submit();
    const { items } = ok<{ items: { fromSamePlace: number; place: number | null }[] }>(
      await reviewer.get('/scam-reports?order=oldest'),
    );
    expect(
      items
        .map(({ fromSamePlace, place }) => [fromSamePlace, place])
        .sort()
        .reverse(),
    ).toEqual([
      ...[
        [2, 1],
        [2, 1],
        [2, 1],
      ],
      [0, null],
    ]);
    const { corroboration } = await read(
      ok<{ items: { id: string }[] }>(await reviewer.get('/scam-reports?order=oldest')).items[0]?.id ?? '',
    );
    expect(corroboration).toEqual({ reports: 4, reporters: 2 });
  });
});
