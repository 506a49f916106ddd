import type { WatchHealthView } from '@trailmark/api/contract/watch';
import { getChain } from '@trailmark/chains/catalogue';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import type { Asker } from '../testing/ask.ts';
import { okOf } from '../testing/case-people.ts';
import type { RawBlock } from '../testing/ledger-builder.ts';
import { ADDRESS, coinbase, spend } from '../testing/sample-ledger.ts';
import { WatchedWorld } from './testing/watched-world.ts';
import { createWatchedChain } from './watched-chain.ts';

let casework: TestCaseworkContext;
let world: WatchedWorld;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  world = await WatchedWorld.open(casework);
});

const gift = coinbase(0, { to: 'alice', coins: 50 });
const genesis: RawBlock = { height: 0, transactions: [gift] };
const paying: RawBlock = {
  height: 1,
  transactions: [
    coinbase(1, { to: 'carol', coins: 50 }),
    spend([[gift, 0]], { to: 'bob', coins: 10 }, { to: 'alice', coins: 40 }),
  ],
};
const STATUS = { filters: 9, fetched: 2, byChance: 1, undecided: 0, scripts: 49_999, chance: 0.06, warning: null };
const scriptOf = (address: string) => ownerScript(parseOwner(getChain('btc'), address));

async function watchAlice(): Promise<void> {
  world.setBlocks([genesis]);
  await world.readOn();
  await world.watch({ subjects: [{ text: ADDRESS.alice }] });
  await world.readOn();
}

test('the scripts of a chain are those of the addresses that watches read for, once the watches have read so far', async () => {
  const watched = createWatchedChain(casework, 'btc');
  expect(await watched.watchedScripts(0, undefined)).toBeUndefined();
  await watchAlice();
  const found = await watched.watchedScripts(0, undefined);
  expect(found?.scripts).toEqual([scriptOf(ADDRESS.alice)]);
  expect(await watched.watchedScripts(1, undefined)).toBeUndefined();
  // A reader that has the scripts is not sent them again.
  expect(await watched.watchedScripts(0, found?.revision)).toEqual({ revision: found?.revision });
  await world.watch({ subjects: [{ text: ADDRESS.bob }, { text: ADDRESS.alice }] });
  const more = await watched.watchedScripts(0, found?.revision);
  expect(more?.revision).not.toBe(found?.revision);
  expect(more?.scripts).toHaveLength(2);
});

test('a block that is read again raises its alerts once', async () => {
  await watchAlice();
  world.setBlocks([genesis, paying]);
  await world.readOn();
  const watched = createWatchedChain(casework, 'btc');
  await watched.readAgain(1, world.ledgers.get('btc').transfers.block(0)?.hash ?? '');
  expect(await watched.watchedScripts(1, undefined)).toBeUndefined();
  world.filtered.set('btc', STATUS);
  await world.readOn();
  expect(await watched.watchedScripts(1, undefined)).toBeDefined();
  expect((await world.alerts()).items).toHaveLength(1);
});

test('a watch that makes too many scripts for filters is refused, without how many all agencies watch', async () => {
  world.setBlocks([genesis]);
  world.filtered.set('btc', STATUS);
  const subjects = [{ text: ADDRESS.alice }, { text: ADDRESS.bob }];
  const body = { name: 'Both', kind: 'addresses', chain: 'btc', folds: [], subjects };
  const refused = await world.owner.post(`/cases/${world.opened.id}/watches`, body);
  expect(JSON.stringify(refused)).toContain('with these 2 more would be watched than they serve');
  expect(JSON.stringify(refused)).not.toMatch(/50,?001|49,?999|%/);
  world.filtered.set('btc', { ...STATUS, scripts: 3 });
  okOf(await world.owner.post(`/cases/${world.opened.id}/watches`, body));
});

test('what filters came to is shown to who runs the installation, for it is of all agencies', async () => {
  world.setBlocks([genesis]);
  world.filtered.set('btc', STATUS);
  const seen = async (asker: Asker) => okOf<WatchHealthView>(await asker.get('/watches/health')).chains;
  expect(await seen(world.owner)).toMatchObject([{ chain: 'btc', filters: null }]);
  const admin = await world.signInAs(await addAccount(casework, { role: 'platform-admin' }));
  expect(await seen(admin)).toMatchObject([{ chain: 'btc', filters: STATUS }]);
});
