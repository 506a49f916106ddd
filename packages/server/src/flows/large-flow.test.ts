import { setTimeout as wait } from 'node:timers/promises';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { createSampleFlow } from '@trailmark/core/flow/testing/sample-flow';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { encodeGraphsense } from '@trailmark/documents/flow-files/graphsense-codec';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addAccount,
  createCaseworkApp,
  createTestCaseworkContext,
  listTestEvents,
  openTestSession,
  type TestCaseworkContext,
} from '../testing/accounts.ts';
import { FLOW_JOBS } from './flow-jobs.ts';

let casework: TestCaseworkContext;
let app: Hono;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  app = createCaseworkApp(casework);
  headers = (await openTestSession(casework, await addAccount(casework, { name: 'Lead investigator' }))).headers;
});
afterAll(() => casework.close());

const address = (path: string) => `http://127.0.0.1/api/v1${path}`;
const post = async (path: string, body: string, signal?: AbortSignal) =>
  app.request(address(path), { method: 'POST', headers, body, ...(signal ? { signal } : {}) });
const get = async (path: string) => app.request(address(path), { headers: { cookie: headers.cookie ?? '' } });

async function ok(response: Response) {
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(200);
  return JSON.parse(text);
}

async function refusal(response: Response): Promise<string> {
  const { status, detail } = (await response.json()) as { status: number; detail: string };
  return `${status} ${detail}`;
}

/** Large enough for a thread of its own. */
const LARGE = createSampleFlow(600);
const HISTORY = { cursor: 0, entries: [] };

const begin = async (document: FlowDocument = LARGE) => ok(await post('/flows', JSON.stringify({ document })));
const toSave = (document: FlowDocument, revision: unknown = 1) =>
  JSON.stringify({ branch: 'main', revision, document, history: HISTORY });

describe('a large coin flow', () => {
  test('is begun, saved, kept, compared and opened as a small one is', async () => {
    const { id } = await begin();
    const title = 'Ünder “another” title \\';
    await ok(await post(`/flows/${id}/title`, JSON.stringify({ title })));
    const [node = ''] = Object.keys(LARGE.nodes);
    const changed = { ...LARGE, marks: { ...LARGE.marks, [node]: { note: 'Seen on paper' } } };
    expect(await ok(await post(`/flows/${id}/draft`, toSave(changed)))).toMatchObject({ outcome: 'saved' });
    expect(await ok(await get(`/flows/${id}`))).toMatchObject({ document: { ...changed, title }, history: HISTORY });
    const version = { branch: 'main', name: 'For the file' };
    const { number, hash } = await ok(await post(`/flows/${id}/versions`, JSON.stringify(version)));
    const kept = await ok(await get(`/flows/${id}/versions/${number}`));
    expect(kept).toEqual({ version: expect.objectContaining({ hash }), document: changed });
    const { counts } = await ok(await get(`/flows/${id}/comparison?a=1&b=${number}`));
    expect(counts).toMatchObject({ added: 0, removed: 0, changed: 1 });
    await ok(await post(`/flows/${id}/versions/1/restoration`, JSON.stringify({ branch: 'main' })));
    expect((await ok(await get(`/flows/${id}`))).document).toEqual({ ...LARGE, title });
  });

  test('is exported and read in again, and the log says what was taken out by its digest', async () => {
    const answer = await post('/flow-files/gexf', JSON.stringify({ document: LARGE }));
    expect(answer.headers.get('content-disposition')).toMatch(/coin-flow-[0-9a-f]{8}-[0-9-]+\.gexf/);
    expect(await answer.text()).toMatch(/^<\?xml[\s\S]*<\/gexf>\n$/);
    const last = (await listTestEvents(casework)).at(-1);
    expect(last).toMatchObject({
      action: 'export.exportFlowFile',
      details: { body: expect.stringContaining('sha256') },
    });
    const things = Array.from({ length: 20_000 }, () => [['btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'], 0, 0, false]);
    const file = encodeGraphsense(['pathfinder', '1', 'Graph', things, [], []]);
    const content = Buffer.from(file).toString('base64');
    const read = await ok(await post('/flow-file-imports', JSON.stringify({ name: 'a.gs', content })));
    expect(read).toMatchObject({ format: 'graphsense', refused: expect.arrayContaining([expect.anything()]) });
    expect([Object.keys(read.document.nodes).length, read.refused.length]).toEqual([1, 501]);
  });

  test('is saved for a small part of its cost by the thread that answers everybody', async () => {
    const document = createSampleFlow(5_000);
    const { id } = await begin(document);
    const bodyOf = (note: string) => toSave({ ...document, gaps: [note] });
    // The first of each compiles what it runs.
    const [there, here]: [number[], number[]] = [[], []];
    for (const note of ['one', 'two', 'three']) {
      const body = bodyOf(note);
      here.push(await countCpuMs(() => FLOW_JOBS.save({ body: Buffer.from(body) })));
      there.push(await countCpuMs(() => post(`/flows/${id}/draft`, body)));
    }
    expect(Math.min(...there)).toBeLessThan(Math.min(...here) / 2);
  });

  test('whose export nobody waits for any more holds up no other', async () => {
    const leaving = new AbortController();
    const left = post('/flow-files/pdf', JSON.stringify({ document: createSampleFlow(5_000) }), leaving.signal);
    setTimeout(() => leaving.abort(), 300);
    expect((await left).status).toBe(499);
    expect((await post('/flow-files/csv', JSON.stringify({ document: LARGE }))).status).toBe(200);
  });

  test('leaves room for others: of one person two exports at a time', async () => {
    const [leaving, long] = [new AbortController(), JSON.stringify({ document: createSampleFlow(5_000) })];
    // Whichever comes first has the place: one that finds none, or has ended, asks again.
    const keepAsking = async () => {
      for (;;) {
        const { status } = await post('/flow-files/pdf', long, leaving.signal);
        if (status === 499) return status;
        expect([200, 503]).toContain(status);
        await wait(20);
      }
    };
    const slow = [keepAsking(), keepAsking()];
    let refused = new Response();
    // One that got a place before the second slow one gives it up: it would wait for the first.
    const isRefused = async () => {
      refused = await post('/flow-files/csv', JSON.stringify({ document: LARGE }), AbortSignal.timeout(500));
      return refused.status;
    };
    await expect.poll(isRefused).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refusal(refused)).toContain('of large coin flows of yours are under way already');
    leaving.abort();
    expect(await Promise.all(slow)).toEqual([499, 499]);
  });
});

test('a disk that is full is reported in a sentence, and the draft stays until there is room again', async () => {
  const { id } = await begin();
  const changed = { ...LARGE, gaps: ['After the disk was full'] };
  await casework.store.asOwner(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE ''could not extend file'' USING ERRCODE = ''disk_full''; END';
    CREATE TRIGGER fill BEFORE UPDATE ON coin_flow_branch FOR EACH ROW EXECUTE FUNCTION fill()`);
  const refused = await refusal(await post(`/flows/${id}/draft`, toSave(changed)));
  expect(refused).toMatch(/^503 There is no room left on the disk of the database/);
  expect((await ok(await get(`/flows/${id}`))).document).toEqual(LARGE);
  await casework.store.asOwner('DROP TRIGGER fill ON coin_flow_branch; DROP FUNCTION fill()');
  expect((await ok(await post(`/flows/${id}/draft`, toSave(changed)))).head.revision).toBe(2);
});

describe('a document made to harm', () => {
  const withMembers = (place: string, members: string): string => {
    const text = JSON.stringify({ document: createSampleFlow(4) });
    return text.replace(new RegExp(`"${place}":\\{`), `"${place}":{${members}`);
  };

  test.each(['nodes', 'edges', 'marks', 'places', 'assets', 'groups', 'minAmount', 'laterThan'])(
    'by names that every object has, in %s, changes no other object',
    async (place) => {
      for (const name of ['__proto__', 'constructor']) {
        const answer = await post('/flows', withMembers(place, `"${name}":{"polluted":1},`));
        const { status } = answer;
        if (status === 200) {
          const { id } = (await answer.json()) as { id: string };
          expect(await (await get(`/flows/${id}`)).text()).not.toContain('polluted');
        }
        expect([200, 400]).toContain(status);
      }
      expect('polluted' in {}).toBe(false);
    },
  );

  test('by depth, size, or numbers that are none is refused in a sentence', async () => {
    const deep = `{"document":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(await refusal(await post('/flows', deep))).toMatch(/^400 .*nests deeper than 64 levels/);
    const marks = Array.from({ length: 1_000_000 }, (_, at) => `"m${at}":{}`).join(',');
    expect(await refusal(await post('/flows', withMembers('marks', `${marks},`)))).toMatch(
      /^400 The coin flow has 1\d{6} annotations. It takes at most 30000/,
    );
    for (const number of ['NaN', '1e999', '-1e999']) {
      const text = JSON.stringify({ document: { ...LARGE, places: { 'a:btc:x': { x: 4711, y: 0 } } } });
      expect(await refusal(await post('/flows', text.replace('4711', number)))).toMatch(/^400 /);
    }
    const [most, more] = ['9'.repeat(78), '9'.repeat(79)];
    const filtered = (least: string) =>
      JSON.stringify({ document: { ...LARGE, filters: { ...LARGE.filters, minAmount: { btc: least } } } });
    expect((await post('/flows', filtered(most))).status).toBe(200);
    expect(await refusal(await post('/flows', filtered(more)))).toMatch(/^400 .*minAmount/);
  });

  test('by a revision nobody was given is kept next to the draft, or is refused', async () => {
    const { id } = await begin();
    const other = { ...LARGE, gaps: ['Another one'] };
    for (const revision of [1.5, '1', null, 1e300]) {
      expect(await refusal(await post(`/flows/${id}/draft`, toSave(other, revision)))).toMatch(/^400 .*revision/);
    }
    for (const revision of [0, -7, 999_999_999_999]) {
      const saved = await ok(await post(`/flows/${id}/draft`, toSave({ ...other, gaps: [`${revision}`] }, revision)));
      expect(saved.outcome).toBe('kept-as-branch');
    }
    const { head, document } = await ok(await get(`/flows/${id}`));
    expect([head.revision, document.gaps]).toEqual([1, []]);
  });

  test('by what it unpacks to in memory ends alone', async () => {
    const many = `{"document":{"gaps":[${'{},'.repeat(11_000_000)}{}]}}`;
    expect(await refusal(await post('/flows', many))).toMatch(/^400 /);
    expect((await get('/flows')).status).toBe(200);
  });

  test('by objects that cannot be made text is read as far as it goes', async () => {
    const trap = { toString: 1, valueOf: 1 };
    const graph = encodeGraphsense([
      'pathfinder',
      '1',
      trap,
      [[[trap, trap], 0, 0, true]],
      [],
      [[[trap, trap], trap, trap]],
    ]);
    const etherscan = { schemaVersion: trap, name: trap, nodes: [], edges: [], _meta: {} };
    for (const [name, bytes, status] of [
      ['a.gs', Buffer.from(graph), 200],
      ['b.json', Buffer.from(JSON.stringify(etherscan)), 400],
      [
        'c.json',
        Buffer.from(
          JSON.stringify({ ...etherscan, schemaVersion: 1, nodes: [{ id: 'a', address: 'b', chainid: trap }] }),
        ),
        200,
      ],
    ] as const) {
      const answer = await post('/flow-file-imports', JSON.stringify({ name, content: bytes.toString('base64') }));
      expect([name, answer.status]).toEqual([name, status]);
    }
  });
});
