import { beforeAll, expect, test } from 'vitest';
import { buildBundle, sealBundle } from '../../packages/evidence/src/bundle/build-bundle.ts';
import { verifyBundle } from '../../packages/evidence/src/bundle/verify-bundle.ts';
import { collectClusters } from '../../packages/server/src/reports/collect-clusters.ts';
import { Composition } from '../../packages/server/src/reports/composition.ts';
import type { ReportAsker } from '../../packages/server/src/reports/report-asker.ts';
import type { FactCluster, FactItem, ReportFacts } from '../../packages/server/src/reports/report-facts.ts';
import { createSampleApp } from '../../packages/server/src/testing/sample-app.ts';
import { createSampleClusters } from '../../packages/server/src/testing/sample-clusters.ts';
import { readFirstBlocks } from './first-blocks.ts';
import { createSampleBundle, type Sample, signBundle } from './sample-bundle.ts';

/** Two addresses that block 546 joins by way of a third, and one that spent nothing with them. */
const FROM = '1KAD5EnzzLtrSo2Da2G4zzD7uZrjk8zRAv';
const TO = '1DCbY2GYVaAMCBpuBNN5GVg3a47pNK1wdi';
const ALONE = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';

let sample: Sample;
let proofs: readonly FactCluster[];
let asker: ReportAsker;
/** How often a proof was written from the index. */
let written = 0;
/** Of what software the proofs are asked for. */
let software = 'Trailmark 1';

/** A coin flow with a trace that begins at one address and ends at others. */
function itemOf(chain: string, from: string, ends: readonly string[]): FactItem {
  const leaves = ends.map((address) => ({ address, amount: '1' }));
  return { traces: [{ chain, seeds: [{ address: from }], leaves }] } as unknown as FactItem;
}

const ITEMS = [itemOf('btc', FROM, [ALONE, TO]), itemOf('eth', '0x1', ['0x2'])];

beforeAll(async () => {
  const reader = await readFirstBlocks();
  const { request } = createSampleApp({ reader, knowledge: await createSampleClusters(reader) });
  const ask = async (name: string, { params }: { readonly params: Readonly<Record<string, string>> }) => {
    const { chain, address, other } = params;
    const path = name === 'getAddressClusters' ? `addresses/${address}/clusters` : `why/${address}/${other}/proof`;
    if (name !== 'getAddressClusters') written++;
    const response = await request(`/api/v1/${chain}/${path}`);
    if (name === 'getAddressClusters') return { kind: 'json', value: await response.json() };
    return { kind: 'file', bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const ledgers = { findOutputs: (chain: string) => (chain === 'btc' ? {} : undefined) };
  asker = { ask, deps: { ledgers, software: () => software } } as unknown as ReportAsker;
  proofs = await collectClusters(asker, ITEMS, false);
  sample = await createSampleBundle();
});

function verdictOf(more: object): readonly (readonly [string, string])[] {
  const [proof] = proofs as [FactCluster];
  const claim = new Composition({} as ReportFacts, {} as Composition['draft'], 1).cluster(proof);
  const built = buildBundle({
    ...sample.content,
    files: new Map(sample.content.files).set('clusters/P-1.json', proof.bytes),
    lists: new Map(sample.content.lists).set('claims.json', [{ ...claim, result: { ...claim.result, ...more } }]),
  });
  const bytes = sealBundle(built, [signBundle(built.digest)]);
  const { claims } = verifyBundle(bytes, { now: Date.parse('2026-11-21T00:00:00Z') / 1000 });
  return claims.map(({ id, verdict }) => [id, verdict]);
}

test('a report proves which of its addresses one cluster joins, and leaves others out', () => {
  expect(proofs.map(({ id, chain, from, to, steps }) => [id, chain, from, to, steps])).toEqual([
    ['P-1', 'btc', FROM, TO, 2],
  ]);
});

test('the proof is run again by who verifies the bundle, and a claim of other addresses fails', () => {
  expect(verdictOf({})).toEqual([['I-01', 'verified']]);
  expect(verdictOf({ to: ALONE })).toEqual([['I-01', 'failed']]);
  expect(verdictOf({ steps: 1 })).toEqual([['I-01', 'failed']]);
});

test('a preview writes a proof once for one state of the index, and a version writes its own', async () => {
  const countWritten = async (isPreview: boolean): Promise<number> => {
    const before = written;
    expect(await collectClusters(asker, ITEMS, isPreview)).toEqual(proofs);
    return written - before;
  };
  expect([await countWritten(true), await countWritten(true), await countWritten(false)]).toEqual([1, 0, 1]);
  software = 'Trailmark 2';
  expect([await countWritten(true), await countWritten(true)]).toEqual([1, 0]);
});
