import type { AccountMove } from '@trailmark/api/contract/ledger-wire';
import { describe, expect, it } from 'vitest';
import {
  findDirection,
  formatHash,
  formatHitId,
  formatMoveGroup,
  formatMoveKind,
  formatNobody,
  groupMoves,
  readHash,
} from './account-words.ts';

const HASH = 'ab'.repeat(32);

function move(kind: AccountMove['kind'], direction: AccountMove['direction'], amount = 1n): AccountMove {
  return { kind, direction, amount } as AccountMove;
}

describe('hashes of account chains', () => {
  it('are written with 0x but on TRON, and read in either spelling', () => {
    expect(formatHash('eth', HASH)).toBe(`0x${HASH}`);
    expect(formatHash('trx', HASH)).toBe(HASH);
    expect(readHash(`0X${HASH.toUpperCase()}`)).toBe(HASH);
  });

  it('leave addresses and other chains as they are', () => {
    expect(formatHitId({ kind: 'transaction', chain: 'eth', id: HASH })).toBe(`0x${HASH}`);
    expect(formatHitId({ kind: 'transaction', chain: 'btc', id: HASH })).toBe(HASH);
    expect(formatHitId({ kind: 'block', chain: 'eth', id: '15000000' })).toBe('15000000');
  });
});

describe('direction of a transaction', () => {
  it('is that of what moved, not of the fee', () => {
    expect(findDirection({ paysFee: true, moves: [move('fee', 'out'), move('token', 'in')] })).toBe('in');
    expect(findDirection({ paysFee: true, moves: [move('native', 'out'), move('token', 'in')] })).toBe('both');
  });

  it('is that of the call where nothing moved', () => {
    expect(findDirection({ paysFee: true, moves: [move('fee', 'out'), move('native', 'out', 0n)] })).toBe('out');
    expect(findDirection({ paysFee: false, moves: [move('native', 'in', 0n)] })).toBe('in');
  });
});

describe('a party that is missing', () => {
  it('is nobody on the ledger, and somebody unnamed in a table of sales', () => {
    expect(formatNobody('nft', [move('nft', 'out')])[1]).toBe('destroyed');
    expect(formatNobody('nft', [move('nft', 'out'), move('stated', 'in')])[1]).toContain('does not name');
    expect(formatNobody('stated', [])[0]).toContain('does not name');
  });
});

describe('what moved an amount', () => {
  it('is a call on Ethereum and a transfer on TRON', () => {
    expect(formatMoveKind('native', 'eth')).toBe('call');
    expect(formatMoveKind('native', 'trx')).toBe('transfer');
    expect(formatMoveGroup('Call', 'trx')).toBe('Transfer');
    expect(formatMoveKind('token', 'trx')).toBe('token');
  });
});

describe('groups of moves', () => {
  it('are call, internal, tokens, fee, each in its own order', () => {
    const moves = [move('fee', 'out'), move('native', 'out'), move('token', 'in', 2n), move('token', 'in', 1n)];
    const groups = groupMoves(moves);
    expect(groups.map(({ group }) => group)).toEqual(['Call', 'Tokens', 'Fee']);
    expect(groups[1]?.moves.map(({ amount }) => amount)).toEqual([2n, 1n]);
  });
});
