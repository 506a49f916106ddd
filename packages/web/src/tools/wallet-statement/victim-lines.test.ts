import { expect, test } from 'vitest';
import { readVictimLines, writeVictimLines } from './victim-lines.ts';

const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const TXID = 'ab'.repeat(32);

test('lines of one name are one victim, with addresses and transactions', () => {
  const text = `name; chain; address\nCustomer 7; btc; 1abc; V-1\n\nCustomer 7\tbtc\t0x${TXID}\tV-1\r\nCustomer 8, eth, 0xdef`;
  const { victims, refused } = readVictimLines(text, ['btc', 'eth']);
  expect(refused).toEqual([]);
  expect(victims).toEqual([
    {
      ...{ name: 'Customer 7', reference: 'V-1', addresses: [{ chain: 'btc', text: '1abc' }] },
      transactions: [{ chain: 'btc', txid: `0x${TXID}` }],
    },
    { name: 'Customer 8', reference: '', addresses: [{ chain: 'eth', text: '0xdef' }], transactions: [] },
  ]);
});

test('the chain may be left out on one chain, and a line that cannot be read is named', () => {
  expect(readVictimLines(`Customer 7; ${ADDRESS}`, ['btc']).victims[0]?.addresses).toEqual([
    { chain: 'btc', text: ADDRESS },
  ]);
  const { victims, refused } = readVictimLines('; btc; 1abc\nCustomer 7; gold; 1abc\nCustomer 8; btc', ['btc', 'eth']);
  expect(victims).toEqual([]);
  expect(refused.map(({ line }) => line)).toEqual([1, 2, 3]);
  expect(readVictimLines('Customer 7; gold; 1abc', ['btc']).refused).toHaveLength(1);
  expect(refused[1]?.reason).toBe('“gold” is no chain. Chains here are btc, eth.');
});

test('victims of a case become lines that are read back', () => {
  const person = { id: 'p', number: 'V-1', name: 'Customer; 7', kind: 'victim', withdrawn: null };
  const link = { person: 'p', to: { kind: 'address', chain: 'btc', address: '1abc' }, withdrawn: null };
  const lines = writeVictimLines({
    people: [person, { ...person, id: 'q', kind: 'suspect' }],
    links: [link, { ...link, person: 'q' }],
  });
  expect(lines).toBe('Customer  7; btc; 1abc; V-1');
  expect(readVictimLines(lines, ['btc']).victims).toMatchObject([{ reference: 'V-1', addresses: [{ text: '1abc' }] }]);
});
