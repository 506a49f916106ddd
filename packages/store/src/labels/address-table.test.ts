import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofAddressTable from './address-table.ts';
import { AddressTable } from './address-table.ts';

const recorded = new WatchedResults();
const { hashAddress } = recorded.watch(ofAddressTable);

test('finds every address again, also where they are longer than the room made for them', () => {
  const addresses = Array.from({ length: 400 }, (_, i) => `${i}${'x'.repeat(i % 90)}${i * 7919}`);
  const table = new AddressTable(addresses.length);
  const networkOf = (number: number) => (number % 2 === 0 ? 'btc' : 'eth');
  for (const [number, address] of addresses.entries()) expect(table.add(networkOf(number), address)).toBe(number);
  for (const [number, address] of addresses.entries()) {
    const network = networkOf(number);
    expect(table.address(number)).toBe(address);
    expect(table.network(number)).toBe(network);
    expect(table.find(hashAddress(network, address), network, address)).toBe(number);
    expect(table.find(hashAddress('trx', address), 'trx', address)).toBe(-1);
  }
  expect(table.size).toBe(addresses.length);
});

test('one address longer than the whole table was made for is kept', () => {
  const table = new AddressTable(1);
  const address = 'q'.repeat(1_000);
  table.add('btc', address);
  expect(table.address(0)).toBe(address);
  expect(table.find(hashAddress('btc', address), 'btc', address)).toBe(0);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/address-table.txt');
});
