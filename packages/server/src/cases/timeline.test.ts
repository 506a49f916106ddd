import type { CaseReportedEvent, CaseTimeline, CaseTimelineEvent } from '@trailmark/api/contract/case-timeline';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCaseworkApp, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import type { Asker } from '../testing/ask.ts';
import { listCaseActs, okOf, openTestCase, statusesOf, type TestCase } from '../testing/case-people.ts';
import { ADDRESS } from '../testing/sample-ledger.ts';
import { makeBytes, openUploader } from './evidence/testing/uploader.ts';

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

const path = (more = '') => `/cases/${opened.id}${more}`;
const secondOf = (time: string) => Date.parse(time) / 1000;
const pin = (address: string) =>
  opened.as.owner.post(path('/items'), {
    kind: 'address',
    input: { params: { chain: 'btc', address }, query: {} },
  });
const report = async (body: object = {}, asker: Asker = opened.as.editor): Promise<CaseReportedEvent> =>
  okOf(
    await asker.post(path('/reported-events'), { title: 'Noticed', starts: secondOf('2026-03-03T09:00:00Z'), ...body }),
  );
const timeline = async (query = '', asker: Asker = opened.as.viewer): Promise<CaseTimeline> =>
  okOf(await asker.get(path(`/timeline${query}`)));
const laneOf = ({ lanes }: CaseTimeline, wanted: string) => lanes.find(({ lane }) => lane === wanted);

interface Page {
  readonly items: readonly CaseTimelineEvent[];
  readonly next: string | null;
}
const table = async (query = '', asker: Asker = opened.as.viewer): Promise<Page> =>
  okOf(await asker.get(path(`/timeline/events${query}`)));

/** As many ledger events as a busy case has, one per hour. */
async function fillLedger(count: number, from = secondOf('2026-01-01T00:00:00Z'), address = 'a'): Promise<void> {
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`
      INSERT INTO case_ledger_event (case_id, agency_id, chain, address, txid, asset, symbol, decimals, received, sent, height, at)
      SELECT ${opened.id}, ${opened.people.owner.agency}, 'btc', ${address}, lpad(n::text, 64, '0'), 'btc', 'BTC', 8, n, 0, n,
             ${from}::bigint + n * 3600 FROM generate_series(0, ${count - 1}::integer) AS n`),
  );
}

describe('the timeline', () => {
  test('has the transactions of pinned addresses, read from the ledger when they are pinned', async () => {
    okOf(await pin(ADDRESS.alice));
    const shown = await timeline();
    const lane = laneOf(shown, 'chain');
    expect(lane?.count).toBeGreaterThan(0);
    expect(shown).toMatchObject({ unread: 0, gaps: [], readAt: casework.now().getTime() / 1000 });
    const [first] = lane?.marks ?? [];
    expect(first).toMatchObject({
      mark: 'fact',
      transaction: { chain: 'btc', address: ADDRESS.alice, symbol: 'BTC', decimals: 8 },
    });
    const { items } = okOf<{ items: { txid: string }[] }>(
      await opened.as.viewer.get(`/btc/addresses/${ADDRESS.alice}/transactions?limit=100`),
    );
    expect(new Set(lane?.marks?.map(({ transaction }) => transaction?.txid))).toEqual(
      new Set(items.map(({ txid }) => txid)),
    );
    expect(laneOf(shown, 'custody')?.marks?.map(({ what }) => what)).toEqual([expect.stringMatching(/^added A-1/)]);
  });

  test('forgets transactions of an address whose item is withdrawn, when it is read again', async () => {
    const { item } = okOf<{ item: { id: string } }>(await pin(ADDRESS.alice));
    okOf(await opened.as.owner.post(path(`/items/${item.id}/withdrawal`), { why: 'Another person' }));
    expect(okOf(await opened.as.owner.post(path('/timeline/refresh'), {}))).toMatchObject({ addresses: 0, events: 0 });
    expect(laneOf(await timeline(), 'chain')?.count).toBe(0);
  });

  test('says what it does not hold, and why', async () => {
    okOf(await pin(ADDRESS.alice));
    const forget = (table: 'event' | 'read') =>
      casework.store.transact({ kind: 'system' }, (tx) =>
        tx.run(table === 'event' ? sql`DELETE FROM case_ledger_event` : sql`DELETE FROM case_ledger_read`),
      );
    await forget('event');
    await forget('read');
    expect(await timeline()).toMatchObject({
      unread: 1,
      readAt: null,
      gaps: [{ why: 'The ledger was not read for it yet.' }],
    });
    expect(okOf<CaseTimeline>(await opened.as.owner.post(path('/timeline/refresh'), {})).gaps).toEqual([]);
    await forget('event');
    await fillLedger(2, secondOf('2026-01-01T00:00:00Z'), ADDRESS.alice);
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`UPDATE case_ledger_read SET is_cut = true, events = 5000, unknown_tokens = 3`),
    );
    expect((await timeline()).gaps.map(({ what }) => what)).toEqual([
      `Transactions of btc ${ADDRESS.alice} before 2026-01-01`,
      `3 changes of tokens of btc ${ADDRESS.alice}`,
    ]);
  });

  test('has five lanes: what people report, evidence, decisions and tasks next to the chain', async () => {
    await report({
      starts: secondOf('2026-03-02T00:00:00Z'),
      ends: secondOf('2026-03-03T00:00:00Z'),
      isEstimated: true,
    });
    const shown = await timeline();
    expect(shown.lanes.map(({ lane }) => lane)).toEqual(['chain', 'reported', 'custody', 'decisions', 'tasks']);
    expect(laneOf(shown, 'reported')?.marks).toMatchObject([
      {
        what: 'Noticed',
        isEstimated: true,
        mark: 'claim',
        source: 'Second analyst',
        ends: secondOf('2026-03-03T00:00:00Z'),
      },
    ]);
    expect(laneOf(shown, 'decisions')?.marks?.map(({ what }) => what)).toContain(
      'opened the case from the template “Tax”',
    );
    expect(laneOf(shown, 'tasks')?.marks?.[0]).toMatchObject({ what: expect.stringMatching(/^T-\d+ .+, due 2026-/) });
    expect(laneOf(shown, 'tasks')?.marks?.[0]?.ends).toBeGreaterThan(casework.now().getTime() / 1000);
    expect(shown.extent?.from).toBe(secondOf('2026-03-02T00:00:00Z'));
    expect(shown.overview.reduce((sum, { count }) => sum + count, 0)).toBe(shown.count);
  });

  test('shows custody from the ledger of each exhibit', async () => {
    const app = createCaseworkApp(casework);
    const sender = await openUploader(casework, { app, account: opened.people.owner, id: opened.id });
    await sender.send(makeBytes(2_000), 'phone.bin');
    const shown = await timeline();
    expect(laneOf(shown, 'custody')?.marks).toMatchObject([
      { what: expect.stringMatching(/^EV-01: collect, /), mark: 'fact', source: 'Lead investigator, custody no. 1' },
    ]);
    expect(laneOf(shown, 'decisions')?.marks?.filter(({ what }) => what.includes('EV-01'))).toEqual([]);
  });

  test('shows how long each authority lasts', async () => {
    const { id: by, agency } = opened.people.owner;
    const at = casework.now();
    await casework.store.transact({ kind: 'system' }, (tx) =>
      tx.run(sql`
        INSERT INTO case_authority (id, case_id, agency_id, type, number, issuer, from_day, to_day, acts, added_at, added_by, changed_at, changed_by)
        SELECT gen_random_uuid(), ${opened.id}, ${agency}, 'Order', n::text, 'Court', '2026-03-04', CASE WHEN n = 1 THEN '2027-03-31'::date END,
               ARRAY['disclosure'], ${at}::timestamptz, ${by}::uuid, ${at}::timestamptz, ${by}::uuid
        FROM generate_series(1, 2) AS n`),
    );
    const bands = laneOf(await timeline(), 'decisions')?.marks?.filter(({ ends }) => ends !== null);
    expect(bands?.map(({ what, starts, ends, source }) => [what, starts, ends, source])).toEqual(
      expect.arrayContaining([
        ['Order 1, to 2027-03-31', secondOf('2026-03-04T00:00:00Z'), secondOf('2027-04-01T00:00:00Z'), 'Court'],
        ['Order 2, without a last day', secondOf('2026-03-04T00:00:00Z'), 253_402_300_799, 'Court'],
      ]),
    );
  });

  test('answers counts where marks would be too many, and both say the same', async () => {
    await fillLedger(1_000);
    const query = `?from=${secondOf('2026-01-01T00:00:00Z')}&to=${secondOf('2026-02-11T16:00:00Z')}`;
    const counted = laneOf(await timeline(`${query}&marks=300&parts=100`), 'chain');
    expect(counted).toMatchObject({ count: 1_000, marks: null });
    expect(counted?.bins).toHaveLength(100);
    expect(new Set(counted?.bins?.map(({ count }) => count))).toEqual(new Set([10]));
    const whole = await timeline();
    expect(whole.overview.reduce((sum, { count }) => sum + count, 0)).toBe(whole.count);
    const marked = laneOf(await timeline(`${query}&marks=1000`), 'chain');
    expect(marked?.bins).toBeNull();
    for (const { from, to, count } of counted?.bins ?? []) {
      expect(marked?.marks?.filter(({ starts }) => starts >= from && starts < to)).toHaveLength(count);
    }
  });

  test('gives every event of a window once, page by page', async () => {
    await fillLedger(30);
    await report({ starts: secondOf('2026-01-01T05:00:00Z') });
    const query = `?from=${secondOf('2026-01-01T00:00:00Z')}&to=${secondOf('2026-01-02T00:00:00Z')}&limit=7`;
    const seen: CaseTimelineEvent[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, next }: Page = await table(`${query}${cursor && `&cursor=${cursor}`}`);
      seen.push(...items);
      cursor = next;
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(25);
    expect(seen.map(({ starts }) => starts)).toEqual(seen.map(({ starts }) => starts).toSorted((a, b) => a - b));
    expect((await table(`${query}&lanes=reported`)).items.map(({ what }) => what)).toEqual(['Noticed']);
    const wrong = await opened.as.viewer.get(path('/timeline/events?lanes=weather'));
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('decisions')]);
    expect((await opened.as.viewer.get(path('/timeline/events?cursor=WzEsMl0'))).status).toBe(400);
    expect((await opened.as.viewer.get(path('/timeline?from=5&to=5'))).status).toBe(400);
  });

  test('is taken out as CSV with marks, sources and what is left out, by those who may', async () => {
    await report({ title: '=HYPERLINK("http://evil.example")', source: 'Letter, EV-01' });
    await report({ title: 'Unknown when', starts: null });
    const response = await opened.as.reviewer.raw(`/api/v1${path('/timeline/export')}`);
    const lines = (await response.text()).trim().split('\r\n');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(lines[0]).toBe('lane,starts_utc,ends_utc,time_is,event,how_we_know,source');
    expect(lines[1]).toBe(
      `Reported,2026-03-03T09:00:00Z,,exact,"'=HYPERLINK(""http://evil.example"")",claim,"Letter, EV-01"`,
    );
    expect(lines).toContain('Reported,,,not known,Unknown when,claim,');
    expect(lines.at(-1)).toContain('Left out: nothing that is known of');
    const forbidden = await opened.as.viewer.raw(`/api/v1${path('/timeline/export')}`);
    expect(forbidden.status).toBe(403);
    expect((await opened.as.colleague.raw(`/api/v1${path('/timeline/export')}`)).status).toBe(404);
  });

  test('is nothing to those who may not see the case', async () => {
    await fillLedger(10);
    expect(await statusesOf(opened, (asker) => asker.get(path('/timeline')))).toMatchObject({
      viewer: 200,
      colleague: 404,
    });
    const scope = { kind: 'agency', agency: opened.people.owner.agency } as const;
    const count = (account: string) =>
      casework.store.transact({ ...scope, account }, (tx) =>
        tx.list(sql`SELECT * FROM case_ledger_bins(${opened.id}, 0, 4000000000, 10)`),
      );
    expect(await count(opened.people.viewer.id)).not.toEqual([]);
    expect(await count(opened.people.colleague.id)).toEqual([]);
  });
});

describe('a reported event', () => {
  test('without a time stays without one and is listed apart', async () => {
    const event = await report({ title: 'Unknown when', starts: null, text: 'Told by a neighbour' });
    expect(event).toMatchObject({ number: 'E-1', starts: null, ends: null });
    const shown = await timeline();
    expect(shown.undated).toMatchObject([
      { what: 'Unknown when', reported: { text: 'Told by a neighbour', version: 1 } },
    ]);
    expect(laneOf(shown, 'reported')?.count).toBe(0);
  });

  test('is changed in the version that was read, and withdrawn with a reason', async () => {
    const event = await report();
    const change = (version: number, body: object) =>
      opened.as.owner.post(path(`/reported-events/${event.id}`), { version, title: 'Noticed', starts: null, ...body });
    expect(okOf<CaseReportedEvent>(await change(1, { mark: 'inference' }))).toMatchObject({
      version: 2,
      mark: 'inference',
    });
    const late = await change(1, { title: 'Mine' });
    expect([late.status, late.body.reason]).toEqual([409, 'changed-meanwhile']);
    okOf(await opened.as.owner.post(path(`/reported-events/${event.id}/withdrawal`), { why: 'Not of this case' }));
    expect((await change(3, {})).status).toBe(409);
    expect((await opened.as.owner.post(path(`/reported-events/${event.id}/withdrawal`), { why: 'Again' })).status).toBe(
      409,
    );
    expect((await timeline()).undated).toEqual([]);
    const { items } = okOf<{ items: CaseReportedEvent[] }>(
      await opened.as.viewer.get(path('/reported-events/withdrawn')),
    );
    expect(items).toMatchObject([
      { title: 'Noticed', withdrawn: { why: 'Not of this case', by: 'Lead investigator' } },
    ]);
    expect((await listCaseActs(casework, opened.id)).slice(-3)).toEqual([
      'case.event.add',
      'case.event.change',
      'case.event.withdraw',
    ]);
  });

  test('is entered by owners and editors, and ends after it begins', async () => {
    expect(
      await statusesOf(opened, (asker) => asker.post(path('/reported-events'), { title: 'X', starts: 5 })),
    ).toEqual({
      owner: 200,
      editor: 200,
      viewer: 403,
      reviewer: 403,
      legal: 403,
      colleague: 404,
    });
    const wrong = await opened.as.owner.post(path('/reported-events'), { title: 'X', starts: 5, ends: 4 });
    expect([wrong.status, wrong.body.field]).toEqual([400, 'ends']);
    expect((await opened.as.owner.post(path('/reported-events'), { title: 'X', starts: null, ends: 4 })).status).toBe(
      400,
    );
    expect((await opened.as.owner.post(path('/reported-events'), { title: 'X', starts: 2 ** 53 })).status).toBe(400);
  });
});
