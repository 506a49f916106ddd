import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnvilNode, findAnvil, startAnvil } from '../../packages/ingest/src/testing/anvil-node.ts';
import { netByTransaction, readPaidFees, readStatement } from './node-statements.ts';
import { makeOddWorld, type OddWorld, STRANGERS } from './odd-flows.ts';
import {
  eventually,
  runTrailmark,
  startServer,
  startTrailmark,
  type TrailmarkProcess,
  type TrailmarkServer,
} from './trailmark-process.ts';

const anvil = findAnvil();
const ONE = 10n ** 18n;

/** A node that says something else than it knows. */
async function openLiar(target: string, change: (body: string) => string): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    const onward = request(target, { method: 'POST', headers: { 'content-type': 'application/json' } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => outgoing.end(change(text)));
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

if (!anvil) test.skip('skipped: needs anvil', () => undefined);
describe.runIf(anvil !== undefined)('with anvil', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-anvil-'));
  const dataDir = join(folder, 'main');
  let node: AnvilNode;
  let world: OddWorld;
  let server: TrailmarkServer;
  let ingest: TrailmarkProcess;

  const startIngest = (): TrailmarkProcess =>
    startTrailmark(['ingest', 'eth', '--rpc', node.url, '--follow', '--data-dir', dataDir]);
  const chainOf = async (api: TrailmarkServer['api'], id = 'eth') =>
    (await api.call('listChains', {})).items.find((chain) => chain.id === id);
  const untilIndexed = async (of: TrailmarkServer = server) => {
    const { hash } = await node.call<{ hash: string }>('eth_getBlockByNumber', 'latest', false);
    await eventually(
      () => chainOf(of.api),
      (chain) => chain?.tip?.hash === hash.slice(2),
    );
  };
  const account = (address: string) => server.api.call('getAddress', { params: { chain: 'eth', address }, query: {} });
  const assetsOf = async (address: string) =>
    (await server.api.call('listAddressAssets', { params: { chain: 'eth', address }, query: { limit: 200 } })).items;
  const balanceOf = async (name: string, holder: string): Promise<bigint> => {
    const contract = world.contracts[name];
    if (!contract) throw new Error(`There is no ${name}.`);
    const data = encodeFunctionData({ abi: contract.abi, functionName: 'balanceOf', args: [holder] });
    return BigInt(await node.call<string>('eth_call', { to: contract.address, data }, 'latest'));
  };

  beforeAll(async () => {
    node = await startAnvil(anvil as string);
    world = await makeOddWorld(node);
    server = await startServer(dataDir);
    ingest = startIngest();
    await untilIndexed();
  });

  afterAll(async () => {
    await ingest?.stop();
    await server?.stop();
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('what every address received and sent adds up to the balance the node states', async () => {
    for (const holder of world.holders) {
      const [start, now] = await Promise.all(
        ['0x0', 'latest'].map(async (at) => BigInt(await node.call<string>('eth_getBalance', holder, at))),
      );
      const { coin } = await account(holder);
      expect([holder, (coin?.received ?? 0n) - (coin?.sent ?? 0n)]).toEqual([holder, (now ?? 0n) - (start ?? 0n)]);
    }
  });

  test('token moves add up to the balances of every contract that reports what it does', async () => {
    for (const holder of world.holders) {
      const assets = await assetsOf(holder);
      for (const name of world.coins) {
        const id = `eth:${world.contracts[name]?.address}`;
        const held = assets.find(({ asset }) => asset.id === id);
        expect([holder, name, (held?.received ?? 0n) - (held?.sent ?? 0n)]).toEqual([
          holder,
          name,
          await balanceOf(name, holder),
        ]);
      }
    }
  });

  test('a statement of every address has the fees of its receipts, and the changes of its coin and tokens that the node states', async () => {
    const fees = await readPaidFees(node.call);
    expect(fees.size).toBeGreaterThan(0);
    for (const holder of world.holders) {
      const { answer, lines } = await readStatement(server.api, 'eth', [holder]);
      const [start, now] = await Promise.all(
        ['0x0', 'latest'].map(async (at) => BigInt(await node.call<string>('eth_getBalance', holder, at))),
      );
      const rowOf = (id: string) => answer.balances.find(({ asset }) => asset.id === id);
      const changeOf = (id: string) => (rowOf(id)?.in ?? 0n) - (rowOf(id)?.out ?? 0n) - (rowOf(id)?.fees ?? 0n);
      expect([holder, changeOf('eth'), rowOf('eth')?.fees]).toEqual([
        holder,
        (now ?? 0n) - (start ?? 0n),
        fees.get(holder) ?? 0n,
      ]);
      const moved = [...netByTransaction(lines, 'eth').values()].reduce((sum, amount) => sum + amount, 0n);
      expect(moved).toBe(changeOf('eth'));
      for (const name of world.coins) {
        const id = `eth:${world.contracts[name]?.address}`;
        expect([holder, name, changeOf(id)]).toEqual([holder, name, await balanceOf(name, holder)]);
      }
    }
  });

  test('a contract whose events do not add up is found by asking the node, and its balances are no longer derived', async () => {
    const hidden = world.contracts.hiddenFee?.address ?? '';
    const check = await runTrailmark(['verify', 'eth', '--rpc', node.url, '--data-dir', dataDir]);
    expect(check.output).toContain('SFEE');
    expect(check.output).toMatch(/1 token/);
    const [, recipient] = [hidden, STRANGERS[5] as string];
    const asset = (await assetsOf(recipient)).find(({ asset: { id } }) => id === `eth:${hidden}`);
    expect(asset?.balance).toBeNull();
    expect(asset?.balanceNote).toContain('cannot be derived');
  });

  test('names of contracts are quoted, capped and never believed', async () => {
    const assets = await assetsOf(node.accounts[0] as string);
    const hostile = assets.find(({ asset }) => asset.id === `eth:${world.contracts.hostile?.address}`)?.asset;
    expect(hostile).toMatchObject({ isVerified: false, decimals: 255 });
    expect(hostile?.symbol?.length).toBeLessThanOrEqual(128);
    const nameless = assets.find(({ asset }) => asset.id === `eth:${world.contracts.nameless?.address}`)?.asset;
    expect(nameless).toMatchObject({ symbol: null, name: null, decimals: null, isVerified: false });
    const wide = assets.find(({ asset }) => asset.id === `eth:${world.contracts.coin77?.address}`)?.asset;
    expect(wide).toMatchObject({ symbol: 'MANY', decimals: 77 });
  });

  test('a transfer is answered soon after its block, without a request', async () => {
    const stranger = `0x${'77'.repeat(20)}`;
    await node.send({ to: stranger, value: 5n * ONE });
    await eventually(
      () => account(stranger),
      ({ coin }) => coin?.received === 5n * ONE,
    );
  });

  test('after a reorganisation the index is what the node says, and nothing of the lost branch remains', async () => {
    const [gone, kept] = [`0x${'88'.repeat(20)}`, `0x${'99'.repeat(20)}`];
    const snapshot = await node.call<string>('evm_snapshot');
    await node.send({ to: gone, value: ONE });
    await world.send('coin', 'transfer', [gone, 9n]);
    await untilIndexed();
    expect((await account(gone)).totals?.transactionCount).toBe(2);
    await node.call('evm_revert', snapshot);
    await node.send({ to: kept, value: 2n * ONE });
    await node.send({ to: kept, value: 1n });
    await node.send({ to: kept, value: 1n });
    await untilIndexed();
    expect((await account(gone)).status).toBe('not-seen');
    expect((await account(kept)).coin?.received).toBe(2n * ONE + 2n);
    const fresh = await startServer(join(folder, 'fresh'));
    try {
      await runTrailmark(['ingest', 'eth', '--rpc', node.url, '--data-dir', join(folder, 'fresh')]);
      for (const address of [...world.holders, kept]) {
        const ask = (of: TrailmarkServer) =>
          of.api.call('listAddressTransfers', { params: { chain: 'eth', address }, query: { limit: 1_000 } });
        expect((await ask(server)).items).toEqual((await ask(fresh)).items);
      }
    } finally {
      await fresh.stop();
    }
  });

  test('a node whose logs are not those of its receipts is stopped at, and nothing of it is kept', async () => {
    const dataOf = (amount: bigint) => `"data":"0x${amount.toString(16).padStart(64, '0')}"`;
    const liar = await openLiar(node.url, (body) => body.replaceAll(dataOf(100n), dataOf(10_000n)));
    try {
      const lied = await runTrailmark(['ingest', 'eth', '--rpc', liar.url, '--data-dir', join(folder, 'lied')]);
      expect(lied.code).not.toBe(0);
      expect(lied.output).toMatch(/receipt/);
    } finally {
      liar.server.close();
    }
  });

  test('a node of another chain is refused with the names of both', async () => {
    const refused = await runTrailmark(['ingest', 'polygon', '--rpc', node.url, '--data-dir', join(folder, 'other')]);
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain('serves Ethereum (chain id 1): use eth');
  });
});
