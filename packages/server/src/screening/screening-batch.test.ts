import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../casework/caller.ts';
import { ownAccount, ownAgencyScope } from '../casework/own-account.ts';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext, toTestCaller } from '../testing/accounts.ts';
import { createSampleLabels, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { createSampleReader } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { readDefaultRules } from './default-rules.ts';
import { createScreenBatchJob } from './screen-batch-job.ts';
import { createBatch, listOwnBatches, listRows, readBatch } from './screening-batch.ts';
import { getScreening } from './stored-screenings.ts';

const SUBJECTS = 50;
/** The people of the sample ledger are the first six. */
const TEXTS = Array.from({ length: SUBJECTS }, (_, i) =>
  formatOwner(getChain('btc'), { type: 'p2pkh', payload: new Uint8Array(20).fill(i + 1) }),
);
const LABELS = createSampleLabels();
const OTHER_LABELS = createSampleLabels(SAMPLE_PACKS.slice(0, 1));
const EVERY = { sort: 'number', offset: 0, limit: 1_000 } as const;

let casework: TestCaseworkContext;
let caller: Caller;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(async () => {
  await casework.clear();
  caller = toTestCaller(casework, await addAccount(casework));
});
afterAll(() => casework.close());

function depsOf(labels = () => LABELS): TraceDeps {
  const ledgers = createLedgers({
    readers: new Map([['btc', createSampleReader()]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  return { ledgers, knowledge: { ...NO_KNOWLEDGE, labels, prices: () => SAMPLE_PRICES } };
}

async function create(deps = depsOf()): Promise<string> {
  const subjects = TEXTS.map((text) => ({ chain: 'btc' as const, kind: 'address' as const, text }));
  const body = { name: 'Addresses of a seizure', subjects, refused: [], options: screeningOptions.parse({}) };
  return (await createBatch(casework, caller, { deps, rules: readDefaultRules() }, body)).batch.id;
}

/** One start of the job, which is killed before it keeps what it did the given time; undefined: it runs to its end. */
async function run(id: string, deps = depsOf(), killedAt?: number): Promise<unknown> {
  let saved = 0;
  const job = createScreenBatchJob(deps).run({
    casework,
    caller,
    input: { batch: id, name: 'Addresses of a seizure' },
    checkpoint: undefined,
    signal: new AbortController().signal,
    report: () => undefined,
    save: async (_, work) => {
      saved += 1;
      if (saved === killedAt) throw new Error('killed');
      if (work) await casework.store.transact(ownAgencyScope(caller), work);
    },
  });
  return killedAt === undefined ? job : expect(job).rejects.toThrow('killed');
}

const rowsOf = async (id: string) => (await listRows(casework, caller, id, EVERY)).rows;

test('labels that change while a batch runs change no row of it', async () => {
  const id = await create();
  let asked = 0;
  await run(
    id,
    depsOf(() => (asked++ === 0 ? LABELS : OTHER_LABELS)),
  );
  const rows = await rowsOf(id);
  expect(rows).toHaveLength(SUBJECTS);
  expect(new Set(rows.map(({ labels }) => labels))).toEqual(new Set([LABELS.version]));
  expect(OTHER_LABELS.version).not.toBe(LABELS.version);
});

test('a batch that is killed goes on with those that wait, and screens each once', async () => {
  const id = await create();
  await run(id, depsOf(), 2);
  const before = (await rowsOf(id)).filter(({ state }) => state !== null);
  expect(before).toHaveLength(20);
  await run(id);
  const after = await rowsOf(id);
  expect(after.map(({ subject }) => subject).toSorted()).toEqual(TEXTS.toSorted());
  expect(after.every(({ state }) => state !== null)).toBe(true);
  for (const row of before) expect(after.find(({ id: same }) => same === row.id)).toEqual(row);
  const { batch, counts } = await readBatch(casework, caller, id);
  expect([batch.screened, counts.waiting ?? 0]).toEqual([SUBJECTS, 0]);
});

test('nobody else of the agency sees a batch or its screenings, administrators included', async () => {
  const id = await create();
  await run(id);
  const [row] = await rowsOf(id);
  const { agency } = ownAccount(caller);
  expect((await getScreening(casework, caller, row?.id ?? '')).row.id).toBe(row?.id);
  for (const role of ['member', 'agency-admin', 'platform-admin'] as const) {
    const other = toTestCaller(casework, await addAccount(casework, { agency, role, email: `${role}@north.example` }));
    expect(ownAccount(other).agency).toBe(agency);
    expect(await listOwnBatches(casework, other)).toEqual([]);
    await expect(readBatch(casework, other, id)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(listRows(casework, other, id, EVERY)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(getScreening(casework, other, row?.id ?? '')).rejects.toMatchObject({ kind: 'not-found' });
  }
});
