import { describe, expect, it } from 'vitest';
import { holdsPrivateKey } from '../../format/pasted-text.ts';
import { listChainChoices, listSeeds, readParts } from './read-seeds.ts';

const TXID = 'ab'.repeat(32);
const hit = (kind: 'address' | 'transaction', chain: 'btc' | 'ltc' | 'eth', id: string, isIndexed = true) => ({
  kind,
  chain,
  id,
  isIndexed,
  detail: '',
  transactionCount: null,
});

describe('what a pasted text can begin a trace with', () => {
  it('takes output and transfer numbers off transaction ids and keeps them', () => {
    const { plain, parts } = readParts(`${TXID}:1, ${TXID.toUpperCase()}:0 and 0x${TXID}#7`);
    expect(plain).toBe(`${TXID}, ${TXID.toUpperCase()} and ${TXID}`);
    expect(parts.get(TXID)).toEqual([
      { kind: 'output', number: 1 },
      { kind: 'output', number: 0 },
      { kind: 'transfer', number: 7 },
    ]);
  });

  it('names each output once and leaves transfer numbers to account chains', () => {
    const { parts } = readParts(`${TXID}:1 ${TXID}:1 ${TXID}#7`);
    expect(listSeeds([hit('transaction', 'btc', TXID)], parts, 'btc')).toEqual([
      { kind: 'output', txid: TXID, vout: 1 },
    ]);
    expect(listSeeds([hit('transaction', 'eth', `0x${TXID}`)], parts, 'eth')).toEqual([
      { kind: 'transfer', txid: TXID, slot: 7 },
    ]);
  });

  it('begins with the whole transaction where no output is named', () => {
    expect(listSeeds([hit('transaction', 'btc', TXID)], new Map(), 'btc')).toEqual([
      { kind: 'transaction', txid: TXID },
    ]);
  });

  it('offers the chain that holds the text before one on which it is merely valid', () => {
    const found = [hit('address', 'ltc', '3x', false), hit('address', 'btc', '3x')];
    expect(listChainChoices(found)).toEqual([
      { chain: 'btc', valid: 1, held: 1 },
      { chain: 'ltc', valid: 1, held: 0 },
    ]);
  });
});

describe('private keys in what is pasted', () => {
  const key = `5${'J'.repeat(50)}`;

  it.each([key, `12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw\n${key}`, `wallet,"${key}",1.5`])(
    'are seen alone and in a list',
    (text) => {
      expect(holdsPrivateKey(text)).toBe(true);
    },
  );

  it('are not seen in addresses and transaction ids', () => {
    expect(holdsPrivateKey(`12t9YDPgwueZ9NyMgw519p7AA8isjr6SMw ${TXID}:0`)).toBe(false);
  });
});
