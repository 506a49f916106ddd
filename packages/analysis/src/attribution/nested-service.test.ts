import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofDecideAttribution from './decide-attribution.ts';
import { cluster, kinds, label, member, subject } from './testing/sample-subject.ts';

const recorded = new WatchedResults();
const { decideAttribution } = recorded.watch(ofDecideAttribution);

describe('a nested service', () => {
  test('is warned of where a source names the host in the label', () => {
    const labels = [label('Pay Shop on Binance', { actor: 'shop', category: 'payment_processor' })];
    const decision = decideAttribution(subject({ labels }));
    expect(decision).toMatchObject({ operator: 'shop', host: 'binance' });
    expect(kinds(decision)).toEqual(['nested-service']);
  });

  test.each(['host', 'hosted_by', 'custodian'])('is warned of where a source states a %s', (detail) => {
    const stated = (name: string, actorId = 'shop') =>
      decideAttribution(subject({ labels: [label('Pay Shop', { actor: actorId, details: { [detail]: name } })] }));
    for (const name of ['binance', 'Binance']) {
      expect(stated(name)).toMatchObject({ operator: 'shop', host: 'binance' });
      expect(stated(name).warnings).toEqual([
        {
          kind: 'nested-service',
          sentence:
            '"Pay Shop" may be a customer of "Binance", which then holds the keys and the records: a source names a host. Ask the host who its customer is.',
        },
      ]);
    }
    expect(stated('Some Custodian')).toMatchObject({ operator: 'shop', host: undefined });
    expect(stated('Some Custodian').warnings[0]?.sentence).toContain('customer of "Some Custodian"');
    expect(kinds(stated('shop'))).toEqual([]);
  });

  test('that a source files under its host has no operator of its own', () => {
    const labels = [label('Corner Shop on Binance', { actor: 'binance', category: 'payment_processor' })];
    const decision = decideAttribution(subject({ labels }));
    expect(decision).toMatchObject({ operator: undefined, host: 'binance' });
    expect(decision.warnings[0]?.sentence).toMatch(/^"Corner Shop" may be a customer of "Binance"/);
  });

  test('is one service in a cluster of its own, and no label of something else', () => {
    const labels = [label('Binance', { actor: 'binance', category: 'payment_processor' })];
    const conservative = cluster([member('Binance 4', { actor: 'binance' })]);
    expect(kinds(decideAttribution(subject({ labels, conservative })))).toEqual([]);
    const other = [label('Somebody on Binance', { category: 'individual', details: { host: 'binance' } })];
    expect(kinds(decideAttribution(subject({ labels: other })))).toEqual([]);
  });

  test('is not read out of words that name nobody', () => {
    const decision = decideAttribution(subject({ labels: [label('Payments on hold', { actor: 'kraken' })] }));
    expect(decision).toMatchObject({ operator: 'kraken', host: undefined });
    expect(kinds(decision)).toEqual([]);
  });

  test('is warned of where an exchange and a payment service share a cluster', () => {
    const labels = [label('Pay Shop', { actor: 'shop', category: 'payment_processor' })];
    const conservative = cluster([member('Binance 4', { actor: 'binance' })]);
    const decision = decideAttribution(subject({ labels, conservative }));
    expect(decision).toMatchObject({ verdict: 'service-address', operator: 'shop', host: 'binance' });
    expect(kinds(decision)).toEqual(['nested-service', 'contradiction']);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/nested-service.txt');
});
