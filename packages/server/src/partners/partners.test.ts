import type { Interest } from '@trailmark/api/contract/interest';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listTestEvents } from '../testing/accounts.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';
import { TICK_MS } from './answer-frame.ts';
import * as ofPartnerRounds from './partner-rounds.ts';
import {
  askAs,
  befriend,
  closeInstallation,
  fileAt,
  type Installation,
  ok,
  openInstallation,
  people,
  readAt,
  runBoth,
} from './testing/two-installations.ts';

const recorded = new WatchedResults();
const { runPartners } = recorded.watch(ofPartnerRounds);

let north: Installation;
let south: Installation;
beforeAll(async () => {
  north = await openInstallation('North District Police', 1);
  south = await openInstallation('South Revenue', 2);
});
afterAll(async () => {
  await closeInstallation(north);
  await closeInstallation(south);
});
beforeEach(async () => {
  north = await people(north);
  south = await people(south);
});

const answersOf = ({ checks, answer, conflictList }: Interest) => ({
  checks: checks.map(({ state }) => state),
  answer,
  grades: conflictList.map(({ grade, partner }) => `${grade} ${partner}`),
});
const sizes = ({ overheard }: Installation) => overheard.map(({ request, answer }) => [request.length, answer.length]);
const alertsOf = async (install: Installation) =>
  ok<{ items: { summary: string }[] }>(await (await askAs(install, install.officer)).get('/alerts?kind=deconfliction'))
    .items;

describe('two installations', () => {
  test('find their one overlap, both sides are notified, and neither reads what was not released', async () => {
    await befriend(north, south);
    const ours = await fileAt(north, [ADDRESS.alice, ADDRESS.carol]);
    const theirs = await fileAt(south, [ADDRESS.alice, ADDRESS.dave]);
    await runBoth(south, north, south);
    expect(answersOf(await readAt(north, ours.id))).toEqual({
      ...{ checks: ['answered'], answer: 'contact-route', grades: ['exact South Revenue'] },
    });
    expect(answersOf(await readAt(south, theirs.id))).toEqual({
      ...{ checks: ['answered'], answer: 'contact-route', grades: ['exact North District Police'] },
    });
    const summaries = [await alertsOf(north), await alertsOf(south)].map((items) =>
      items.map(({ summary }) => summary),
    );
    expect(summaries).toEqual([
      ['One exact match with South Revenue. Neither side sees what the other filed.'],
      ['One exact match with North District Police. Neither side sees what the other filed.'],
    ]);
    const read = await readAt(north, ours.id);
    expect(JSON.stringify(read)).not.toMatch(/Desk of South|Officer South|Case of South/);
    expect(read.left).toMatchObject([{ partner: 'South Revenue', elements: 64, answerKind: 'answer' }]);
  });

  test('show each step only when both agreed, write to each other, and record the outcome', async () => {
    await befriend(north, south);
    const ours = await fileAt(north, [ADDRESS.alice]);
    const theirs = await fileAt(south, [ADDRESS.alice]);
    await runBoth(south, north, south);
    const [asNorth, asSouth] = [await askAs(north, north.officer), await askAs(south, south.officer)];
    const [a, b] = [await readAt(north, ours.id), await readAt(south, theirs.id)];
    const say = async (isNorth: boolean, body: object) => {
      const [by, interest] = isNorth ? ([asNorth, a] as const) : ([asSouth, b] as const);
      const row = interest.conflictList[0]?.id;
      ok(await by.post(`/interests/${interest.id}/conflicts/${row}`, body));
      await runBoth(north, south, north, south);
    };
    const other = async (isNorth: boolean) =>
      (isNorth ? await readAt(north, a.id) : await readAt(south, b.id)).conflictList[0]?.other;
    await say(true, { act: 'agree', step: 2 });
    expect((await other(false))?.contact).toBeNull();
    await say(false, { act: 'agree', step: 2 });
    expect([(await other(true))?.contact, (await other(false))?.contact]).toEqual([
      'Desk of South Revenue',
      'Desk of North District Police',
    ]);
    expect([(await other(true))?.officer, (await other(false))?.officer]).toEqual([null, null]);
    await say(false, { act: 'agree', step: 3 });
    await say(true, { act: 'agree', step: 3 });
    expect((await other(true))?.officer).toBe('Officer South Revenue');
    await say(true, { act: 'message', text: 'A search is planned. “Wait” until Thursday.' });
    await say(false, { act: 'outcome', outcome: 'coordinate' });
    const [left, right] = [await readAt(north, a.id), await readAt(south, b.id)];
    expect(right.conflictList[0]?.messages.at(-1)).toMatchObject({
      ...{ from: 'other', text: 'A search is planned. “Wait” until Thursday.' },
    });
    expect(left.conflictList[0]?.messages.at(-1)).toMatchObject({ from: 'you', isWaiting: false });
    expect(left.conflictList[0]?.otherOutcome).toBe('coordinate');
    expect(left.releases.map(({ toWhom, what }) => [toWhom, what])).toEqual([
      ['South Revenue', 'Name of the agency and contact route'],
      ['South Revenue', 'Officer and case number'],
      ['South Revenue', 'Message of 43 characters in the thread'],
    ]);
  });

  test('find the same at once and continue under one thread', async () => {
    await befriend(north, south);
    const [ours, theirs] = [await fileAt(north, [ADDRESS.alice]), await fileAt(south, [ADDRESS.alice])];
    await Promise.all([runPartners(north.context), runPartners(south.context)]);
    await runBoth(north, south, north, south);
    const [a, b] = [await readAt(north, ours.id), await readAt(south, theirs.id)];
    expect([a.conflictList.length, b.conflictList.length]).toEqual([1, 1]);
    const path = `/interests/${a.id}/conflicts/${a.conflictList[0]?.id}`;
    ok(await (await askAs(north, north.officer)).post(path, { act: 'message', text: 'One thread.' }));
    await runBoth(north, south);
    expect((await readAt(south, b.id)).conflictList[0]?.messages.at(-1)?.text).toBe('One thread.');
  });

  test('a weaker match is marked, and never shows a contact on its own', async () => {
    await befriend(north, south);
    await fileAt(south, [ADDRESS.alice], { sensitivity: 'open' });
    // Alice paid Bob: a neighbour on the ledger.
    const ours = await fileAt(north, [ADDRESS.bob], { sensitivity: 'open', radius: 'hops', hops: 1 });
    await runBoth(south, north, south, north);
    const [conflict] = (await readAt(north, ours.id)).conflictList;
    expect(conflict).toMatchObject({ grade: 'hop', ownStep: 1, otherStep: 1, other: { contact: null } });
    const exact = await fileAt(north, [ADDRESS.alice], { sensitivity: 'open' });
    await runBoth(north, south, north);
    expect((await readAt(north, exact.id)).conflictList[0]?.other.contact).toBe('Desk of South Revenue');
  });
});

const plain = (install: Installation) =>
  install.overheard.map(({ request, answer }) => `${request}\n${answer}`).join('\n');

describe('a transcript', () => {
  test('holds for a listener two keys and sizes: the same with a match, without one, and with any number of identifiers', async () => {
    await befriend(north, south);
    await fileAt(south, [ADDRESS.alice]);
    await runBoth(south);
    north.overheard.length = 0;
    await fileAt(north, [ADDRESS.dave]);
    await runBoth(north);
    const none = sizes(south);
    const first = plain(south);
    south.overheard.length = 0;
    await fileAt(north, [ADDRESS.alice, ADDRESS.bob, ADDRESS.carol]);
    await runBoth(north);
    expect(none.length).toBe(2);
    expect(sizes(south)).toEqual(none);
    const secrets = [ADDRESS.alice, ADDRESS.dave, 'Case of', 'Desk of', 'Officer', 'South', 'North', 'Fraud'];
    for (const secret of secrets) expect(first + plain(south)).not.toContain(secret);
    expect(Object.keys(JSON.parse(JSON.parse(south.overheard[0]?.request ?? '{}').frame))).toEqual([
      ...['trailmark', 'from', 'to', 'sealed', 'signature'],
    ]);
  });

  test('gives the answering side nothing of what did not match, with its key and its whole store', async () => {
    await befriend(north, south);
    await fileAt(south, [ADDRESS.alice]);
    await fileAt(north, [ADDRESS.alice, ADDRESS.dave]);
    await runBoth(south, north, south);
    // The holder of the key can test every address against an output: so no output of Dave may be anywhere in its store.
    const [partner] = await south.casework.store.transact({ kind: 'system' }, (tx) =>
      tx.list<{ id: string; agency: string; key: Buffer; epoch: number }>(
        sql`SELECT id, agency_id AS agency, key, epoch FROM partner`,
      ),
    );
    if (!partner) throw new Error('no partner');
    const { oprfSeed } = await import('./partner-context.ts');
    const keys = [`address:btc:${ADDRESS.dave}`, `address:btc:${ADDRESS.alice}`];
    const outputs = await south.context.work.run('makeOutputs', { seed: oprfSeed(south.casework, partner), keys });
    const [dave, alice] = [0, 32].map((at) =>
      Buffer.from(outputs)
        .subarray(at, at + 16)
        .toString('hex'),
    );
    const dump = await dumpOf(south);
    expect(dump).not.toContain(dave);
    expect(dump).toContain(alice);
    expect(dump).not.toContain(ADDRESS.dave);
    expect(await dumpOf(north)).not.toContain(ADDRESS.dave);
    const lines = JSON.stringify([await listTestEvents(north.casework), await listTestEvents(south.casework)]);
    expect(lines).toContain('partner.query.received');
    for (const address of [ADDRESS.alice, ADDRESS.dave].map((one) => `partner.*${one}`))
      expect(lines).not.toMatch(address);
  });

  test('is in the logs of both sides, each a chain whose heads are in the audit log', async () => {
    const [ofNorth, ofSouth] = await befriend(north, south);
    await fileAt(north, [ADDRESS.alice]);
    await runBoth(north);
    interface Line {
      readonly direction: string;
      readonly digest: string;
      readonly head: string;
    }
    const logOf = async (install: Installation, id: string) =>
      ok<{ items: Line[] }>(await (await askAs(install, install.admin)).get(`/partners/${id}/log`)).items.reverse();
    const [a, b] = [await logOf(north, ofNorth), await logOf(south, ofSouth)];
    expect(a.map(({ direction }) => direction)).toEqual(['sent', 'received', 'sent', 'received']);
    expect(b.map(({ direction }) => direction)).toEqual(['received', 'sent', 'received', 'sent']);
    expect(a.map(({ digest }) => digest)).toEqual(b.map(({ digest }) => digest));
    const events = JSON.stringify(await listTestEvents(south.casework));
    for (const { head } of b) expect(events).toContain(head);
    const change = south.casework.store.transact({ kind: 'system' }, (tx) => tx.run(sql`DELETE FROM partner_log`));
    await expect(change).rejects.toThrow(/permission denied/);
  });
});

async function dumpOf({ casework }: Installation): Promise<string> {
  const tables = [
    'partner_log',
    'partner_tag',
    'partner_check',
    'partner_conflict',
    'partner_message',
    'partner_event',
  ];
  const rows = await casework.store.transact({ kind: 'system' }, async (tx) => {
    const all: unknown[] = [];
    for (const table of tables) {
      all.push(
        await tx.list({ text: `SELECT t.*, encode(t::text::bytea, 'escape') AS words FROM ${table} t`, values: [] }),
      );
    }
    return all;
  });
  return JSON.stringify(rows);
}

describe('a silent entry', () => {
  test('answers as if there were none, in bytes and at the same tick, and its owner alone learns of the question', async () => {
    await befriend(north, south);
    const asked: unknown[] = [];
    const ask = async () => {
      [south.overheard.length, south.ticks.length] = [0, 0];
      const { id } = await fileAt(north, [ADDRESS.alice]);
      await runBoth(north);
      const read = await readAt(north, id);
      asked.push({ sizes: sizes(south), answers: answersOf(read), ticks: south.ticks.length });
    };
    await ask();
    const silent = await fileAt(south, [ADDRESS.alice], { sensitivity: 'silent' });
    await runBoth(south);
    await ask();
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[1]).toMatchObject({ answers: { answer: 'no-conflict', grades: [] } });
    // The daily round of its owner finds the question of the other side, which is not notified.
    for (const { casework } of [north, south]) casework.advance(36 * 3_600_000 - 60_000);
    await runBoth(south);
    const own = await readAt(south, silent.id);
    expect([own.answer, own.conflictList[0]?.isSilent]).toEqual(['only-you', true]);
    expect(await alertsOf(north)).toEqual([]);
    expect((await alertsOf(south)).length).toBe(1);
  });

  test('and its absence are the same to who guesses its tag', async () => {
    expect(TICK_MS).toBeGreaterThan(0);
    await befriend(north, south);
    const silent = await fileAt(south, [ADDRESS.alice], { sensitivity: 'silent' });
    await runBoth(south);
    const dump = await dumpOf(south);
    expect(JSON.parse(dump)[1]).toEqual([]);
    expect((await readAt(south, silent.id)).conflictList).toEqual([]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/partners.txt');
});
