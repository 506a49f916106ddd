import { screeningOptions } from '@trailmark/api/contract/screening-wire';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { sql } from '@trailmark/store/cases/sql';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../casework/caller.ts';
import { ownAgencyScope } from '../casework/own-account.ts';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import {
  addAccount,
  createTestCaseworkContext,
  listTestEvents,
  type TestAccount,
  type TestCaseworkContext,
  toTestCaller,
} from '../testing/accounts.ts';
import { createSampleLabels, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { createSampleReader } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { compareBatches } from './compare-batches.ts';
import { readDefaultRules } from './default-rules.ts';
import { repeatDueBatches } from './repeat-batches.ts';
import { createScreenBatchJob } from './screen-batch-job.ts';
import { changeBatch, createBatch, listOwnBatches } from './screening-batch.ts';

const DAY = 86_400_000;
const TEXTS = Array.from({ length: 6 }, (_, i) =>
  formatOwner(getChain('btc'), { type: 'p2pkh', payload: new Uint8Array(20).fill(i + 1) }),
);
const signal = new AbortController().signal;

let casework: TestCaseworkContext;
let account: TestAccount;
let caller: Caller;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
beforeEach(async () => {
  await casework.clear();
  account = await addAccount(casework);
  caller = toTestCaller(casework, account);
});
afterAll(() => casework.close());

function depsOf(packs = SAMPLE_PACKS): TraceDeps {
  const readers = new Map([['btc' as const, createSampleReader()]]);
  const ledgers = createLedgers({ readers, overlays: new Map(), ingestStatus: () => null, software: 'Trailmark test' });
  const labels = createSampleLabels(packs);
  return { ledgers, knowledge: { ...NO_KNOWLEDGE, labels: () => labels, prices: () => SAMPLE_PRICES } };
}

async function screenAll(id: string, deps: TraceDeps): Promise<string> {
  const result = await createScreenBatchJob(deps).run({
    ...{ casework, caller, input: { batch: id, name: 'A seizure' }, checkpoint: undefined, signal },
    report: () => undefined,
    save: async (_, work) => {
      if (work) await casework.store.transact({ kind: 'system' }, work);
    },
  });
  return result.sentence;
}

/** A batch that was screened without labels, and is screened again every week. */
async function createWeekly(): Promise<string> {
  const deps = depsOf([]);
  const subjects = TEXTS.map((text) => ({ chain: 'btc' as const, kind: 'address' as const, text }));
  const body = { name: 'A seizure', subjects, refused: [], options: screeningOptions.parse({}) };
  const { batch } = await createBatch(casework, caller, { deps, rules: readDefaultRules() }, body);
  await screenAll(batch.id, deps);
  await changeBatch(casework, caller, batch.id, { repeat: 'weekly' });
  return batch.id;
}

const repeat = () => repeatDueBatches(casework, depsOf(), signal);
const mails = () =>
  casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<{ recipient: string; body: string }>(sql`SELECT recipient, body FROM mail`),
  );

test('a batch is screened again when it is due and not before, and its schedule moves to the new one', async () => {
  const first = await createWeekly();
  casework.advance(7 * DAY - 1);
  expect(await repeat()).toBe(0);
  casework.advance(1);
  expect(await repeat()).toBe(1);
  const [newest, oldest, ...none] = await listOwnBatches(casework, caller);
  expect(none).toEqual([]);
  expect(newest).toMatchObject({ name: 'A seizure', total: 6, screened: 0, previous: first, repeat: 'weekly' });
  expect(Date.parse(newest?.repeatAt ?? '')).toBe(casework.now().getTime() + 7 * DAY);
  expect(oldest).toMatchObject({ id: first, repeat: null, repeatAt: null });
  // The new one still runs: it is not screened a third time in parallel.
  casework.advance(8 * DAY);
  expect(await repeat()).toBe(0);
});

test('verdicts that changed are counted, and the owner gets one email that names no subject', async () => {
  const first = await createWeekly();
  casework.advance(7 * DAY);
  await repeat();
  const id = (await listOwnBatches(casework, caller))[0]?.id ?? '';
  const { items } = await (async () => {
    const sentence = await screenAll(id, depsOf());
    const compared = await compareBatches(casework, caller, id, first);
    expect(compared.items.length).toBeGreaterThan(0);
    expect(sentence).toContain(`${compared.items.length} verdict`);
    return compared;
  })();
  const sent = await mails();
  expect(sent).toMatchObject([{ recipient: account.email }]);
  expect(sent[0]?.body).toContain(`/address-threat?batch=${id}&with=${first}`);
  for (const { later } of items) expect(sent[0]?.body).not.toContain(later.subject);
});

test('it ends when it is turned off, and when its owner may no longer screen', async () => {
  const first = await createWeekly();
  await changeBatch(casework, caller, first, { repeat: null });
  casework.advance(30 * DAY);
  expect(await repeat()).toBe(0);

  await changeBatch(casework, caller, first, { repeat: 'daily' });
  await casework.store.transact({ kind: 'system' }, (tx) =>
    tx.run(sql`UPDATE account SET is_allowed = false WHERE id = ${account.id}`),
  );
  casework.advance(DAY);
  expect(await repeat()).toBe(1);
  const batches = await casework.store.transact(ownAgencyScope(caller), (tx) =>
    tx.list<{ days: number | null }>(sql`SELECT repeat_days AS days FROM screening_batch`),
  );
  expect(batches).toEqual([{ days: null }]);
});

test('each step is a line of the audit log', async () => {
  await createWeekly();
  casework.advance(7 * DAY);
  await repeat();
  const actions = (await listTestEvents(casework)).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['screening-batch.change', 'screening-batch.repeat']));
});
