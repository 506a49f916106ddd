import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { ProofPath } from './build-cluster-proof.ts';
import * as ofBuildClusterProof from './build-cluster-proof.ts';
import * as ofClusterProof from './cluster-proof.ts';

const recorded = new WatchedResults();
const { buildClusterProof } = recorded.watch(ofBuildClusterProof);
const { parseClusterProof } = recorded.watch(ofClusterProof);

test('a file of 64 MiB is read, and one character more is not', () => {
  const most = 64 * 1024 * 1024;
  expect(() => parseClusterProof('x'.repeat(most))).toThrow('it is not JSON');
  expect(() => parseClusterProof('x'.repeat(most + 1))).toThrow('larger than a cluster proof can be (64 MiB)');
});

test('a proof has at least one step, and at most 1,000', () => {
  const path = (count: number) => ({ steps: new Array(count).fill({}) }) as unknown as ProofPath;
  expect(() => buildClusterProof(path(0))).toThrow('A proof needs two different addresses.');
  expect(() => buildClusterProof(path(1_001))).toThrow('The path has 1001 steps; a proof has at most 1000.');
  expect(() => buildClusterProof(path(1_000))).not.toThrow('a proof has at most');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/cluster-proof.txt');
});
