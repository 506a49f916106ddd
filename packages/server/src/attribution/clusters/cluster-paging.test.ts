import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { expect, test } from 'vitest';
import type { ArrayReader } from '../../testing/array-reader.ts';
import { createClusterHost } from '../../testing/cluster-host.ts';
import { buildLedger, type RawBlock } from '../../testing/ledger-builder.ts';
import { createSampleApp } from '../../testing/sample-app.ts';
import { coinbase, spend } from '../../testing/sample-ledger.ts';

const chain = 'btc';
const owner = (number: number): Owner => ({ type: 'p2pkh', payload: new Uint8Array(20).fill(number) });
const pay = (number: number, coins = 50) => ({ to: ownerScript(owner(number)) as Uint8Array, coins });
/** Address of the person with this number; persons 1 to 8 appear in the order of their numbers. */
const address = (number: number) => formatOwner(getChain(chain), owner(number));
const MEMBERS = [1, 3, 4, 6];

const minted = [1, 2, 3, 4, 5, 6, 7, 8].map((number, height) => coinbase(height, pay(number)));
const mint = (number: number) => minted[number - 1] as Uint8Array;
const joined = spend(
  MEMBERS.map((number) => [mint(number), 0] as const),
  pay(1, 200),
);
const block = (height: number, ...transactions: Uint8Array[]): RawBlock => ({
  height,
  transactions: [coinbase(height, pay(8)), ...transactions],
});
/** A block in which the cluster takes somebody in. */
const join = (height: number, number: number) =>
  block(
    height,
    spend(
      [
        [joined, 0],
        [mint(number), 0],
      ],
      pay(1, 250),
    ),
  );

const BASE: readonly RawBlock[] = [
  ...minted.map((transaction, height) => ({ height, transactions: [transaction] })),
  block(8, joined),
];
const build = (...blocks: readonly RawBlock[]) => buildLedger(chain, [...BASE, ...blocks]);

/** A ledger that changes to another one, as a node's does, and the server over it. */
function openSite(first: ArrayReader) {
  let present = first;
  const reader = new Proxy(first, {
    get: (_, name) => {
      const value = Reflect.get(present, name, present) as unknown;
      return typeof value === 'function' ? value.bind(present) : value;
    },
  }) as OutputLedger;
  const host = createClusterHost(chain, reader);
  const { client } = createSampleApp({
    reader,
    knowledge: { clusters: (id) => (id === chain ? host.get() : undefined) },
  });
  return {
    client,
    host,
    change: (next: ArrayReader) => {
      present = next;
    },
  };
}

type Site = ReturnType<typeof openSite>;

async function open(first: ArrayReader): Promise<Site> {
  const site = openSite(first);
  await site.host.catchUp();
  return site;
}

function pageOf({ client }: Site, cursor?: string | null, cluster = address(1)) {
  const query = { limit: 2, ...(cursor ? { cursor } : {}) };
  return client.call('listClusterMembers', { params: { chain, cluster }, query });
}

const CHANGED = { kind: 'conflict', message: expect.stringContaining('Begin again with the first page') };

test('a block that adds members behind the page shown leaves the cursor good', async () => {
  const site = await open(build());
  const first = await pageOf(site);
  expect(first.items.map((item) => item.address)).toEqual([address(1), address(3)]);
  site.change(build(join(9, 7)));
  await site.host.catchUp();
  const second = await pageOf(site, first.next);
  const third = await pageOf(site, second.next);
  expect([...second.items, ...third.items].map((item) => item.address)).toEqual([4, 6, 7].map(address));
  expect([second.rules.height, second.cluster.size, third.next]).toEqual([9, 5, null]);
});

test('a block that adds a member among those shown ends the list with a sentence', async () => {
  const site = await open(build());
  const { next } = await pageOf(site);
  site.change(build(join(9, 2)));
  await site.host.catchUp();
  await expect(pageOf(site, next)).rejects.toMatchObject(CHANGED);
  expect((await pageOf(site)).items.map((item) => item.address)).toEqual([address(1), address(2)]);
});

test('a reorganisation ends the list with a sentence, also where the new branch has as many members', async () => {
  const site = await open(build(join(9, 7)));
  const { next } = await pageOf(site);
  const links = { params: { chain, cluster: address(1) }, query: { limit: 1 } } as const;
  const { next: link } = await site.client.call('listClusterLinks', links);
  site.change(build(join(9, 5), block(10)));
  await site.host.catchUp();
  await expect(pageOf(site, next)).rejects.toMatchObject(CHANGED);
  const query = { limit: 1, cursor: link ?? '' };
  await expect(site.client.call('listClusterLinks', { ...links, query })).rejects.toMatchObject(CHANGED);
});

test('a link of another cluster leaves the list of links good', async () => {
  const site = await open(build(join(9, 7), join(10, 5)));
  const ask = (cursor?: string | null) => {
    const query = { limit: 1, ...(cursor ? { cursor } : {}) };
    return site.client.call('listClusterLinks', { params: { chain, cluster: address(1) }, query });
  };
  const first = await ask();
  site.change(
    build(
      join(9, 7),
      join(10, 5),
      block(
        11,
        spend(
          [
            [mint(2), 0],
            [mint(8), 0],
          ],
          pay(2, 100),
        ),
      ),
    ),
  );
  await site.host.catchUp();
  const second = await ask(first.next);
  expect([first.items[0]?.height, second.items[0]?.height]).toEqual([8, 9]);
});

test('a cursor with the number of a cluster is refused once the number is another cluster’s', async () => {
  const people = (from: number) => [from, from + 1, from + 2].map((number) => pay(number));
  const branch = (from: number) => {
    const funding = coinbase(9, ...people(from));
    const union = spend(
      [
        [funding, 0],
        [funding, 1],
        [funding, 2],
      ],
      pay(from, 150),
    );
    return build({ height: 9, transactions: [funding] }, block(10, union));
  };
  const site = await open(branch(21));
  const [number] = [site.host.get()?.numberOf(owner(21))];
  const { next } = await pageOf(site, undefined, String(number));
  site.change(branch(31));
  await site.host.catchUp();
  expect((await pageOf(site, undefined, String(number))).cluster.root).toBe(address(31));
  const again = pageOf(site, next, String(number));
  await expect(again).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('for this list') });
});

test('until the clusters have followed to the other branch, nothing is answered from a mix of both', async () => {
  const site = await open(build(join(9, 7)));
  const params = { chain, cluster: address(1) } as const;
  site.change(build(join(9, 5), block(10)));
  const refusal = { kind: 'unavailable', message: expect.stringContaining('Ask again') };
  const pair = { params: { chain, address: address(1), other: address(7) } } as const;
  await expect(site.client.call('getCluster', { params })).rejects.toMatchObject(refusal);
  await expect(site.client.call('listClusterMembers', { params })).rejects.toMatchObject(refusal);
  await expect(site.client.call('listClusterLinks', { params })).rejects.toMatchObject(refusal);
  await expect(site.client.call('listClusterCounterparties', { params })).rejects.toMatchObject(refusal);
  await expect(site.client.call('whyTogether', pair)).rejects.toMatchObject(refusal);
  await site.host.catchUp();
  const { verdict, rules } = await site.client.call('whyTogether', pair);
  expect([verdict, rules.height]).toEqual(['apart', 10]);
});

test('whatever changes while people ask, every answer is of one branch, and names it', async () => {
  const branches = [
    { reader: build(join(9, 7)), members: [1, 3, 4, 6, 7] },
    { reader: build(join(9, 5), block(10)), members: [1, 3, 4, 5, 6] },
    { reader: build(), members: MEMBERS },
  ];
  const expected = new Map(
    branches.map(({ reader, members }) => [reader.tip()?.hash, members.map(address).toSorted()] as const),
  );
  // On the way from branch to branch the clusters are as both began, and at each block in between.
  expected.set(branches[1]?.reader.block(9)?.hash, [1, 3, 4, 5, 6].map(address).toSorted());
  expected.set(build().block(8)?.hash, MEMBERS.map(address).toSorted());
  const site = await open(build());
  const params = { chain, cluster: address(1) } as const;
  let answered = 0;
  const ask = async () => {
    try {
      const { items, rules, cluster } = await site.client.call('listClusterMembers', { params });
      expect(items.map((item) => item.address).toSorted()).toEqual(expected.get(rules.hash ?? ''));
      expect(cluster.size).toBe(items.length);
      answered += 1;
    } catch (error) {
      expect(error).toMatchObject({ kind: 'unavailable' });
    }
  };
  for (let round = 0; round < 30; round++) {
    site.change((branches[round % 3] as (typeof branches)[number]).reader);
    const asking = [ask(), ask()];
    const following = site.host.catchUp();
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      asking.push(ask());
    }
    await Promise.all([following, ...asking]);
    await ask();
  }
  expect(answered).toBeGreaterThanOrEqual(30);
});
