import { describe, expect, it } from 'vitest';
import { BLOCK_170, createProof } from '../../testing/fixtures.ts';
import { type Asked, checkProof, type Proof } from './proof-check.ts';

const asked: Asked = { chain: 'btc', txid: BLOCK_170.payment, blockHash: BLOCK_170.hash };

function outcomes(change: Partial<Proof>, of: Partial<Asked> = {}): string[] {
  return checkProof({ ...createProof(), ...change }, { ...asked, ...of }).map(({ outcome }) => outcome);
}

const flipLast = (hex: string): string => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;

describe('checkProof', () => {
  it('passes all five steps for the payment in block 170', () => {
    expect(outcomes({})).toEqual(['passes', 'passes', 'passes', 'passes', 'passes']);
  });

  it('fails the first step when one bit of the transaction differs, and shows what it hashes to', () => {
    const [first] = checkProof({ ...createProof(), rawTransaction: flipLast(BLOCK_170.paymentRaw) }, asked);
    expect(first?.outcome).toBe('fails');
    expect(first?.values[0]?.expected).toBe(BLOCK_170.payment);
    expect(first?.values[0]?.value).not.toBe(BLOCK_170.payment);
  });

  it('fails the branch for a wrong sibling, a wrong index and a branch of another transaction', () => {
    expect(outcomes({ branch: [flipLast(BLOCK_170.coinbase)] })[1]).toBe('fails');
    expect(outcomes({ index: 0 })[1]).toBe('fails');
    expect(outcomes({ index: 3 })[1]).toBe('fails');
    expect(outcomes({}, { txid: BLOCK_170.coinbase }).slice(0, 2)).toEqual(['fails', 'fails']);
  });

  it('fails the header against the block hash shown on the page, not against its own', () => {
    expect(outcomes({}, { blockHash: flipLast(BLOCK_170.hash) })[2]).toBe('fails');
  });

  it('fails the work of a header that was not worked on', () => {
    expect(outcomes({ header: flipLast(BLOCK_170.header) })).toEqual(['passes', 'passes', 'fails', 'fails', 'fails']);
  });

  it('does not claim a scrypt proof of work that it cannot compute', () => {
    expect(outcomes({ powAlgorithm: 'scrypt' }, { chain: 'ltc' })[3]).toBe('not-checked');
  });

  it('checks one neighbour alone and none as not checked', () => {
    expect(outcomes({ nextHeader: null })[4]).toBe('passes');
    expect(outcomes({ previousHeader: BLOCK_170.nextHeader })[4]).toBe('fails');
    expect(outcomes({ previousHeader: null, nextHeader: null })[4]).toBe('not-checked');
  });

  it('reports unreadable bytes as a failed step, not as a crash', () => {
    expect(outcomes({ rawTransaction: '00', header: 'zz' })).toEqual(['fails', 'fails', 'fails', 'fails', 'fails']);
  });
});
