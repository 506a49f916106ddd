import type { CaseAuthorities } from '@trailmark/api/contract/case-authority';
import type { WatchPreview, WatchView } from '@trailmark/api/contract/watch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverAlerts } from '../inbox/channels/deliver-alerts.ts';
import type { SourceTransport } from '../outbound/source-transport.ts';
import { addAccount, createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { openAsker } from '../testing/ask.ts';
import { listCaseActs, okOf } from '../testing/case-people.ts';
import type { RawBlock } from '../testing/ledger-builder.ts';
import { blockOf, ETHER, KEY, moveOf, transactionOf } from '../testing/sample-account-ledger.ts';
import { ADDRESS, coinbase, spend, txidOf } from '../testing/sample-ledger.ts';
import { Killed, WatchedWorld } from './testing/watched-world.ts';

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

const mint = (height: number) => coinbase(height, { to: 'carol', coins: 50 });
const blockAt = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
  height,
  transactions: [mint(height), ...transactions],
});
/** Block 0 gives alice 50 coins; she pays bob in the blocks that follow, one each. */
const gift = coinbase(0, { to: 'alice', coins: 50 });
const genesis: RawBlock = { height: 0, transactions: [gift] };

/** Alice pays bob `coins` from her last output, and keeps the rest. */
function payments(...coins: number[]): Uint8Array[] {
  let [from, left]: [readonly [Uint8Array, number], number] = [[gift, 0], 50];
  return coins.map((amount) => {
    left -= amount;
    const paid = spend([from], { to: 'bob', coins: amount }, { to: 'alice', coins: left });
    from = [paid, 1];
    return paid;
  });
}
const chainOf = (...transactions: Uint8Array[]): RawBlock[] => [
  genesis,
  ...transactions.map((transaction, index) => blockAt(index + 1, transaction)),
];
const subjects = [{ text: ADDRESS.alice }];
const titles = async (view = 'all') => (await world.alerts(view)).items.map(({ title }) => title);

/** Watches alice from block 1 on. */
async function watchAlice(given: object = {}): Promise<WatchView> {
  world.setBlocks([genesis]);
  await world.readOn();
  const watch = await world.watch({ name: 'Alice', subjects, ...given });
  await world.readOn();
  return watch;
}

describe('a watched address', () => {
  test('alerts each payment in its block, with what moved to the satoshi', async () => {
    await watchAlice();
    const [paid] = payments(10);
    world.setBlocks(chainOf(paid as Uint8Array));
    await world.readOn();
    const { items } = await world.alerts('new');
    expect(items).toMatchObject([
      { number: 'A-1', title: '10.00000000 BTC out of Alice', chain: 'btc', height: 1, mark: 'fact' },
    ]);
    const alert = await world.alert(items[0]?.id ?? '');
    expect([alert.txid, alert.origins[0]?.name]).toEqual([txidOf(paid as Uint8Array), 'W-1 Alice']);
    const moved = alert.body.movements.map(({ from, to, amount, note }) => [from, to, amount, note]);
    expect(moved).toEqual([
      [[ADDRESS.alice], ADDRESS.bob, '1000000000', 'labelled “Sample Exchange 1” (sample-services)'],
      [[ADDRESS.alice], ADDRESS.alice, '4000000000', 'watched'],
    ]);
  });

  test('is read in blocks after the watch began, and not before', async () => {
    const paid = payments(10, 5);
    world.setBlocks(chainOf(paid[0] as Uint8Array));
    await world.readOn();
    await world.watch({ name: 'Alice', subjects });
    world.setBlocks(chainOf(...paid));
    await world.readOn();
    expect(await titles()).toEqual(['5.00000000 BTC out of Alice']);
  });

  test('of an account chain is read by the same engine', async () => {
    const first = blockOf(0, [], {
      moves: [moveOf({ kind: 'genesis', from: '', to: KEY.alice, amount: 100n * ETHER })],
    });
    const pay = moveOf({ kind: 'native', from: KEY.alice, to: KEY.bob, amount: 3n * ETHER });
    world.setAccountBlocks([first]);
    await world.readOn();
    await world.watch({ name: 'Account', chain: 'eth', subjects: [{ text: `0x${KEY.bob}` }] });
    world.setAccountBlocks([
      first,
      blockOf(1, [transactionOf({ number: 1, from: KEY.alice, to: KEY.bob, moves: [pay] })]),
    ]);
    await world.readOn();
    expect(await titles()).toEqual(['3.000000000000000000 ETH into Account']);
  });

  test('by two watches of a case is one alert that names both', async () => {
    await watchAlice();
    await world.watch({ name: 'Bob', subjects: [{ text: ADDRESS.bob }] });
    world.setBlocks(chainOf(...payments(10)));
    await world.readOn();
    const { items } = await world.alerts();
    expect(items.map(({ origins }) => origins.map(({ name }) => name).sort())).toEqual([['W-1 Alice', 'W-2 Bob']]);
  });

  test('waits for its confirmations', async () => {
    await watchAlice({ confirmations: 3 });
    const paid = payments(10);
    world.setBlocks(chainOf(...paid));
    await world.readOn();
    expect(await titles()).toEqual([]);
    world.setBlocks([...chainOf(...paid), blockAt(2), blockAt(3)]);
    await world.readOn();
    expect((await world.alerts()).items.map(({ height }) => height)).toEqual([1]);
  });
});

test('a watch of fewer confirmations than before reads the blocks that it waited for', async () => {
  const watch = await watchAlice({ confirmations: 6 });
  const paid = payments(1, 2);
  const blocks = chainOf(...paid);
  world.setBlocks(blocks);
  await world.readOn();
  expect(await titles()).toEqual([]);
  const { name, conditions, folds, quiet, channels, recipients, expiresOn, version } = watch;
  const body = { name, conditions, folds, quiet, channels, recipients, expiresOn, version, confirmations: 1 };
  okOf(await world.owner.post(`/watches/${watch.id}`, body));
  await world.readOn();
  expect((await world.alerts()).items.map(({ height }) => height)).toEqual([2, 1]);
});

test('a payment that a reorganisation moves below the beginning of its watch alerts there', async () => {
  const [paid] = payments(10) as [Uint8Array];
  world.setBlocks([genesis, blockAt(1), blockAt(2)]);
  await world.readOn();
  await world.watch({ name: 'Alice', subjects });
  world.setBlocks([genesis, blockAt(1), blockAt(2), blockAt(3, paid)]);
  await world.readOn();
  const other = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
    ...{ height, transactions: [coinbase(height, { to: 'dave', coins: 50 }), ...transactions] },
  });
  world.setBlocks([genesis, blockAt(1), other(2, paid), other(3), other(4)]);
  await world.readOn();
  expect((await world.alerts('open')).items.map(({ height }) => height)).toEqual([2]);
});

describe('exactly once', () => {
  test('holds when the server is killed before each step of block, alert and delivery', async () => {
    const admin = await openAsker(
      casework,
      await addAccount(casework, { role: 'agency-admin', agency: world.opened.people.owner.agency }),
    );
    const body = { kind: 'webhook', name: 'soc', target: 'https://hooks.example/x', kinds: [] };
    const { channel } = okOf<{ channel: { id: string } }>(await admin.post('/alert-channels', body));
    await watchAlice({ channels: [channel.id] });
    await world.watch({ name: 'Bob', subjects: [{ text: ADDRESS.bob }] });
    const received: string[] = [];
    const transport: SourceTransport = async ({ headers }) => {
      received.push(headers['webhook-id'] ?? '');
      return { status: 200, location: undefined, retryAfter: undefined, body: new Uint8Array() };
    };
    const paid = payments(...Array.from({ length: 9 }, () => 1));
    const blocks = chainOf(...paid);
    let kills = 0;
    /** Killed at the first step, then at the second, until it comes through. */
    const killAtEachStep = async (work: () => Promise<unknown>) => {
      for (let step = 0; ; step++) {
        world.restart();
        world.stepsLeft = step;
        try {
          await work();
          return;
        } catch (cause) {
          if (!(cause instanceof Killed)) throw cause;
          kills += 1;
          // What was claimed is due again after a minute.
          casework.advance(61_000);
        }
      }
    };
    const { signal } = new AbortController();
    for (let height = 1; height <= paid.length; height++) {
      world.setBlocks(blocks.slice(0, height + 1));
      await killAtEachStep(() => world.readOn());
      await killAtEachStep(() => deliverAlerts(casework, signal, { transport, onStep: world.onStep }));
    }
    world.stepsLeft = Number.POSITIVE_INFINITY;
    await world.signInAgain();
    const { items } = await world.alerts();
    expect(kills).toBeGreaterThanOrEqual(80);
    expect(items.map(({ height }) => height)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(items.every(({ origins }) => origins.length === 2)).toBe(true);
    // Sent twice where it was killed between sending and noting it, each time under the same id.
    expect(received.length).toBeGreaterThan(items.length);
    expect(new Set(received)).toEqual(new Set(items.map(({ id }) => `${id}_1`)));
  });

  test('holds for a node that was away: all blocks are read once, in order', async () => {
    await watchAlice();
    const paid = payments(...Array.from({ length: 12 }, () => 1));
    world.setBlocks(chainOf(...paid));
    world.restart();
    await world.readOn();
    await world.readOn();
    expect((await world.alerts()).items.map(({ height }) => height)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('holds over a reorganisation of depth 3, killed before each step: three alerts are retracted, and two raised again', async () => {
    await watchAlice();
    const [a, b, c, d] = payments(1, 2, 3, 4) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    world.setBlocks([genesis, blockAt(1, a), blockAt(2, b), blockAt(3, c), blockAt(4, d)]);
    await world.readOn();
    expect(await titles('open')).toHaveLength(4);
    // Blocks 2 to 4 are replaced: c comes a block later, d not at all.
    const other = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
      height,
      transactions: [coinbase(height, { to: 'dave', coins: 50 }), ...transactions],
    });
    world.setBlocks([genesis, blockAt(1, a), other(2, b), other(3), other(4, c), other(5)]);
    for (let step = 0; ; step++) {
      world.restart();
      world.stepsLeft = step;
      try {
        await world.readOn();
        break;
      } catch (cause) {
        if (!(cause instanceof Killed)) throw cause;
      }
    }
    world.stepsLeft = Number.POSITIVE_INFINITY;
    const { items, counts } = await world.alerts();
    expect(counts).toMatchObject({ all: 6, open: 3, retracted: 3 });
    const valid = items.filter(({ retracted }) => retracted === null);
    expect(valid.map(({ height, title }) => [height, title])).toEqual([
      [4, '3.00000000 BTC out of Alice'],
      [2, '2.00000000 BTC out of Alice'],
      [1, '1.00000000 BTC out of Alice'],
    ]);
    const twin = await world.alert(valid[0]?.id ?? '');
    const old = await world.alert(twin.replaces?.id ?? '');
    expect(old.retracted?.why).toBe(
      'Block 2 is not on the valid chain: another block of that height replaced it (depth 3).',
    );
    expect(old.replacedBy?.number).toBe(twin.number);
  });
});

describe('conditions', () => {
  const conditionsOf = (...pairs: [string, Record<string, string>][]) =>
    pairs.map(([rule, setting]) => ({ rule, setting }));
  const DAY = 86_400;

  test.each([
    ['direction', { is: 'in' }, []],
    ['direction', { is: 'out' }, [10, 0.5]],
    ['amount', { from: '1' }, [10]],
    ['amount', { to: '0.5' }, [0.5]],
    ['new-counterparty', {}, [10]],
    ['balance', { way: 'below', amount: '40' }, [0.5]],
    ['balance', { way: 'below', amount: '45' }, [10]],
    ['dormancy', { days: '30' }, [0.5]],
    ['category', { is: 'mixer' }, []],
    ['asset', { is: 'btc' }, [10, 0.5]],
  ] as [string, Record<string, string>, number[]][])('%s %o', async (rule, setting, found) => {
    const paid = payments(10, 0.5);
    const start = 1_231_006_505;
    const blocks = chainOf(...paid).map((block) => ({ ...block, time: start + (block.height === 2 ? 60 : 1) * DAY }));
    world.setBlocks(blocks.slice(0, 1));
    await world.readOn();
    await world.watch({ name: 'Alice', subjects, conditions: conditionsOf([rule, setting]) });
    world.setBlocks(blocks);
    await world.readOn();
    const words = found.map((coins) => `${coins.toFixed(8)} BTC out of Alice`).reverse();
    expect(await titles()).toEqual(words);
    // What the past would have raised is read by the same rules.
    const body = {
      kind: 'addresses',
      chain: 'btc',
      subject: ADDRESS.alice,
      conditions: conditionsOf([rule, setting]),
      folds: [],
    };
    const past = okOf<WatchPreview>(await world.owner.post(`/cases/${world.opened.id}/watches/preview`, body));
    const last = past.items
      .filter(({ height }) => height > 0)
      .map(({ title }) => title.replace('this subject', 'Alice'));
    expect(last).toEqual(words);
  });

  test('fold dust that arrives, and count it while its block is valid', async () => {
    const watch = await watchAlice({ folds: ['dust'] });
    const dust = spend([[mint(1), 0]], { to: 'alice', coins: 0.00001 }, { to: 'carol', coins: 49 });
    world.setBlocks([genesis, blockAt(1), blockAt(2, dust)]);
    await world.readOn();
    expect(await titles()).toEqual([]);
    const folded = async () => okOf<WatchView>(await world.owner.get(`/watches/${watch.id}`)).folded;
    expect(await folded()).toBe(1);
    world.setBlocks([genesis, blockAt(1), { height: 2, transactions: [coinbase(2, { to: 'dave', coins: 50 })] }]);
    await world.readOn();
    expect(await folded()).toBe(0);
  });

  test('are refused with what is wrong with them', async () => {
    world.setBlocks([genesis]);
    const ask = async (given: object) => {
      const body = { name: 'Alice', kind: 'addresses', chain: 'btc', subjects, ...given };
      const answer = await world.owner.post(`/cases/${world.opened.id}/watches`, body);
      return `${answer.status} ${String(answer.body.detail)}`;
    };
    expect(await ask({ conditions: conditionsOf(['luck', {}]) })).toMatch(/400 There is no such rule/);
    expect(await ask({ conditions: conditionsOf(['amount', { from: 'much' }]) })).toMatch(
      /400 At least: “much” is no amount/,
    );
    expect(await ask({ expiresOn: '2020-01-01' })).toBe('400 This day is over.');
    expect(await ask({ subjects: [{ text: 'nowhere' }] })).toMatch(/^400 /);
    expect(await ask({ kind: 'cat' })).toMatch(/This kind cannot be watched/);
  });
});

describe('legal authority', () => {
  const needs = async () => {
    const { needs: present } = okOf<CaseAuthorities>(
      await world.opened.as.owner.get(`/cases/${world.opened.id}/authorities`),
    );
    return world.opened.as.owner.post(`/cases/${world.opened.id}/authority-needs`, {
      version: present.version,
      acts: ['monitoring'],
    });
  };
  const order = {
    ...{ type: 'Court order', number: 'C-1', issuer: 'District court', from: '2026-11-01', to: '2026-11-20' },
    ...{ acts: ['monitoring'], chains: [], addresses: [], people: [], scope: '', extender: '' },
  };

  test('is demanded where the case demands it, and its end ends the reading, with a line in the log', async () => {
    world.setBlocks([genesis]);
    okOf(await needs());
    const body = { name: 'Alice', kind: 'addresses', chain: 'btc', subjects };
    const path = `/cases/${world.opened.id}/watches`;
    const refused = await world.owner.post(path, body);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringMatching(/legal authority for monitoring/),
    ]);
    okOf(await world.opened.as.owner.post(`/cases/${world.opened.id}/authorities`, order));
    const late = await world.owner.post(path, { ...body, expiresOn: '2026-11-21' });
    expect(late.body.detail).toBe('After the authority ends. Choose 2026-11-20 or earlier.');
    const watch = await watchAlice();
    expect(watch.authority).toMatchObject({ name: 'Court order C-1', to: '2026-11-20' });
    const paid = payments(1, 2);
    world.setBlocks(chainOf(paid[0] as Uint8Array));
    await world.readOn();
    casework.advance(3 * 86_400_000);
    world.setBlocks(chainOf(...paid));
    world.steps = [];
    await world.readOn();
    await world.signInAgain();
    expect(await titles()).toEqual(['1.00000000 BTC out of Alice']);
    expect(world.steps).toEqual(['end']);
    const ended = okOf<WatchView>(await world.owner.get(`/watches/${watch.id}`));
    expect([ended.state, ended.stateWhy]).toEqual(['ended', 'The legal authority ended on 2026-11-20.']);
    expect(await listCaseActs(casework, world.opened.id)).toContain('case.watch.end');
  });

  test('of a closed case ends too', async () => {
    const watch = await watchAlice();
    await casework.store.asOwner(
      `UPDATE agency_case SET status = 'closed', closed_at = now() WHERE id = '${world.opened.id}'`,
    );
    world.setBlocks(chainOf(...payments(1)));
    await world.readOn();
    const { state, stateWhy } = okOf<WatchView>(await world.owner.get(`/watches/${watch.id}`));
    expect([state, stateWhy, await titles()]).toEqual(['ended', 'The case was closed.', []]);
  });
});

test('a paused watch reads nothing, and continues with the next block', async () => {
  const watch = await watchAlice();
  const path = `/watches/${watch.id}/state`;
  const paused = okOf<WatchView>(await world.owner.post(path, { version: 1, state: 'paused', why: 'Holiday' }));
  const paid = payments(1, 2);
  world.setBlocks(chainOf(paid[0] as Uint8Array));
  await world.readOn();
  okOf(await world.owner.post(path, { version: paused.version, state: 'watching' }));
  world.setBlocks(chainOf(...paid));
  await world.readOn();
  expect(await titles()).toEqual(['2.00000000 BTC out of Alice']);
});

describe('an unconfirmed payment', () => {
  const [paid] = payments(10) as [Uint8Array];
  const at = 1_795_000_000;

  test('alerts where the watch does not wait for a block, and is the same alert once it is in one', async () => {
    await watchAlice({ confirmations: 0 });
    await world.setUnconfirmed(at, [genesis], paid);
    await world.readOn();
    world.restart();
    await world.readOn();
    expect((await world.alerts()).items.map(({ title, height }) => [title, height])).toEqual([
      ['10.00000000 BTC out of Alice', null],
    ]);
    world.setBlocks(chainOf(paid));
    await world.setUnconfirmed(at + 1, chainOf(paid));
    await world.readOn();
    const { items } = await world.alerts();
    expect(items.map(({ height }) => height)).toEqual([1]);
    const { events } = await world.alert(items[0]?.id ?? '');
    expect(events.map(({ what }) => what)).toEqual(['raised', 'confirmed']);
  });

  test('says nothing to a watch that waits for a block', async () => {
    await watchAlice();
    await world.setUnconfirmed(at, [genesis], paid);
    await world.readOn();
    expect(await titles()).toEqual([]);
  });

  test('of a watched output is its spend, and not what else its address gets', async () => {
    const blocks = chainOf(payments(10)[0] as Uint8Array);
    world.setBlocks(blocks);
    await world.readOn();
    const [first] = payments(10) as [Uint8Array];
    await world.watch({
      name: 'Change',
      kind: 'output',
      subjects: [{ text: `${txidOf(first)}:1` }],
      confirmations: 0,
    });
    const gets = spend([[mint(1), 0]], { to: 'alice', coins: 50 });
    await world.setUnconfirmed(at, blocks, gets);
    await world.readOn();
    expect(await titles()).toEqual([]);
    const spends = spend([[first, 1]], { to: 'bob', coins: 40 });
    await world.setUnconfirmed(at + 1, blocks, gets, spends);
    await world.readOn();
    expect((await world.alerts()).items.map(({ txid, height }) => [txid, height])).toEqual([[txidOf(spends), null]]);
  });

  test('crosses a balance that it is not part of yet, and is taken back where its block says otherwise', async () => {
    const below = (amount: string) => [{ rule: 'balance', setting: { way: 'below', amount } }];
    await watchAlice({ confirmations: 0, conditions: below('45') });
    await world.watch({ name: 'Never', subjects, confirmations: 0, conditions: below('55') });
    await world.setUnconfirmed(at, [genesis], paid);
    await world.readOn();
    const { items } = await world.alerts();
    expect(items.map(({ origins, mark }) => [origins.map(({ name }) => name), mark])).toEqual([
      [['W-1 Alice'], 'inference'],
    ]);
    // Another payment to her comes first: in the block the balance crosses nothing.
    const blocks = [genesis, { height: 1, transactions: [coinbase(1, { to: 'alice', coins: 50 }), paid] }];
    world.setBlocks(blocks);
    await world.setUnconfirmed(at + 1, blocks);
    await world.readOn();
    const { items: after } = await world.alerts();
    expect(after.map(({ retracted }) => retracted?.why)).toEqual([
      'In block 1 it does not meet the rules of the watch, as it did unconfirmed.',
    ]);
  });

  test('is taken back where the node drops it and no block contains it, a minute later', async () => {
    await watchAlice({ confirmations: 0 });
    await world.setUnconfirmed(at, [genesis], paid);
    await world.readOn();
    await world.setUnconfirmed(at + 1, [genesis]);
    await world.readOn();
    expect((await world.alerts()).counts.open).toBe(1);
    casework.advance(61_000);
    await world.setUnconfirmed(at + 62, [genesis]);
    await world.readOn();
    const { items, counts } = await world.alerts();
    expect(counts).toMatchObject({ all: 1, open: 0, retracted: 1 });
    expect(items[0]?.retracted?.why).toMatch(/no block contains it/);
  });
});
