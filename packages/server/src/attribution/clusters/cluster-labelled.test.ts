import type { Owner } from '@trailmark/core/owner';
import { expect, test } from 'vitest';
import { createLedgers } from '../../ledger/ledgers.ts';
import { createSampleLabels } from '../../testing/sample-labels.ts';
import { createSampleReader, PEOPLE } from '../../testing/sample-ledger.ts';
import { findMayBeLabelled } from './cluster-labelled.ts';

const ledger = createLedgers({
  readers: new Map([['btc', createSampleReader()]]),
  overlays: new Map(),
  ingestStatus: () => null,
  software: 'test',
}).get('btc');

test('owners without a label are known without their address, and nobody with one is left out', async () => {
  const labels = createSampleLabels();
  const mayBe = await findMayBeLabelled({ ledger, labels });
  const labelled: readonly Owner[] = [PEOPLE.bob, PEOPLE.carol, PEOPLE.dave];
  expect(labelled.map((owner) => mayBe?.(owner))).toEqual([true, true, true]);
  expect(mayBe?.(PEOPLE.alice)).toBe(false);
  const { addresses: _, ...unlisted } = labels;
  expect(await findMayBeLabelled({ ledger, labels: unlisted })).toBeUndefined();
  // Which labels are left out changes with every question; whom the whole names stays.
  const left = { ...unlisted, whole: labels };
  expect((await findMayBeLabelled({ ledger, labels: left }))?.(PEOPLE.bob)).toBe(true);
});
