import { createHash, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PACKAGE_AREAS } from '../packages/core/src/case-package.ts';
import { aboutItem } from '../packages/server/src/cases/case-items.ts';
import { createCaseKey, openCaseKey, sealBytes } from '../packages/server/src/cases/case-key.ts';
import {
  addAccount,
  addAgency,
  createTestCaseworkContext,
  type TestAccount,
  type TestCaseworkContext,
} from '../packages/server/src/testing/accounts.ts';
import { type Asker, openAsker } from '../packages/server/src/testing/ask.ts';
import { insertCase } from '../packages/store/src/cases/agency-cases/case-rows.ts';
import { putMember } from '../packages/store/src/cases/agency-cases/member-rows.ts';
import { sql } from '../packages/store/src/cases/sql.ts';
import { type Bar, type Base, percentiles, type Section, timeRounds, timesBar } from './harness.ts';

export const CASES = 10_000;
const ITEMS = 10_000;
const EVENTS = 100_000;
const ROUNDS = 100;
/** Of the slowest request but five of a hundred: multiples of a bare request, and the milliseconds that were requested. */
const PAGE = { most: 50, target: 100 };
const LIST = { most: 25, target: 50 };
/** Work that shows its progress: a preview is read again for each change of it, a record is made once. Multiples of unpacking the results. */
const PREVIEW_TIME = { most: 5, target: 2_000 };
const CLOSING_TIME = { most: 15, target: 10_000 };
const SYSTEM = { kind: 'system' } as const;

/** The agency's other cases: of every type, status, priority and policy, with money, days and words of their own. */
export async function plantCases(casework: TestCaseworkContext, people: readonly TestAccount[]): Promise<void> {
  const [lead] = people;
  const key = createCaseKey(casework.keys, randomUUID());
  const accounts = people.map(({ id }) => id);
  await casework.store.transact(SYSTEM, (tx) =>
    tx.run(sql`
      INSERT INTO agency_case (id, agency_id, number, reference, title, type, status, priority, policy, unit, lead_id, key, readers,
                               loss_usd, secured_usd, next_due_on, next_due_what, opened_at, opened_by, changed_at)
      SELECT md5(n::text)::uuid, ${lead?.agency}, '2025-' || lpad(n::text, 5, '0'), 'K ' || n || '/25', 'Case of ' || md5(n::text),
             (ARRAY['ransomware', 'tax', 'extortion', 'drug-trade'])[n % 4 + 1],
             (ARRAY['new', 'active', 'waiting', 'review', 'closed'])[n % 5 + 1], (ARRAY['low', 'medium', 'high'])[n % 3 + 1],
             (ARRAY['open', 'open', 'need-to-know', 'sealed'])[n % 4 + 1], 'Unit ' || n % 20,
             (${accounts}::uuid[])[n % ${accounts.length}::integer + 1], ${key}, ARRAY[(${accounts}::uuid[])[n % ${accounts.length}::integer + 1]],
             n::numeric * 1000000, n::numeric * 1000, '2026-01-01'::date + n % 700, 'Something', now() - n * interval '1 hour', ${lead?.id},
             now() - n * interval '1 minute'
      FROM generate_series(1, ${CASES}::integer) AS n`),
  );
  await casework.store.transact(SYSTEM, (tx) =>
    tx.run(sql`
      INSERT INTO case_text (case_id, agency_id, kind, source, text)
      SELECT c.id, c.agency_id, 'case', md5(c.id::text || k)::uuid,
             lower(c.title) || ' word' || (hashtext(c.number) % 500 + k * 1000) || ' common ' || md5(c.id::text || k)
      FROM agency_case c, generate_series(1, 10) AS k`),
  );
}

/** What is kept of a pinned transaction of four inputs and outputs, about: 4 kB of JSON. */
const ANSWER = Buffer.from(
  JSON.stringify({ rows: Array.from({ length: 40 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex')) }),
);

/** The answers that are pinned, each encrypted for its own place as the server does. */
function sealAnswers(key: Buffer, caseId: string) {
  const packed = gzipSync(ANSWER);
  return Array.from({ length: ITEMS }, () => {
    const id = randomUUID();
    return { id, content: sealBytes(key, aboutItem(caseId, id), packed) };
  });
}

/** One case as large as a case gets. */
async function plantLargeCase(casework: TestCaseworkContext, { id: account, agency }: TestAccount): Promise<string> {
  const [id, at] = [randomUUID(), casework.now()];
  const key = createCaseKey(casework.keys, id);
  const items = sealAnswers(openCaseKey(casework.keys, { id, key }), id);
  const given = { title: 'Large', type: 'ransomware', priority: 'high', policy: 'need-to-know', unit: '' } as const;
  await casework.store.transact(SYSTEM, async (tx) => {
    await insertCase(tx, {
      ...given,
      id,
      agency,
      account,
      number: '2026-00001',
      reference: null,
      deadline: null,
      fields: {},
      key,
      at,
    });
    await putMember(tx, { caseId: id, agency, account, role: 'owner', by: account, at });
    await tx.run(sql`
      INSERT INTO case_item (id, case_id, agency_id, number, kind, title, input, call, method, software, hash, content, size, pinned_at, pinned_by)
      SELECT t.id, ${id}, ${agency}, n, CASE WHEN n % 20 = 0 THEN 'address' ELSE 'transaction' END, md5(n::text),
             jsonb_build_object('params', jsonb_build_object('chain', 'btc')), 'GET /x', 'x/1', 'bench', repeat('0', 64), t.content, ${ANSWER.length},
             ${at}::timestamptz, ${account}
      FROM unnest(${items.map((item) => item.id)}::uuid[], ${items.map((item) => item.content)}::bytea[]) WITH ORDINALITY AS t (id, content, n)`);
    await tx.run(sql`
      INSERT INTO case_ledger_event (case_id, agency_id, chain, address, txid, asset, symbol, decimals, received, sent, height, at)
      SELECT ${id}, ${agency}, 'btc', md5((n % 500 * 20)::text), md5(n::text) || md5(n::text), 'btc', 'BTC', 8, n, 0, n,
             1500000000 + n * 3000 FROM generate_series(1, ${EVENTS}::integer) AS n`);
    await tx.run(sql`
      INSERT INTO case_task (id, case_id, agency_id, number, title, due_on, created_at, created_by, changed_at, changed_by)
      SELECT gen_random_uuid(), ${id}, ${agency}, n, 'Task ' || n, '2026-12-01', ${at}::timestamptz, ${account}, ${at}::timestamptz, ${account}
      FROM generate_series(1, 200) AS n`);
  });
  return id;
}

interface Times {
  readonly p50: number;
  readonly p95: number;
  /** The path that took the time of p95: what an index would help first. */
  readonly slowest: string;
}

function toTimes(samples: readonly (readonly [path: string, ms: number])[]): Times {
  const sorted = samples.toSorted(([, a], [, b]) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]?.[1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), slowest: sorted.at(Math.ceil(0.95 * sorted.length) - 1)?.[0] ?? '' };
}

async function timeRequest(asker: Asker, path: string): Promise<number> {
  const started = performance.now();
  const response = await asker.raw(path);
  await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  return performance.now() - started;
}

interface Compared extends Times {
  /** Of requests in turn with these that only ask who is signed in: the connection, the session and a short answer are left. */
  readonly base: Base;
}

async function measure(asker: Asker, paths: readonly string[]): Promise<Compared> {
  const times: (readonly [string, number])[] = [];
  const bare: number[] = [];
  for (let round = -10; round < ROUNDS; round++) {
    const path = `/api/v1${paths[(round + 10) % paths.length]}`;
    const [least, milliseconds] = [await timeRequest(asker, '/api/v1/me'), await timeRequest(asker, path)];
    if (round < 0) continue;
    bare.push(least);
    times.push([path, milliseconds]);
  }
  return { ...toTimes(times), base: { name: 'a bare request', times: percentiles(bare) } };
}

const PREVIEW = { areas: [...PACKAGE_AREAS] };

/** The same request a few times: what it does takes long enough to be measured in a few rounds. */
async function measurePosts(asker: Asker, path: string, body: object, rounds = 5): Promise<Times> {
  const times: (readonly [string, number])[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const { status, body: answer } = await asker.post(path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer).slice(0, 200)}`);
    times.push([path, performance.now() - started]);
  }
  return toTimes(times);
}

function toBar(
  work: string,
  { p50, p95 }: Times,
  limit: { readonly most: number; readonly target: number },
  base: Base,
): Bar {
  return timesBar({ ...limit, work, base, figure: 'p95', milliseconds: p95, note: `p50 ${p50.toFixed(1)} ms` });
}

/** The least that a package and a record take: the answer of every result unpacked and hashed. */
async function timeBareAnswers(): Promise<Base> {
  const packed = gzipSync(ANSWER);
  const work = (): void => {
    for (let i = 0; i < ITEMS; i++) createHash('sha256').update(gunzipSync(packed)).digest();
  };
  return { name: 'unpacking and hashing the results', times: percentiles(await timeRounds(work, 9, 2)) };
}

const FILTERS = [
  '',
  '?status=active',
  '?type=tax',
  '?priority=high&own=yes',
  '?unit=Unit%203',
  '?dueWithin=30',
  '?lead=none',
  '?sort=loss',
  '?sort=title',
  '?sort=changed&offset=400',
];
const WORDS = ['common', 'word1042', 'ca', '2025-04242', 'nothinghere', 'common%20word3'];
const windowOf = (from: number, to: number) => `from=${1_500_000_000 + from * 3000}&to=${1_500_000_000 + to * 3000}`;

/** Cases at their size: a list over ten thousand, search in a hundred thousand texts, and a case of ten thousand results. */
export async function benchCases(): Promise<Section> {
  const casework = await createTestCaseworkContext();
  try {
    await addAgency(casework);
    const people = await Promise.all(
      ['Lead investigator', 'Second analyst', 'Reviewer'].map((name) =>
        addAccount(casework, { name, email: `${name.split(' ')[0]}@north.example` }),
      ),
    );
    const [lead] = people;
    if (!lead) throw new Error('Nobody asks.');
    await plantCases(casework, people);
    const id = await plantLargeCase(casework, lead);
    // What the server does automatically within minutes: statistics for the planner, and which pages everybody sees.
    await casework.store.asOwner('VACUUM ANALYZE');
    const asker = await openAsker(casework, lead);
    const page = await measure(asker, [`/cases/${id}`, `/cases/${id}/items?limit=100`]);
    const list = await measure(
      asker,
      FILTERS.map((filter) => `/cases${filter}`),
    );
    const search = await measure(
      asker,
      WORDS.map((words) => `/cases?words=${words}`),
    );
    const timeline = await measure(asker, [
      `/cases/${id}/timeline`,
      `/cases/${id}/timeline?overview=no&${windowOf(0, 50_000)}`,
      `/cases/${id}/timeline?overview=no&${windowOf(40_000, 40_200)}`,
    ]);
    const table = await measure(asker, [
      `/cases/${id}/timeline/events?limit=100`,
      `/cases/${id}/timeline/events?limit=100&${windowOf(60_000, 90_000)}`,
    ]);
    const hashed = await timeBareAnswers();
    const preview = await measurePosts(asker, `/cases/${id}/package-previews`, PREVIEW);
    const closing = await measurePosts(asker, `/cases/${id}/records`, { version: 1, why: 'The court has decided.' }, 1);
    return {
      name: 'cases',
      bars: [
        toBar('the page of a case of 10,000 results', page, PAGE, page.base),
        toBar('the list of 10,000 cases, any filter', list, LIST, list.base),
        toBar('search in 100,000 texts', search, PAGE, search.base),
        toBar('a timeline of 100,000 events', timeline, PAGE, timeline.base),
        toBar('a page of the table of the timeline', table, PAGE, table.base),
        toBar('the preview of a package of 10,000 results', preview, PREVIEW_TIME, hashed),
        toBar('closing a case of 10,000 results with a signed record', closing, CLOSING_TIME, hashed),
      ],
      figures: { hashed: hashed.times, page, list, search, timeline, table, preview, closing },
    };
  } finally {
    await casework.close();
  }
}
