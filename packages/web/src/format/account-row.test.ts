import type { AccountMove } from '@trailmark/api/contract/ledger-wire';
import { describe, expect, it } from 'vitest';
import { findOtherSides, listRowNet } from './account-row.ts';

const fiat = { currency: 'USD', day: '2023-01-13', priceNano: 1n, source: 'a table', micro: 7n };
const stated = { kind: 'stated', direction: 'out', amount: 5n, from: 'a', to: 'b', fiat } as unknown as AccountMove;

describe('a row that only a table reports', () => {
  it('shows the stated value with its direction instead of nothing', () => {
    expect(listRowNet({ net: [], moves: [stated] })).toMatchObject([{ amount: -5n, fiat: { micro: -7n } }]);
    expect(listRowNet({ net: null, moves: [stated] })).toBeNull();
  });

  it('names the other side that the table names, and the ledger’s own before it', () => {
    const row = { counterparties: [], counterpartyCount: 0, moves: [stated] };
    expect(findOtherSides(row)).toEqual({ first: 'b', count: 1 });
    const known = [{ address: 'c' }] as unknown as Parameters<typeof findOtherSides>[0]['counterparties'];
    expect(findOtherSides({ ...row, counterparties: known, counterpartyCount: 3 })).toEqual({ first: 'c', count: 3 });
  });
});
