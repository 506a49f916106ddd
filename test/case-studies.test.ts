import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAccountSets } from '../packages/ingest/src/account-bundled/account-sets.ts';
import { loadAccountSets } from '../packages/ingest/src/account-bundled/load-account-sets.ts';
import { listBundledSets } from '../packages/ingest/src/bundled/bundled-sets.ts';
import { loadBundledSets } from '../packages/ingest/src/utxo/load-bundled.ts';
import { KnowledgeHost } from '../packages/server/src/attribution/knowledge-host.ts';
import { readBundledContent } from '../packages/server/src/content/bundled-content.ts';
import { createSampleApp, type SampleApp } from '../packages/server/src/testing/sample-app.ts';
import { type FactsStore, openFactsStore } from '../packages/store/src/open-store.ts';
import { compareFigures } from '../packages/web/src/pages/resources/compare-figures.ts';

const ACCOUNT_CHAINS = ['eth', 'trx'] as const;
const STUDIES = readBundledContent()['case-study'].flatMap(({ slug, facts }) =>
  facts.kind === 'case-study' ? [{ slug, steps: facts.steps }] : [],
);

const directory = mkdtempSync(join(tmpdir(), 'trailmark-studies-'));
let store: FactsStore;
let knowledge: KnowledgeHost;
let site: SampleApp;

beforeAll(async () => {
  store = await openFactsStore({ dataDirectory: directory });
  const btc = await store.chain('btc');
  await loadBundledSets(btc, listBundledSets(), join(directory, 'chains', 'btc', 'lookup'));
  const chains = await Promise.all(ACCOUNT_CHAINS.map((id) => store.accountChain(id)));
  for (const chain of chains) await loadAccountSets(chain, listAccountSets(chain.chain));
  const readers = new Map([['btc' as const, btc.reader]]);
  knowledge = await KnowledgeHost.open({ dataDir: directory, readers, warn: () => {} });
  await knowledge.indexes.catchUp();
  const others = new Map(chains.map(({ chain, reader }) => [chain, reader]));
  site = createSampleApp({ reader: btc.reader, readers: others, knowledge: knowledge.knowledge });
});
afterAll(async () => {
  await knowledge?.close();
  await store?.close();
  rmSync(directory, { recursive: true, force: true });
});

describe.each(STUDIES)('$slug', ({ steps }) => {
  const checked = steps.flatMap(({ title, check }) => (check ? [{ title, check }] : []));

  test.each(checked)('$title: the bundled data still answers what is printed', async ({ check }) => {
    const response = await site.request(check.path);
    const answer = await response.json();
    const wrong = compareFigures(check, answer).filter(({ isSame }) => !isSame);
    expect([response.status, wrong]).toEqual([200, []]);
  });

  test('has more steps that can be run again than steps that cannot', () => {
    expect(checked.length).toBeGreaterThan(steps.length / 2);
  });
});

test('the study of the Nomad bridge states counts that the bundled payments have', async () => {
  const { reader } = await store.accountChain('eth');
  const bridge = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
  const payments = await reader.moves(bridge, { order: 'oldest' }, { limit: 2_000 });
  const transactions = await reader.transactions([...new Set(payments.map(({ position }) => position))]);
  const dollars = payments.filter(({ asset }) => asset === 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
  expect({
    payments: payments.length,
    paid: new Set(payments.map(({ to }) => to)).size,
    senders: new Set(transactions.map((transaction) => transaction?.from)).size,
    copies: dollars.filter(({ amount }) => amount === 202_440_725_413n).length,
  }).toEqual({ payments: 1_175, paid: 561, senders: 322, copies: 275 });
});
