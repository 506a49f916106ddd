import type { AccountChainId, ChainId, OutputChainId } from '@trailmark/core/chain';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { expect, test } from 'vitest';
import { type Knowledge, NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { toCapabilities } from './capabilities.ts';
import { createLedgers, type LedgerSources, type ServedLedger } from './ledgers.ts';

function serve(chain: ChainId, overlays: LedgerSources['overlays'] = new Map()): ServedLedger {
  const reader =
    chain === 'eth' || chain === 'trx'
      ? createArrayAccountReader([], { tokens: { metadata: () => undefined } as never })
      : buildLedger(chain as OutputChainId, []);
  const readers = new Map([[chain, reader]]);
  const ledgers = createLedgers({ readers, overlays, ingestStatus: () => null, software: 'Trailmark test' });
  const served = ledgers.find(chain);
  if (!served) throw new Error(`${chain} is not served.`);
  return served;
}

const CLUSTERED: Knowledge = { ...NO_KNOWLEDGE, clusters: () => ({}) as never };

test.each<OutputChainId>(['btc', 'ltc', 'doge'])('%s has outputs, keys and proofs, and no tokens', (chain) => {
  expect(toCapabilities(serve(chain), NO_KNOWLEDGE)).toEqual({
    ...{ outputs: true, keys: true, rawProof: true },
    ...{ tokens: false, logs: false, internals: false, contracts: false, clusters: false, unconfirmed: false },
  });
});

test.each<AccountChainId>(['eth', 'trx'])('%s has contracts with what they do, and no outputs', (chain) => {
  const { rawProof, ...rest } = toCapabilities(serve(chain), NO_KNOWLEDGE);
  expect(rest).toEqual({
    ...{ tokens: true, logs: true, internals: true, contracts: true },
    ...{ outputs: false, keys: false, clusters: false, unconfirmed: false },
  });
  expect(typeof rawProof).toBe('boolean');
});

test('clusters are there where they were made, and never on a chain of accounts', () => {
  expect(toCapabilities(serve('btc'), CLUSTERED).clusters).toBe(true);
  expect(toCapabilities(serve('eth'), CLUSTERED).clusters).toBe(false);
});

test('unconfirmed transactions are there where the chain has an overlay of them', () => {
  const overlays = new Map([['btc', {}]]) as unknown as LedgerSources['overlays'];
  expect(toCapabilities(serve('btc', overlays), NO_KNOWLEDGE).unconfirmed).toBe(true);
  expect(toCapabilities(serve('ltc', overlays), NO_KNOWLEDGE).unconfirmed).toBe(false);
});
