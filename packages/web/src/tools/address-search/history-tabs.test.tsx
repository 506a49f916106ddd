import { expect, test } from 'vitest';
import { FIRST_TAB, listHistoryTabs } from './history-tabs.tsx';
import { addressHistorySearch } from './search.ts';

const idsOf = (chain: Parameters<typeof listHistoryTabs>[0]) => listHistoryTabs(chain).map(({ id }) => id);

test('a chain has the tabs that mean something on it, each once and the first one first', () => {
  expect(idsOf('btc')).toEqual(['transactions', 'counterparties', 'unspent', 'charts', 'links', 'keys']);
  expect(idsOf('eth')).toEqual(['transactions', 'transfers', 'assets', 'counterparties', 'charts', 'links']);
  expect(idsOf('btc')[0]).toBe(FIRST_TAB.id);
});

test('the address bar accepts the id of every tab', () => {
  for (const id of [...idsOf('btc'), ...idsOf('eth')]) expect(addressHistorySearch.parse({ tab: id }).tab).toBe(id);
});

test('the tab of keys is there only where a key led to the address', () => {
  const keys = listHistoryTabs('btc').find(({ id }) => id === 'keys');
  expect(keys?.isShown?.({})).toBe(false);
  expect(keys?.isShown?.({ key: 'xpub' })).toBe(true);
});
