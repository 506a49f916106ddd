import type { CaseItem } from '@trailmark/api/contract/case-item';
import type { WatchKinds, WatchView } from '@trailmark/api/contract/watch';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { okOf } from '../testing/case-people.ts';
import type { RawBlock } from '../testing/ledger-builder.ts';
import { createSampleLabels, SAMPLE_PACKS, sampleLabel } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, spend } from '../testing/sample-ledger.ts';
import { asksForChange } from './rules/verdict-change.ts';
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

const DAY = 86_400;
const START = 1_231_006_505;
const mint = (height: number) => coinbase(height, { to: 'carol', coins: 50 });
const gift = coinbase(0, { to: 'alice', coins: 50 });
const genesis: RawBlock = { height: 0, transactions: [gift] };
const blockAt = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
  height,
  transactions: [mint(height), ...transactions],
});
const titles = async () => (await world.alerts()).items.map(({ title }) => title);
const ask = async (given: object) => {
  const body = { name: 'Set', kind: 'addresses', chain: 'btc', subjects: [{ text: ADDRESS.alice }], ...given };
  const answer = await world.owner.post(`/cases/${world.opened.id}/watches`, body);
  return `${answer.status} ${String(answer.body.detail)}`;
};

describe('the addresses of a case', () => {
  const pin = async (address: string): Promise<CaseItem> => {
    const body = { kind: 'address', input: { params: { chain: 'btc', address } } };
    return okOf<{ item: CaseItem }>(await world.owner.post(`/cases/${world.opened.id}/items`, body)).item;
  };
  const OF_CASE = { name: 'Set', kind: 'case', subjects: [{ text: 'case' }] };
  const paid = spend([[gift, 0]], { to: 'erin', coins: 49 });
  const onward = spend([[paid, 0]], { to: 'frank', coins: 48 });
  const back = spend([[onward, 0]], { to: 'erin', coins: 47 });
  const follow = async (): Promise<void> => {
    casework.advance(2_000);
    await world.readOn();
  };

  test('are watched as they come into the case and leave it, each from the next block', async () => {
    world.setBlocks([genesis]);
    await world.readOn();
    await pin(ADDRESS.alice);
    const watch = await world.watch(OF_CASE);
    expect(watch).toMatchObject({ targets: 1, subject: 'Addresses of the case', kindName: 'Addresses of the case' });
    world.setBlocks([genesis, blockAt(1, paid)]);
    await world.readOn();
    expect(await titles()).toEqual(['50.00000000 BTC out of Set']);
    // Erin was paid in a block before she came into the case: that is no news.
    const erin = await pin(ADDRESS.erin);
    await follow();
    expect(await titles()).toHaveLength(1);
    world.setBlocks([genesis, blockAt(1, paid), blockAt(2, onward)]);
    await world.readOn();
    expect((await titles())[0]).toBe('49.00000000 BTC out of Set');
    okOf(await world.owner.post(`/cases/${world.opened.id}/items/${erin.id}/withdrawal`, { why: 'A stranger' }));
    await follow();
    world.restart();
    world.setBlocks([genesis, blockAt(1, paid), blockAt(2, onward), blockAt(3, back)]);
    await world.readOn();
    expect(await titles()).toHaveLength(2);
    expect(okOf<WatchView>(await world.owner.get(`/watches/${watch.id}`)).targets).toBe(1);
  });

  test('of a case that names none are refused, and the preview reads the same set', async () => {
    world.setBlocks([genesis, blockAt(1, paid)]);
    expect(await ask(OF_CASE)).toMatch(/^400 The case names no address of Bitcoin yet/);
    await pin(ADDRESS.alice);
    const body = { kind: 'case', chain: 'btc', subject: 'case', folds: [] };
    const past = okOf<{ targets: number; alerts: number }>(
      await world.owner.post(`/cases/${world.opened.id}/watches/preview`, body),
    );
    expect(past).toMatchObject({ targets: 1, alerts: 2 });
    const kinds = okOf<WatchKinds>(await world.owner.get('/watches/kinds'));
    expect(kinds.subjects.filter(({ isOfCase }) => isOfCase).map(({ id }) => id)).toEqual(['case']);
  });
});

describe('a behaviour', () => {
  test('alerts in the block that shows it, and says it the same when that block is read again', async () => {
    const out = spend([[gift, 0]], { to: 'erin', coins: 1 }, { to: 'alice', coins: 48 });
    const later = spend([[out, 1]], { to: 'frank', coins: 47 });
    const blocks = [genesis, blockAt(1, out), blockAt(2, later)].map((block, index) => ({
      ...block,
      time: START + [0, DAY, 900 * DAY][index]!,
    }));
    world.setBlocks(blocks.slice(0, 1));
    await world.readOn();
    const conditions = [{ rule: 'behaviour', setting: { is: 'dormancy-then-burst' } }];
    await world.watch({ name: 'Alice', subjects: [{ text: ADDRESS.alice }], conditions });
    world.setBlocks(blocks);
    await world.readOn();
    const found = (await world.alerts()).items;
    const body = { kind: 'addresses', chain: 'btc', subject: ADDRESS.alice, conditions, folds: [] };
    const past = okOf<{ items: { height: number }[] }>(
      await world.owner.post(`/cases/${world.opened.id}/watches/preview`, { ...body, weeks: 500 }),
    );
    expect(found.map(({ height }) => height)).toEqual([2]);
    expect(past.items.map(({ height }) => height)).toEqual([2]);
    expect((await world.alert(found[0]?.id ?? '')).mark).toBe('inference');
  });
});

describe('a verdict', () => {
  const conditions = (is = 'any') => [{ rule: 'verdict-change', setting: { is } }];

  test.each([
    ['any', 'low', 'high', true],
    ['any', 'high', 'low', true],
    ['any', 'high', 'high', false],
    ['higher', 'high', 'low', false],
    ['higher', 'unknown', 'low', true],
    ['high', 'medium', 'high', true],
    ['high', 'high', 'severe', false],
    ['high', 'low', 'medium', false],
  ])('%s: from %s to %s', (is, before, now, asked) => {
    expect(asksForChange({ is }, before, now)).toBe(asked);
  });

  test('that a new label changes is one alert with both verdicts, over a restart too', async () => {
    const payload = new Uint8Array(20).fill(101);
    const script = Uint8Array.of(0x76, 0xa9, 0x14, ...payload, 0x88, 0xac);
    const unnamed = formatOwner(getChain('btc'), { type: 'p2pkh', payload });
    world.setBlocks([genesis, blockAt(1, spend([[gift, 0]], { to: script, coins: 49 }))]);
    await world.readOn();
    await world.watch({ name: 'Alice', subjects: [{ text: ADDRESS.alice }], conditions: conditions() });
    await world.readOn();
    world.restart();
    await world.readOn();
    expect(await titles()).toEqual([]);
    const [first] = SAMPLE_PACKS;
    if (!first) throw new Error('There is no pack.');
    const label = sampleLabel(unnamed, 'Locker', { category: 'ransomware', confidence: 'forensic' });
    world.labels = createSampleLabels([...SAMPLE_PACKS, { head: { ...first.head, id: 'late-pack' }, labels: [label] }]);
    await world.readOn();
    world.restart();
    await world.readOn();
    const { items } = await world.alerts();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ kind: 'verdict-change', mark: 'inference', height: null });
    expect(items[0]?.title).toMatch(/^Verdict \w+ to (high|severe): Alice$/);
    const { body } = await world.alert(items[0]?.id ?? '');
    expect(body.lines.map(({ address }) => address)).toEqual([ADDRESS.alice, ADDRESS.alice]);
    expect(body.lines[0]?.text).toMatch(/ransomware/i);
  });

  test('is read again when an address takes part in a transaction', async () => {
    world.setBlocks([genesis]);
    await world.readOn();
    await world.watch({ name: 'Alice', subjects: [{ text: ADDRESS.alice }], conditions: conditions('higher') });
    await world.readOn();
    // Dave is on a sanctions list, of which only a copy of years after is known: he may have been on it already.
    world.setBlocks([genesis, blockAt(1, spend([[gift, 0]], { to: 'dave', coins: 49 }))]);
    await world.readOn();
    expect(await titles()).toEqual(['Verdict low to high: Alice']);
  });

  test('is used alone, and for no more addresses than can be screened again', async () => {
    world.setBlocks([genesis]);
    const both = [...conditions(), { rule: 'direction', setting: {} }];
    expect(await ask({ conditions: both })).toMatch(/^400 “Verdict changed” is met by no transaction/);
  });
});

test('a test goes the way of the alerts of its watch, is marked as one, and counts as none', async () => {
  const paid = spend([[gift, 0]], { to: 'erin', coins: 49 });
  world.setBlocks([genesis, blockAt(1, paid)]);
  await world.readOn();
  const watch = await world.watch({ name: 'Alice', subjects: [{ text: ADDRESS.alice }] });
  const { alert, found } = okOf<{ alert: string; found: string }>(
    await world.owner.post(`/watches/${watch.id}/test`, { version: watch.version }),
  );
  expect(found).toBe('50.00000000 BTC out of this subject');
  expect(await world.alert(alert)).toMatchObject({ kind: 'watch-test', title: 'Test: Alice', height: null });
  expect(okOf<WatchView>(await world.owner.get(`/watches/${watch.id}`))).toMatchObject({
    alerts: 0,
    lastAlertAt: null,
  });
  expect((await world.owner.post(`/watches/${watch.id}/test`, { version: 9 })).status).toBe(409);
});
