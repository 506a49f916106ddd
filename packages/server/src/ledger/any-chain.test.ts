import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { ChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { expect, test } from 'vitest';
import { createSampleAccountReader, KEY } from '../testing/sample-account-ledger.ts';
import { ADDRESS, createSampleReader } from '../testing/sample-ledger.ts';
import { formatAddress, readAddress, toAnyEnvelope, toTip } from './any-chain.ts';
import { createLedgers } from './ledgers.ts';

const ledgers = createLedgers({
  readers: new Map<ChainId, OutputLedger | AccountLedger>([
    ['btc', createSampleReader()],
    ['eth', createSampleAccountReader()],
  ]),
  overlays: new Map(),
  ingestStatus: () => null,
  software: 'Trailmark test',
});
const ALICE: readonly (readonly [ChainId, string])[] = [
  ['btc', ADDRESS.alice],
  ['eth', `0x${KEY.alice}`],
];

test.each(ALICE)(
  'on %s, who takes part in the transfers of an address are addresses of the chain',
  async (chain, text) => {
    const ledger = ledgers.get(chain);
    const { key, address } = readAddress(ledger, text);
    const found = await ledger.transfers.transfers(key, { order: 'oldest' }, { limit: 100 });
    const parties = found.map(({ from, to }) => [...from, ...(to === undefined ? [] : [to])]);
    expect(found.length).toBeGreaterThan(0);
    expect(parties.every((keys) => keys.includes(key))).toBe(true);
    const written = new Set(parties.flat().map((each) => formatAddress(ledger, each)));
    expect(written).toContain(address);
    for (const each of written) expect(readAddress(ledger, each).address).toBe(each);
  },
);

test.each(ALICE)('on %s, an answer carries the tip and what of the chain is indexed', (chain) => {
  const ledger = ledgers.get(chain);
  const gap = { kind: 'stopped-early', message: 'Part.', fromHeight: null, toHeight: null, count: null } as const;
  const { asOf, coverage } = toAnyEnvelope(ledger, [gap]);
  expect(asOf).toMatchObject(toTip(ledger));
  expect(asOf.answeredAt).toBeGreaterThan(asOf.time ?? 0);
  expect(asOf).toMatchObject({ chain, height: ledger.transfers.tip()?.height, software: 'Trailmark test' });
  expect(coverage.gaps[0]).toEqual(gap);
});

test.each(ALICE)('on %s, what is no address of the chain is refused', (chain) => {
  const ledger = ledgers.get(chain);
  expect(() => readAddress(ledger, 'nobody')).toThrow(expect.objectContaining({ kind: 'invalid' }));
  expect(() => formatAddress(ledger, 'ff')).toThrow('is not the key of an address of');
});
