import type { WatchPreview, WatchView } from '@trailmark/api/contract/watch';
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
});

/** Script of an address that no label names. */
const nobody = (number: number): Uint8Array =>
  Uint8Array.of(0x76, 0xa9, 0x14, ...new Uint8Array(20).fill(number), 0x88, 0xac);
const [one, two, three, four] = [nobody(101), nobody(102), nobody(103), nobody(104)];

/** Fifty coins of alice in block 1, for nobody can spend those of block 0, and as many of a stranger who uses one of the addresses that the money goes through. */
const gift = coinbase(1, { to: 'alice', coins: 50 }, { to: two, coins: 7 });
/** They split, one part moves on and splits again, and a part of that reaches an exchange. */
const first = spend([[gift, 0]], { to: one, coins: 30 }, { to: two, coins: 20 });
const second = spend([[first, 0]], { to: three, coins: 18 }, { to: four, coins: 11.9 });
const third = spend([[second, 0]], { to: 'bob', coins: 17.9 });
/** Other money of an address that is followed. */
const stranger = spend([[gift, 1]], { to: 'frank', coins: 7 });

const blockAt = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
  height,
  transactions: [coinbase(height, { to: 'carol', coins: 50 }), ...transactions],
});
const START: readonly RawBlock[] = [blockAt(0), { height: 1, transactions: [gift] }];
const BLOCKS = [...START, blockAt(2, first), blockAt(3, second, stranger), blockAt(4, third)];
const seed = `${txidOf(gift)}:0`;

async function follow(given: object = {}): Promise<WatchView> {
  world.setBlocks(START);
  await world.readOn();
  return world.watch({ name: 'Loss', kind: 'frontier', subjects: [{ text: seed }], ...given });
}
interface Wire {
  readonly arrivals: readonly {
    readonly confidence: number | null;
    readonly listing: string | null;
    readonly places: readonly { readonly deposit: string }[];
  }[];
}
const titles = async (view = 'all') => (await world.alerts(view)).items.map(({ title }) => title);

describe('a frontier', () => {
  test('follows three hops with a split, one by one, and reports the exchange, how much, and which deposits', async () => {
    const watch = await follow();
    expect(watch.subject).toBe('Frontier of 1 beginning, fifo/1, to hop 10');
    for (let height = START.length; height < BLOCKS.length; height++) {
      world.setBlocks(BLOCKS.slice(0, height + 1));
      await world.readOn();
    }
    const { items } = await world.alerts();
    expect(items.map(({ title, summary, mark, height }) => [height, title, summary, mark])).toEqual([
      [4, '17.90000000 BTC reached Sample Exchange', 'hop 3, passed on whole', 'claim'],
      [3, '30.00000000 BTC moved on, hop 2', 'split in 2', 'inference'],
      [2, '50.00000000 BTC moved on, hop 1', 'split in 2', 'inference'],
    ]);
    const { body } = await world.alert(items[0]?.id ?? '');
    expect(body.facts).toMatchObject({ hop: 3, followed: '1800000000', arrived: '1790000000', fee: '10000000' });
    expect(body.facts).toMatchObject({ actor: 'sample-exchange', deposits: `${txidOf(third)}:0`, method: 'fifo/1' });
    expect(body.lines.find(({ name }) => name === 'Still watched')?.text).toBe('2, 31.90000000 BTC, as of block 4');
    const view = okOf<Wire>(await world.owner.get(`/watches/${watch.id}/frontier`));
    expect(view).toMatchObject({ began: '5000000000', arrived: '1790000000', resting: '3190000000', fees: '20000000' });
    expect(view).toMatchObject({ lost: '0', difference: '0', stepCount: 3, hasPackets: true });
    expect(view.arrivals).toMatchObject([{ name: 'Sample Exchange', actor: 'sample-exchange', amount: '1790000000' }]);
    // The request packet is made from what the view states.
    const { deposit } = view.arrivals[0]?.places[0] ?? { deposit: '' };
    const packet = await world.owner.post('/btc/request-packets', {
      ...{
        format: 'json',
        actor: 'sample-exchange',
        kind: 'production',
        deposits: [deposit],
        asks: ['Account holder'],
      },
      ...{ authority: 'Cyber unit', caseNumber: '1', officer: 'Lead investigator', officerId: '7' },
      ...{ replyTo: 'unit@northgate.example', legalBasis: 'Court order C-1' },
    });
    expect(JSON.stringify(packet.body)).toContain(txidOf(third));
  });

  test('says of an entry of a sanctions list what the list states, and of a label how sure its source is', async () => {
    const watch = await follow();
    const listed = spend([[second, 1]], { to: 'dave', coins: 11.8 });
    world.setBlocks([...BLOCKS.slice(0, 4), blockAt(4, third, listed)]);
    await world.readOn();
    const { items } = await world.alerts();
    const lineOf = async (name: string) => {
      const item = items.find(({ title }) => title.endsWith(`reached ${name}`));
      const { body } = await world.alert(item?.id ?? '');
      return body.lines.find((line) => line.name.startsWith('Reached'));
    };
    const [entry, label] = [await lineOf('SAMPLE ENTITY'), await lineOf('Sample Exchange')];
    expect(entry?.mark).toBe('inference');
    expect(entry?.text).toMatch(/On the OFAC SDN list .*: SAMPLE ENTITY, programme CYBER2, listed/);
    expect(entry?.text).not.toMatch(/confidence|of 100/);
    expect(label).toMatchObject({ mark: 'claim', text: expect.stringMatching(/confidence 50 of 100\.$/) });
    const { arrivals } = okOf<Wire>(await world.owner.get(`/watches/${watch.id}/frontier`));
    expect(arrivals).toMatchObject([
      { name: 'Sample Exchange', confidence: 50, listing: null },
      { name: 'SAMPLE ENTITY', confidence: null, listing: expect.stringMatching(/^On the OFAC SDN list/) },
    ]);
  });

  test('is the same when all blocks come at once, and when the server starts again between them', async () => {
    await follow();
    world.setBlocks(BLOCKS);
    world.restart();
    await world.readOn();
    expect(await titles()).toEqual([
      '17.90000000 BTC reached Sample Exchange',
      '30.00000000 BTC moved on, hop 2',
      '50.00000000 BTC moved on, hop 1',
    ]);
  });

  test('keeps to the method and the stop rules of its trace', async () => {
    const request = {
      ...{ chain: 'btc', seeds: [{ kind: 'output', txid: txidOf(gift), vout: 0 }], method: 'haircut/1' },
      stops: { maxHops: 2 },
    };
    await follow({ subjects: [{ text: JSON.stringify(request) }] });
    world.setBlocks(BLOCKS);
    await world.readOn();
    const { items } = await world.alerts();
    expect(items.map(({ height }) => height)).toEqual([3, 2]);
    expect((await world.alert(items[0]?.id ?? '')).body.facts.method).toBe('haircut/1');
  });

  test('takes back what a replaced block made it follow, and follows the new branch', async () => {
    await follow();
    world.setBlocks(BLOCKS);
    await world.readOn();
    const other = spend([[second, 0]], { to: 'frank', coins: 17.8 });
    world.setBlocks([...BLOCKS.slice(0, 4), blockAt(4, other), blockAt(5)]);
    await world.readOn();
    expect((await world.alerts()).counts).toMatchObject({ all: 4, open: 3, retracted: 1 });
    expect((await titles('open'))[0]).toBe('18.00000000 BTC moved on, hop 3');
  });

  test('watches money in an index with gaps too: a spend in a block to come is seen', async () => {
    const gap = [...START, blockAt(2, first), blockAt(5)];
    world.setBlocks(gap);
    await world.readOn();
    const watch = await world.watch({ name: 'Loss', kind: 'frontier', subjects: [{ text: seed }] });
    world.setBlocks([...gap, blockAt(6, second)]);
    await world.readOn();
    expect(await titles()).toEqual(['30.00000000 BTC moved on, hop 2']);
    const stopped = JSON.stringify({
      chain: 'btc',
      seeds: [{ kind: 'output', txid: txidOf(gift), vout: 0 }],
      stops: { maxHops: 1 },
    });
    const short = await world.watch({ name: 'One hop', kind: 'frontier', subjects: [{ text: stopped }] });
    const view = okOf<Wire>(await world.owner.get(`/watches/${short.id}/frontier`));
    expect(view).toMatchObject({
      lost: '5000000000',
      lostBy: [{ reason: 'Reached the hop limit', amount: '5000000000', places: 2 }],
    });
    expect(watch.targets).toBeGreaterThan(0);
  });

  test('can alert the end alone, and the past says the same', async () => {
    const conditions = [{ rule: 'arrival', setting: { at: 'service' } }];
    await follow({ conditions });
    world.setBlocks(BLOCKS);
    await world.readOn();
    expect(await titles()).toEqual(['17.90000000 BTC reached Sample Exchange']);
    const body = { kind: 'frontier', chain: 'btc', subject: seed, conditions, folds: [] };
    const past = okOf<WatchPreview>(await world.owner.post(`/cases/${world.opened.id}/watches/preview`, body));
    expect(past.items.map(({ title }) => title)).toEqual(['17.90000000 BTC reached Sample Exchange']);
  });

  test('is refused with what is wrong with it', async () => {
    world.setBlocks(START);
    const ask = async (text: string, kind = 'frontier') => {
      const body = { name: 'x', kind, chain: 'btc', subjects: [{ text }] };
      return String((await world.owner.post(`/cases/${world.opened.id}/watches`, body)).body.detail);
    };
    expect(await ask('{"seeds":')).toMatch(/no trace request/);
    expect(await ask(JSON.stringify({ chain: 'ltc', seeds: [{ kind: 'address', address: 'L' }] }))).toMatch(/of ltc/);
    expect(await ask(ADDRESS.alice, 'output')).toMatch(/Enter one output/);
  });
});

test('one output alerts its own spend, and not what else its address does', async () => {
  world.setBlocks([...START, blockAt(2, first)]);
  await world.readOn();
  await world.watch({ name: 'Split', kind: 'output', subjects: [{ text: `${txidOf(first)}:1` }] });
  const spent = spend([[first, 1]], { to: 'bob', coins: 19.9 });
  world.setBlocks([...BLOCKS.slice(0, 4), blockAt(4, spent)]);
  await world.readOn();
  const { items } = await world.alerts();
  expect(items.map(({ height, title }) => [height, title])).toEqual([[4, '19.90000000 BTC reached Sample Exchange']]);
});
