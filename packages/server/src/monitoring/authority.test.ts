import type { CaseAuthorities } from '@trailmark/api/contract/case-authority';
import type { WatchView } from '@trailmark/api/contract/watch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { okOf } from '../testing/case-people.ts';
import type { RawBlock } from '../testing/ledger-builder.ts';
import { ADDRESS, coinbase, spend, txidOf } from '../testing/sample-ledger.ts';
import { WatchedWorld } from './testing/watched-world.ts';

let casework: TestCaseworkContext;
let world: WatchedWorld;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  world = await WatchedWorld.open(casework);
  world.setBlocks(START);
  await world.readOn();
  const path = `/cases/${world.opened.id}`;
  const { needs } = okOf<CaseAuthorities>(await world.opened.as.owner.get(`${path}/authorities`));
  const body = { version: needs.version, acts: ['monitoring'] };
  okOf(await world.opened.as.owner.post(`${path}/authority-needs`, body));
});

const gift = coinbase(1, { to: 'alice', coins: 50 });
const START: RawBlock[] = [
  { height: 0, transactions: [coinbase(0, { to: 'carol', coins: 50 })] },
  { height: 1, transactions: [gift] },
];
const ofAlice = { chain: 'btc', address: ADDRESS.alice };
const ofBob = { chain: 'btc', address: ADDRESS.bob };

const dayIn = (days: number) => new Date(casework.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** Enters an authority for monitoring, or changes it. */
async function allow(addresses: object[], given: object = {}): Promise<CaseAuthorities['items'][number]> {
  const order = {
    ...{ type: 'Court order', number: 'C-1', issuer: 'District court', from: '2026-11-01', to: dayIn(2) },
    ...{ acts: ['monitoring'], chains: [], addresses, people: [], scope: '', extender: '', ...given },
  };
  const { items } = okOf<CaseAuthorities>(
    await world.opened.as.owner.post(`/cases/${world.opened.id}/authorities`, order),
  );
  return items[0] as CaseAuthorities['items'][number];
}

async function ask(given: object): Promise<string> {
  const body = { name: 'Watch', kind: 'addresses', chain: 'btc', folds: [], ...given };
  const { status, body: answer } = await world.owner.post(`/cases/${world.opened.id}/watches`, body);
  return status === 200 ? 'watches' : `${status} ${String(answer.detail)}`;
}
const textOf = (...names: (keyof typeof ADDRESS)[]) => [{ text: names.map((name) => ADDRESS[name]).join('\n') }];
const readWatch = async (id: string) => okOf<WatchView>(await world.owner.get(`/watches/${id}`));
const REFUSED = /^403 .*Court order C-1 does not cover this/;

describe('an authority that names addresses', () => {
  test('allows a watch of these, and of no list that has another one', async () => {
    await allow([ofAlice]);
    expect(await ask({ subjects: textOf('alice') })).toBe('watches');
    expect(await ask({ subjects: textOf('bob') })).toMatch(REFUSED);
    expect(await ask({ subjects: textOf('alice', 'bob') })).toMatch(REFUSED);
    const frontier = { kind: 'frontier', subjects: [{ text: `${txidOf(gift)}:0` }] };
    expect(await ask(frontier)).toBe('watches');
    await allow([ofAlice, ofBob], { number: 'C-2', to: dayIn(1) });
    expect(await ask({ subjects: textOf('alice', 'bob') })).toBe('watches');
  });

  test('lets no watch start again that it does not cover any more', async () => {
    const { id: authority, version } = await allow([ofAlice, ofBob]);
    const watch = await world.watch({ subjects: textOf('alice', 'bob') });
    const path = `/watches/${watch.id}/state`;
    const paused = okOf<WatchView>(await world.owner.post(path, { version: 1, state: 'paused' }));
    await allow([ofBob], { row: { id: authority, version } });
    const { status, body } = await world.owner.post(path, { version: paused.version, state: 'watching' });
    expect(`${status} ${String(body.detail)}`).toMatch(REFUSED);
  });

  test('ends a watch that it does not cover any more', async () => {
    const { id: authority, version } = await allow([ofAlice, ofBob]);
    const watch = await world.watch({ subjects: textOf('alice', 'bob') });
    await world.readOn();
    await allow([ofBob], { row: { id: authority, version } });
    await world.readOn();
    expect(await readWatch(watch.id)).toMatchObject({
      state: 'ended',
      stateWhy: 'The legal authority does not cover 1 of its addresses.',
    });
  });

  test('keeps the new holder of followed money from being watched until it names it', async () => {
    const { id: authority, version } = await allow([ofAlice]);
    const watch = await world.watch({ kind: 'frontier', subjects: [{ text: `${txidOf(gift)}:0` }] });
    const first = spend([[gift, 0]], { to: 'frank', coins: 49 });
    const second = spend([[first, 0]], { to: 'erin', coins: 48 });
    const blockAt = (height: number, ...of: Uint8Array[]) => ({
      height,
      transactions: [coinbase(height, { to: 'carol', coins: 50 }), ...of],
    });
    const moved = [...START, blockAt(2, first)];
    world.setBlocks(moved);
    await world.readOn();
    const limited = await readWatch(watch.id);
    expect([limited.targets, limited.state, limited.faults[0]?.text]).toEqual([
      1,
      'watching',
      'The legal authority names addresses, and 1 found since is not among them: it is not watched.',
    ]);
    await allow([ofAlice, { chain: 'btc', address: ADDRESS.frank }], { row: { id: authority, version } });
    await world.readOn();
    expect(await readWatch(watch.id)).toMatchObject({ targets: 2, faults: [] });
    world.setBlocks([...moved, blockAt(3, second)]);
    await world.readOn();
    expect((await world.alerts()).items.map(({ height }) => height)).toEqual([3, 2]);
  });
});

test('an authority that is limited to another act or chain afterwards ends the watch', async () => {
  const { id: authority, version } = await allow([]);
  const watch = await world.watch({ subjects: textOf('alice') });
  await world.readOn();
  await allow([], { chains: ['eth'], row: { id: authority, version } });
  await world.readOn();
  expect(await readWatch(watch.id)).toMatchObject({
    state: 'ended',
    stateWhy: 'The legal authority no longer covers monitoring of this chain.',
  });
});

describe('an authority that ends while blocks are read', () => {
  const first = spend([[gift, 0]], { to: 'alice', coins: 49 });
  const second = spend([[first, 0]], { to: 'alice', coins: 48 });
  const blockAt = (height: number, ...of: Uint8Array[]) => ({
    ...{ height, transactions: [coinbase(height, { to: 'carol', coins: 50 }), ...of] },
  });
  const blocks = [...START, blockAt(2, first), blockAt(3, second)];
  const endAt = (name: string) => {
    let isLeft = true;
    world.meanwhile = (step) => {
      if (step === name && isLeft) casework.advance(3 * 86_400_000);
      isLeft &&= step !== name;
    };
  };

  test('lets no later block of the same pass be read', async () => {
    await allow([]);
    await world.watch({ subjects: textOf('alice') });
    world.setBlocks(blocks);
    endAt('commit');
    await world.readOn();
    await world.signInAgain();
    expect((await world.alerts()).items.map(({ height }) => height)).toEqual([2]);
  });

  test('lets no unconfirmed payment be alerted that was read before it ended', async () => {
    await allow([]);
    await world.watch({ subjects: textOf('alice'), confirmations: 0 });
    await world.setUnconfirmed(1_795_000_000, START, first);
    endAt('unconfirmed');
    await world.readOn();
    await world.signInAgain();
    expect((await world.alerts()).items).toEqual([]);
  });
});
