import { getChain } from '@trailmark/chains/catalogue';
import { decodeHeader } from '@trailmark/chains/utxo/block';
import { ByteReader } from '@trailmark/chains/utxo/byte-reader';
import { readTransaction } from '@trailmark/chains/utxo/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../../test/needs.ts';
import type { BlockSource, SourceBlock } from '../source.ts';
import { type LitecoinNode, startLitecoinNode } from '../testing/litecoin-node.ts';
import { openBitcoinRpc } from './bitcoin-rpc.ts';
import { openBlockFiles } from './block-files.ts';

const CHAIN = getChain('ltc-regtest');
const EXPECT = {
  chainId: CHAIN.id,
  name: CHAIN.name,
  rpcChainName: CHAIN.rpcChainName,
  genesisHash: CHAIN.genesisHash,
};

async function readAll(source: BlockSource): Promise<SourceBlock[]> {
  const { height } = await source.head();
  const blocks: SourceBlock[] = [];
  for await (const batch of source.blocks({ from: 0, to: height, batchBytes: 20_000 })) blocks.push(...batch);
  return blocks;
}

describeWith('litecoind', (path) => {
  let node: LitecoinNode;
  beforeAll(async () => {
    node = await startLitecoinNode(path);
    await node.mine(150);
  });
  afterAll(() => node?.stop());

  const openNode = () =>
    openBitcoinRpc({ url: node.url, user: node.user, password: node.password, expectChain: EXPECT });
  const openFiles = () =>
    openBlockFiles({
      directory: node.blocksDirectory,
      magics: [CHAIN.magic],
      chainName: CHAIN.name,
      genesisHash: CHAIN.genesisHash,
      mweb: CHAIN.mweb,
    });

  test('the node and its block files give the same gapless chain', async () => {
    const [source, files] = [openNode(), await openFiles()];
    expect(await source.head()).toEqual(await files.head());
    const [fromNode, fromFiles] = [await readAll(source), await readAll(files)];
    expect(fromNode).toHaveLength(151);
    for (const [height, block] of fromNode.entries()) {
      expect(block.height).toBe(height);
      expect(Buffer.from(block.raw).equals(fromFiles[height]!.raw)).toBe(true);
      if (height > 0) expect(decodeHeader(block.raw).prevHash).toBe(decodeHeader(fromNode[height - 1]!.raw).hash);
    }
    await source.close();
  });

  test('undo files state what every input of every block spent', async () => {
    await node.call('sendtoaddress', await node.call<string>('getnewaddress'), 1.5);
    await node.mine(2);
    const files = await openFiles();
    const outputs = new Map<string, bigint>();
    let inputs = 0;
    for (const { height, raw } of await readAll(files)) {
      const reader = new ByteReader(raw, 80);
      const transactions = Array.from({ length: Number(reader.compactSize()) }, () =>
        readTransaction(reader, { mweb: true }),
      );
      const block = { height, parentHash: raw.subarray(4, 36), transactions: transactions.length };
      const spent = await files.spentOutputs?.(block);
      transactions.slice(1).forEach((transaction, tx) => {
        const values = transaction.inputs.map(({ prevTxid, prevVout }) => outputs.get(`${prevTxid}:${prevVout}`));
        expect(spent?.[tx]?.map(({ value }) => value)).toEqual(values);
        inputs += values.length;
      });
      for (const { txid, outputs: made } of transactions)
        made.forEach(({ value }, vout) => {
          outputs.set(`${txid}:${vout}`, value);
        });
    }
    expect(inputs).toBeGreaterThan(0);
    expect(files.report?.().isComplete).toBe(true);
  });

  test('both follow a reorganisation', async () => {
    const [source, files] = [openNode(), await openFiles()];
    const { height, hash } = await source.head();
    await node.call('invalidateblock', await source.hashAt(height - 1));
    await node.mine(4);
    const head = await source.head();
    expect(head.height).toBe(height + 2);
    expect(await source.hashAt(height)).not.toBe(hash);
    expect(await files.head()).toEqual(head);
    expect(await files.hashAt(height)).toBe(await source.hashAt(height));
    expect(files.census().staleBlocks).toBe(2);
    await source.close();
  });

  test('unconfirmed transactions come raw, and only those not known', async () => {
    const source = openNode();
    const address = await node.call<string>('getnewaddress');
    const first = await node.call<string>('sendtoaddress', address, 1);
    const second = await node.call<string>('sendtoaddress', address, 2);
    const mempool = await source.mempool(new Set([first]));
    expect([...mempool.txids].sort()).toEqual([first, second].sort());
    expect([...mempool.raw.keys()]).toEqual([second]);
    const raw = await node.call<string>('getrawtransaction', second);
    expect(Buffer.from(mempool.raw.get(second)!).toString('hex')).toBe(raw);
    await source.close();
  });

  test('a wrong chain and a wrong password are refused', async () => {
    const litecoin = getChain('ltc');
    const expectChain = { ...EXPECT, chainId: litecoin.id, name: litecoin.name, rpcChainName: 'main' };
    const credentials = { url: node.url, user: node.user, password: node.password };
    await expect(openBitcoinRpc({ ...credentials, expectChain }).head()).rejects.toThrow('use ltc-regtest');
    const wrong = openBitcoinRpc({ ...credentials, password: 'wrong', expectChain: EXPECT });
    await expect(wrong.head()).rejects.toThrow('refuses us (HTTP 401)');
  });
});
