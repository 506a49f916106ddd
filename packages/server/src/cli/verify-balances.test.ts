import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { BalanceReport } from '@trailmark/ingest/account/check-balances';
import { describe, expect, test } from 'vitest';
import * as ofVerifyBalances from './verify-balances.ts';

const recorded = new WatchedResults();
const { formatBalanceReport } = recorded.watch(ofVerifyBalances);

const ADDRESS = '11'.repeat(20);
const TOKEN = '22'.repeat(20);
const report = (change: Partial<BalanceReport> = {}): BalanceReport =>
  ({
    compared: 1_200,
    addresses: 1_000,
    fromHeight: 5,
    toHeight: 1_234,
    unanswered: 0,
    differences: [],
    faultyTokens: [],
    ...change,
  }) as BalanceReport;
const difference = (asset: string) => ({ address: ADDRESS, asset, derived: 7n, stated: 8n });

describe('the report of balances', () => {
  test('is sound and one line where nothing differs', () => {
    expect(formatBalanceReport('eth', report())).toEqual({
      text: 'Ethereum: 1,200 balances of 1,000 addresses compared with the node between blocks 5 and 1,234; 0 differ.',
      isSound: true,
    });
  });

  test('is not sound where the coin does not add up, and says for how many addresses', () => {
    const { text, isSound } = formatBalanceReport('eth', report({ differences: [difference(''), difference('')] }));
    expect(isSound).toBe(false);
    expect(text.split('\n').slice(1)).toEqual([
      expect.stringContaining('moves add up to 7, the node says 8'),
      expect.stringContaining('moves add up to 7, the node says 8'),
      'The coin does not add up for 2 addresses.',
    ]);
  });

  test('stays sound where only a token keeps books of its own, whose name steers no terminal', () => {
    const faultyTokens = [
      { contract: TOKEN, symbol: '\u001b[2JBAD\u2028' },
    ] as unknown as BalanceReport['faultyTokens'];
    const { text, isSound } = formatBalanceReport('eth', report({ differences: [difference(TOKEN)], faultyTokens }));
    expect(isSound).toBe(true);
    expect(text).toContain(`Balances of 1 token are not derived from now on: 0x${TOKEN} (" [2JBAD ").`);
    expect(text).not.toContain('The coin does not add up');
    expect(text).not.toContain('\u001b');
  });

  test('says what the node could not state, and names 20 differences at most', () => {
    const differences = Array.from({ length: 25 }, () => difference(TOKEN));
    const { text } = formatBalanceReport('eth', report({ differences, unanswered: 3 }));
    expect(text).toContain('The node could not state 3 balances');
    expect(text.split('\n').filter((line) => line.includes('the node says'))).toHaveLength(20);
    expect(formatBalanceReport('eth', report()).text).not.toContain('could not state');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/verify-balances.txt');
});
