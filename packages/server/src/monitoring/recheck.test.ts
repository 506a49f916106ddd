import type { WatchView } from '@trailmark/api/contract/watch';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { okOf } from '../testing/case-people.ts';
import { createSampleLabels, SAMPLE_PACKS, sampleLabel } from '../testing/sample-labels.ts';
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
});

const payload = new Uint8Array(20).fill(101);
const unnamed = formatOwner(getChain('btc'), { type: 'p2pkh', payload });
const script = Uint8Array.of(0x76, 0xa9, 0x14, ...payload, 0x88, 0xac);
const gift = coinbase(1, { to: 'alice', coins: 50 });
const paid = spend([[gift, 0]], { to: script, coins: 49 });
const START = [
  { height: 0, transactions: [coinbase(0, { to: 'carol', coins: 50 })] },
  { height: 1, transactions: [gift] },
];
const BLOCKS = [...START, { height: 2, transactions: [coinbase(2, { to: 'carol', coins: 50 }), paid] }];

/** A pack gives the address a name. */
function nameIt(): void {
  const [first] = SAMPLE_PACKS;
  if (!first) throw new Error('There is no pack.');
  const more = {
    head: { ...first.head, id: 'late-pack' },
    labels: [sampleLabel(unnamed, 'Late Exchange', { actor: 'late' })],
  };
  world.labels = createSampleLabels([...SAMPLE_PACKS, more]);
}

async function watch(given: object): Promise<void> {
  world.setBlocks(START);
  await world.readOn();
  await world.watch({ name: 'Alice', subjects: [{ text: ADDRESS.alice }], ...given });
  world.setBlocks(BLOCKS);
  await world.readOn();
}
const titles = async () => (await world.alerts()).items.map(({ title }) => title);

describe('when labels change', () => {
  test('a payment that was seen before alerts under its new name, once', async () => {
    await watch({ conditions: [{ rule: 'category', setting: { is: 'exchange' } }] });
    expect(await titles()).toEqual([]);
    nameIt();
    await world.readOn();
    world.restart();
    await world.readOn();
    const { items } = await world.alerts();
    expect(items.map(({ title, height }) => [title, height])).toEqual([['50.00000000 BTC out of Alice', 2]]);
    expect((await world.alert(items[0]?.id ?? '')).body.notes.join()).toMatch(/Found when labels changed/);
  });

  test('a frontier reports the service that its money had reached already', async () => {
    await watch({ kind: 'frontier', subjects: [{ text: `${txidOf(gift)}:0` }] });
    expect(await titles()).toEqual(['50.00000000 BTC moved on, hop 1']);
    nameIt();
    await world.readOn();
    expect((await titles())[0]).toBe('49.00000000 BTC reached Late Exchange');
  });

  test('a watch of labels alerts what was added and what is gone, and no transaction', async () => {
    const conditions = [{ rule: 'label-change', setting: {} }];
    await watch({ subjects: [{ text: unnamed }], conditions });
    expect(await titles()).toEqual([]);
    const before = world.labels;
    nameIt();
    await world.readOn();
    world.restart();
    await world.readOn();
    expect(await titles()).toEqual(['New label on Alice']);
    world.labels = before;
    await world.readOn();
    const { items } = await world.alerts();
    expect(items.map(({ title, mark, summary }) => [title, mark, summary])).toEqual([
      ['Label removed from Alice', 'claim', '“Late Exchange” (exchange, late-pack)'],
      ['New label on Alice', 'claim', '“Late Exchange” (exchange, late-pack)'],
    ]);
  });

  test('a watch whose labels cannot be read holds up no other', async () => {
    const conditions = [{ rule: 'label-change', setting: {} }];
    await watch({ name: 'First', subjects: [{ text: unnamed }], conditions });
    const { id } = await world.watch({ name: 'Other', subjects: [{ text: ADDRESS.bob }], conditions });
    await world.readOn();
    nameIt();
    const { labelsOf } = world.labels;
    const failing: typeof labelsOf = (network, address) => {
      if (address === ADDRESS.bob) throw new AppError('unavailable', 'This pack cannot be read.');
      return labelsOf(network, address);
    };
    world.labels = { ...world.labels, labelsOf: failing };
    await world.readOn();
    expect(await titles()).toEqual(['New label on First']);
    const { faults } = okOf<WatchView>(await world.owner.get(`/watches/${id}`));
    expect(faults).toMatchObject([{ text: 'This pack cannot be read.', fromHeight: null }]);
    world.labels = { ...world.labels, labelsOf };
    casework.advance(2_000);
    await world.readOn();
    expect(okOf<WatchView>(await world.owner.get(`/watches/${id}`)).faults).toEqual([]);
  });

  test('a watch of labels has no other rule', async () => {
    world.setBlocks(START);
    const conditions = [
      { rule: 'label-change', setting: {} },
      { rule: 'direction', setting: {} },
    ];
    const body = { name: 'x', kind: 'addresses', chain: 'btc', subjects: [{ text: unnamed }], conditions };
    const { body: refused } = await world.owner.post(`/cases/${world.opened.id}/watches`, body);
    expect(String(refused.detail)).toMatch(/use it alone/);
  });
});
