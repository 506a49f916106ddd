import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CASES_TAG } from '../../packages/api/src/contract/case.ts';
import { REPORTS_TAG } from '../../packages/api/src/contract/enhanced-report.ts';
import { listRoutes } from '../../packages/api/src/contract.ts';
import type { EvidenceService } from '../../packages/server/src/cases/evidence/evidence-service.ts';
import { listUploadRoutes } from '../../packages/server/src/cases/evidence/tus-routes.ts';
import { eventually, runTrailmark } from '../integration/trailmark-process.ts';
import { CaseServer } from './case-writes/case-server.ts';
import { bytesOf, type CaseFile, sha256, withoutTasks, withRequest, withTitle } from './case-writes/import-file.ts';
import type { Found, Loose, Memory, Person, Story } from './case-writes/write-step.ts';
import { STORIES } from './case-writes/write-stories.ts';

// Every kind of write in a case, all of them at once, against the program, which is killed in the middle of them. What was answered is
// kept; what was not is whole or absent; ledgers of custody and the audit log verify.

const KILLS = 2;
/** Of a kind so much is written between two kills at most: none runs away from a slower one. */
const MOST = 8;
const PIECE = 100_000;
const REASON = 'The time to keep it is over';

const server = new CaseServer();
beforeAll(() => server.start(), 180_000);
afterAll(() => server.remove());

/** How often each kind was answered, by its action, or its route where it has none. */
const answered: Record<string, number> = {};
/** Those of this start of the server, which is killed once each of them was answered. */
let ofThisRun: Record<string, number> = {};
function count(kind: string): void {
  answered[kind] = (answered[kind] ?? 0) + 1;
  ofThisRun[kind] = (ofThisRun[kind] ?? 0) + 1;
}

/** What every story knows: ids of the cases and of what is in them from the beginning. */
type Known = Record<'case' | 'hidden' | 'reported' | 'closing' | 'caseEvidence', string>;
const known: Record<string, unknown> & Known = { case: '', hidden: '', reported: '', closing: '', caseEvidence: '' };
const at = (path: string) => `/cases/${known.case}${path}`;
const readIn = (path: string, as: Person = 'lead') => {
  if (path.startsWith('/case')) return server.get(path, as);
  return server.get(as === 'second' ? `/cases/${known.hidden}${path}` : at(path), as);
};

interface Upload {
  readonly id: string;
  readonly bytes: Buffer;
  offset: number;
  state: 'arriving' | 'good' | 'withdrawn';
}
const kept = {
  cases: new Set<string>(),
  imports: new Set<string>(),
  uploads: [] as Upload[],
  /** Saved filters, with the last that was done with each: sent, and answered. */
  views: [] as { readonly memory: Memory; route: string; isAnswered: boolean }[],
};
/** Cases that wait to be purged, with what their files have for a root. */
const waiting: { id: string; number: string; root: string; isAsked: boolean; isPurged: boolean }[] = [];
let plain = '';
let plainRoot = '';
let numbers = 0;

const open = async (title: string, as: Person = 'lead', policy = 'open') =>
  server.post('/cases', { template: 'ransomware', title, policy }, as);
const fileOf = (id: string): Promise<CaseFile> => server.get(`/cases/${id}/file`);
const importFile = async (content: string) => server.post('/case-imports', { content });

async function prepare(): Promise<void> {
  const source = await open('Source');
  for (let i = 0; i < 3; i++) await server.post(`/cases/${source.id}/notes`, { title: `Note ${i}`, text: 'Text' });
  const file = withoutTasks(await fileOf(source.id));
  plain = withTitle(file, 'Imported');
  plainRoot = (await importFile(plain)).root;
  known.case = (await importFile(withRequest(file))).head.id;
  // What the template demands an authority for is not the subject: everything may be done.
  const { needs } = await readIn('/authorities');
  await server.post(at('/authority-needs'), { version: needs.version, acts: [] });
  known.packet = (await readIn('/items')).items[0].id;
  known.caseEvidence = await server.sendFile(known.case, bytesOf('exhibit', 1_000));
  // A need-to-know case that names the same, whose custodian gets a request, and which is opened in an emergency.
  const hidden = await open('Hidden', 'second', 'need-to-know');
  Object.assign(known, { hidden: hidden.id, number: hidden.number });
  const shared = { params: { network: 'eth', address: `0x${'9'.repeat(40)}` }, query: {} };
  await server.post(`/cases/${hidden.id}/items`, { kind: 'label', input: shared }, 'second');
  await server.post(at('/items'), { kind: 'label', input: shared });
  const { colleagues } = await server.get('/case-choices');
  known.account = colleagues.find(({ name }: Loose) => name === 'Second investigator').id;
}

/** A case of another with one result, where the head of unit reviews reports. */
async function prepareReports(): Promise<void> {
  const { id } = await open('Reported', 'second');
  const input = { params: { network: 'eth', address: `0x${'8'.repeat(40)}` }, query: {} };
  known.reportedItem = (await server.post(`/cases/${id}/items`, { kind: 'label', input }, 'second')).item.id;
  const { colleagues } = await server.get('/case-choices');
  known.reviewer = colleagues.find(({ name }: Loose) => /head of unit/i.test(name)).id;
  await server.post(`/cases/${id}/members`, { account: known.reviewer, role: 'reviewer' }, 'second');
  known.reported = id;
  known.closing = (await open('Closed and reopened')).id;
}

async function prepareToPurge(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const { id, number } = (await importFile(withTitle(JSON.parse(plain) as CaseFile, `To be purged ${++numbers}`)))
      .head;
    await server.sendFile(id, bytesOf(id, 5_000));
    await server.post(`/cases/${id}/members`, { account: known.account, role: 'legal' });
    waiting.push({ id, number, root: (await fileOf(id)).origin.root, isAsked: false, isPurged: false });
  }
}

/** Goes through the steps of a story once; false once the server is gone. */
async function tell(name: string, { begin, steps }: Story): Promise<boolean> {
  const memory: Memory = { ...known, version: 1, turn: ++numbers };
  const view = { memory, route: '', isAnswered: false };
  if (name === 'view') kept.views.push(view);
  try {
    await begin(readIn, memory);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
  for (const step of steps) {
    if (step.skips?.(memory)) continue;
    Object.assign(view, { route: step.route, isAnswered: false });
    const answer = await server.writeStep(step, memory);
    if (answer === undefined) return false;
    step.keep?.(answer, memory);
    view.isAnswered = true;
    count(step.action ?? step.route);
  }
  return true;
}

async function openCase(): Promise<boolean> {
  const answer = await server.write('/cases', { template: 'ransomware', title: 'Made' });
  if (answer) kept.cases.add(answer.id);
  if (answer) count('createCase');
  return answer !== undefined;
}

async function importCase(): Promise<boolean> {
  const answer = await server.write('/case-imports', { content: plain });
  if (answer) kept.imports.add(answer.head.id);
  if (answer) count('importCase');
  return answer !== undefined;
}

async function purgeCase(): Promise<boolean> {
  const one = waiting.find(({ isPurged }) => !isPurged);
  if (!one) return false;
  if (!one.isAsked) {
    if (!(await server.write(`/cases/${one.id}/purge`, { reason: REASON }))) return false;
    one.isAsked = true;
    count('askCasePurge');
  }
  const decision = { isApproved: true, number: one.number };
  one.isPurged = (await server.write(`/cases/${one.id}/purge/decision`, decision, 'second')) !== undefined;
  if (one.isPurged) count('decideCasePurge');
  return one.isPurged;
}

/** The next part of an upload that continues, or a new one. Every third is given up, every third withdrawn at its end. */
async function sendPart(): Promise<boolean> {
  const upload = kept.uploads.find(({ state }) => state === 'arriving');
  if (!upload) {
    const bytes = bytesOf(`upload ${++numbers}`, 2 * PIECE);
    const id = await server.beginUpload(known.case, bytes.length);
    if (id) kept.uploads.push({ id, bytes, offset: 0, state: 'arriving' });
    if (id) count('beginCaseUpload');
    return id !== '';
  }
  const place = `${known.case}/uploads/${upload.id}`;
  const turn = kept.uploads.indexOf(upload) % 3;
  if (upload.offset < upload.bytes.length) {
    if (turn === 1 && upload.offset > 0) {
      if (!(await server.giveUp(place))) return false;
      upload.state = 'withdrawn';
      count('endCaseUpload');
      return true;
    }
    const offset = await server.append(
      place,
      upload.offset,
      upload.bytes.subarray(upload.offset, upload.offset + PIECE),
    );
    if (offset !== undefined) upload.offset = offset;
    if (offset !== undefined) count('appendCaseUpload');
    return offset !== undefined;
  }
  const ended = await server.write(`/cases/${place}/finish`, { sha256: sha256(upload.bytes) });
  if (!ended) return false;
  upload.state = 'good';
  count('finishCaseUpload');
  if (turn !== 2) return true;
  const withdrawn = await server.write(at(`/evidence/${upload.id}/withdrawal`), { why: 'Not of this case' });
  if (!withdrawn) return false;
  upload.state = 'withdrawn';
  count('withdrawCaseEvidence');
  return true;
}

/** Writes that no step describes, each with what it writes and how that is checked. */
const OTHERS = {
  openCase: { kinds: ['createCase'], write: openCase, most: MOST },
  importCase: { kinds: ['importCase'], write: importCase, most: MOST },
  purgeCase: { kinds: ['askCasePurge', 'decideCasePurge'], write: purgeCase, most: MOST },
  sendPart: {
    kinds: ['beginCaseUpload', 'appendCaseUpload', 'finishCaseUpload', 'endCaseUpload', 'withdrawCaseEvidence'],
    ...{ write: sendPart, most: 8 * MOST },
  },
} as const;
const STEPS = Object.values(STORIES).flatMap(({ steps }) => steps);
const KINDS: readonly string[] = [
  ...new Set([
    ...STEPS.map(({ action, route }) => action ?? route),
    ...Object.values(OTHERS).flatMap(({ kinds }) => kinds as readonly string[]),
  ]),
];

/** Writes all kinds at once, and kills the server as soon as each of them was answered. */
async function writeUntilKilled(): Promise<void> {
  ofThisRun = {};
  let isKilled = false;
  const killAtLast = () => {
    if (isKilled || KINDS.some((kind) => !ofThisRun[kind])) return;
    isKilled = process.kill(server.server.pid, 'SIGKILL');
  };
  const repeat = async (most: number, write: () => Promise<boolean>) => {
    for (let i = 0; i < most && (await write()); i++) killAtLast();
  };
  await Promise.all([
    ...Object.entries(STORIES).map(([name, story]) => repeat(MOST, () => tell(name, story))),
    ...Object.values(OTHERS).map(({ most, write }) => repeat(most, write)),
  ]);
  expect(isKilled, `not answered: ${KINDS.filter((kind) => !ofThisRun[kind])}`).toBe(true);
  await server.server.ended();
}

async function countEvents(id: string, as: Person, log: Record<string, number>, of = ''): Promise<void> {
  for (let cursor = ''; ; ) {
    const path = `/cases/${id}/events?changes=yes&limit=200${cursor && `&cursor=${cursor}`}`;
    const page = await server.get(path, as);
    for (const { action } of page.items) if (action.startsWith(of)) log[action] = (log[action] ?? 0) + 1;
    if (page.next === null) return;
    cursor = page.next;
  }
}

async function find(): Promise<Found> {
  const log: Record<string, number> = {};
  await countEvents(known.case, 'lead', log);
  await countEvents(known.hidden, 'second', log);
  await countEvents(known.reported, 'second', log, 'case.report.');
  await countEvents(known.closing, 'lead', log, 'case.record.');
  const { items } = await readIn('/evidence?limit=1');
  const { received } = await readIn('/contacts', 'second');
  return {
    log,
    tables: (await fileOf(known.case)).content.tables,
    head: (await readIn('')).head,
    people: await readIn('/people'),
    members: await readIn('/members'),
    retention: await readIn('/retention'),
    custody: await readIn(`/evidence/${known.caseEvidence}/custody`),
    exhibit: items[0],
    contacts: received[0] ?? { messages: [] },
    emergencies: await readIn('/case-emergencies', 'second'),
    keys: await readIn('/case-keys', 'head'),
    packages: await readIn('/packages'),
    records: await server.get(`/cases/${known.closing}/records`),
    reports: await server.get(`/enhanced-reports?case=${known.reported}`, 'second'),
  };
}

/** Everything that was answered is there and in the log, and nothing is in one of them that is not in the other. */
function checkSteps(before: Found, now: Found, kills: number): void {
  for (const { route, action, shown } of STEPS) {
    const kind = action ?? route;
    const least = answered[kind] ?? 0;
    const seen = [
      ...(action ? [(now.log[action] ?? 0) - (before.log[action] ?? 0)] : []),
      ...(shown ? [shown(now) - shown(before)] : []),
    ];
    for (const times of seen) {
      expect(times, kind).toBeGreaterThanOrEqual(least);
      // What was under way when the server was killed may have been written, and nothing else.
      expect(times, kind).toBeLessThanOrEqual(least + kills);
    }
    expect(new Set(seen).size, `${kind}: in the log and shown`).toBeLessThanOrEqual(1);
  }
}

async function checkViews(): Promise<void> {
  const names = new Set((await server.get('/case-views')).items.map(({ name }: Loose) => name));
  for (const { memory, route, isAnswered } of kept.views) {
    if (!isAnswered) continue;
    expect([memory.turn, names.has(`View ${memory.turn}`)]).toEqual([memory.turn, route === 'saveCaseView']);
  }
}

async function checkCases(): Promise<void> {
  const { items, totals } = await server.get('/cases?limit=200&sort=opened');
  expect(items).toHaveLength(totals.count);
  const ids = new Set(items.map(({ id }: Loose) => id));
  expect([...kept.cases, ...kept.imports].filter((id) => !ids.has(id))).toEqual([]);
  const tasks = new Set<number>();
  for (const { id, title } of items) {
    if (title === 'Made' || title === 'Source') tasks.add((await server.get(`/cases/${id}`)).counts.tasks);
    if (title === 'Imported') expect((await fileOf(id)).origin.root).toBe(plainRoot);
  }
  // A case that was not answered is there with all tasks of its template, or not at all.
  expect(tasks.size).toBe(1);
}

async function checkPurges(): Promise<void> {
  const { items } = await server.get('/case-tombstones');
  const stones = new Map<string, string>(items.map(({ id, contentRoot }: Loose) => [contentRoot, id]));
  for (const one of waiting) {
    const isThere = (await server.ask(`/api/v1/cases/${one.id}`)).status === 200;
    if (one.isPurged) expect(isThere).toBe(false);
    one.isPurged = !isThere;
    if (isThere) {
      const { purge } = await server.get(`/cases/${one.id}/retention`);
      if (one.isAsked) expect(purge).not.toBeNull();
      one.isAsked = purge !== null;
      expect((await fileOf(one.id)).origin.root).toBe(one.root);
    } else {
      expect(await server.get(`/case-tombstones/${stones.get(one.root)}`)).toMatchObject({ isProven: true });
      const place = join(server.dataDir, 'files', 'evidence', one.id);
      await eventually(
        async () => existsSync(place),
        (isLeft) => !isLeft,
      );
    }
  }
}

/** What an upload may be when the server comes back: what was answered, or what was under way at most. */
const MAY_BE = {
  arriving: ['arriving', 'good', 'withdrawn'],
  good: ['good', 'withdrawn'],
  withdrawn: ['withdrawn'],
} as const;

/** Uploads continue from where they were, and each ledger of custody is whole. */
async function checkEvidence(): Promise<void> {
  const { items } = await readIn('/evidence?limit=200');
  for (const upload of kept.uploads) {
    const item = items.find(({ id }: Loose) => id === upload.id);
    expect(MAY_BE[upload.state]).toContain(item.state);
    upload.state = item.state;
    if (item.arrivalHash) expect(item.arrivalHash).toBe(sha256(upload.bytes));
    if (upload.state !== 'arriving') continue;
    const offset = await server.offsetOf(`${known.case}/uploads/${upload.id}`);
    expect(offset).toBeGreaterThanOrEqual(upload.offset);
    upload.offset = offset ?? 0;
  }
  for (const { id } of items) expect((await readIn(`/evidence/${id}/custody`)).broken).toBeNull();
}

/** Routes that are not interrupted, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  revokeCaseKey: 'a key that is trusted takes two administrators of one agency, and the demonstration has one',
};

test('every route that writes in cases is among those that are interrupted', () => {
  const desk: unknown = {};
  const raw = listUploadRoutes(desk as EvidenceService).filter(({ audit }) => audit === 'act' || audit === 'change');
  const written = listRoutes().filter(
    ([, { tag, audit }]) => (tag === CASES_TAG || tag === REPORTS_TAG) && audit === 'act',
  );
  const expected = [...written.map(([name]) => name), ...raw.map(({ name }) => name)];
  const present = new Set<string>([...STEPS.map(({ route }) => route), ...KINDS]);
  expect(expected.filter((name) => !present.has(name))).toEqual(Object.keys(LEFT_OUT));
});

test(
  `a server killed ${KILLS} times in the middle of all kinds of writes loses nothing it answered, and keeps nothing half`,
  async () => {
    await prepare();
    await prepareReports();
    const before = await find();
    for (let kills = 1; kills <= KILLS; kills++) {
      await prepareToPurge();
      await writeUntilKilled();
      await server.start();
      checkSteps(before, await find(), kills);
      await checkViews();
      await checkCases();
      await checkPurges();
      await checkEvidence();
    }
    await server.server.stop();
    const { code, output } = await runTrailmark(['audit', 'verify', '--data-dir', server.dataDir]);
    expect([code, output]).toEqual([0, expect.stringContaining('recomputed')]);
    await server.start();
  },
  KILLS * 90_000,
);
