import { createHash } from 'node:crypto';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofAccountCatalogue from './account-catalogue.ts';
import * as ofCatalogue from './catalogue.ts';
import * as ofSeedPaths from './wallet/seed-paths.ts';
import { WORD_LISTS } from './wallet/word-lists.ts';

const recorded = new WatchedResults();
const { listAccountChains } = recorded.watch(ofAccountCatalogue);
const { listChains } = recorded.watch(ofCatalogue);
const { listElectrumPaths, listSeedPaths } = recorded.watch(ofSeedPaths);

// Figures that were copied from what a chain's own software states: magic numbers, prefixes, checkpoints, schedules, paths. Each was
// compared with its source once. A figure that changes shows here; one that is meant to change states its new digest.

const HEIGHTS = [0, 1, 99_999, 100_000, 145_000, 149_999, 150_000, 210_000, 600_000, 840_000, 2_100_000, 13_440_000];

function digest(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

test('the parameters of every chain of outputs are those that were compared with its software', () => {
  const digests = listChains().map((chain) => [chain.id, digest([chain, HEIGHTS.map(chain.subsidy)])]);
  expect(Object.fromEntries(digests)).toMatchInlineSnapshot(`
    {
      "bch": "5524742aa477",
      "bch-regtest": "391d4f24cfab",
      "bch-test": "ddcaba77ed10",
      "btc": "04b3e06fa337",
      "btc-regtest": "467aa22768ff",
      "btc-signet": "9fdfe2edd729",
      "btc-test": "e0e70645c25d",
      "doge": "52f8357fa672",
      "doge-regtest": "3dcbd10c2623",
      "doge-test": "91465337bc42",
      "ltc": "09e1278e7a35",
      "ltc-regtest": "b450b1375ce2",
      "ltc-test": "f07bfb33a9a7",
    }
  `);
});

test('the parameters of every account chain are those that were compared with its software', () => {
  const digests = listAccountChains().map((chain) => [chain.id, digest(chain)]);
  expect(Object.fromEntries(digests)).toMatchInlineSnapshot(`
    {
      "arbitrum": "67a7a7f282fd",
      "avalanche": "219a7bbbda81",
      "base": "df78c3d7eb75",
      "bsc": "0266f384474c",
      "eth": "826d77209b30",
      "eth-dev": "a7fa47e6f99d",
      "optimism": "cb1057d53e26",
      "polygon": "2374075e0859",
      "trx": "203056945f86",
    }
  `);
});

test('wallets are looked for at the places that their standards and makers state', () => {
  const paths = [...listChains(), ...listAccountChains()].map(({ id }) => [
    id,
    listSeedPaths(id, 0),
    listSeedPaths(id, 3),
  ]);
  expect({
    paths: digest(paths),
    electrum: digest([listElectrumPaths('standard'), listElectrumPaths('segwit')]),
    words: digest(WORD_LISTS),
  }).toMatchInlineSnapshot(`
    {
      "electrum": "28979a35a46b",
      "paths": "69e315dae911",
      "words": "45be8c924595",
    }
  `);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/published-parameters.txt');
});
