import { startLitecoinNode } from '../../packages/ingest/src/testing/litecoin-node.ts';
import { type NodeBlock, readNodeBlock } from './node-block.ts';
import type { PlainTransaction } from './plain-ledger.ts';
import type { SimulatedKind, SimulatedWorld } from './simulated-world.ts';
import { openWorld } from './simulated-world.ts';
import type { SimulatedTransaction, Simulation } from './simulation.ts';
import { createCast, fundEverybody, listWallets, runRound } from './wallet-behaviours.ts';

const MATURITY = 100;
/** Coinbases that fund everybody: 30 of 50 coins. */
const FUNDING_BLOCKS = 30;
export const ROUNDS = 90;

/**
 * Plays wallets of known behaviour on a regtest chain of a Litecoin node and writes down what is in its blocks and who
 * owns each address. The seed decides what everybody does; keys and the coins a wallet selects differ from run to run.
 */
export async function simulateWallets(litecoind: string, seed: string, rounds = ROUNDS): Promise<Simulation> {
  const node = await startLitecoinNode(litecoind, ['-walletbroadcast=0', '-maxtxfee=1', '-keypool=30']);
  try {
    const world = openWorld(node, seed);
    const cast = createCast();
    // The wallet `w` is the node's own: it mines and funds, and its addresses are truth like all others. Every wallet reads
    // every block, so the long first stretch comes before there are many.
    await mine(world, MATURITY + FUNDING_BLOCKS);
    for (const wallet of listWallets(cast)) await world.createWallet(wallet);
    await fundEverybody(world, cast);
    await mine(world, 1);
    for (let round = 0; round < rounds; round++) {
      await runRound(world, cast, round);
      await mine(world, 1);
    }
    return await readSimulation(world, seed);
  } finally {
    await node.stop();
  }
}

async function mine(world: SimulatedWorld, blocks: number): Promise<void> {
  await world.node.mine(blocks, await world.createAddress('w', 'bech32'));
}

async function readSimulation(world: SimulatedWorld, seed: string): Promise<Simulation> {
  const { version } = await world.node.call<{ version: number }>('getnetworkinfo');
  const height = await world.node.call<number>('getblockcount');
  const transactions: SimulatedTransaction[] = [];
  const walletsOf = new Map<string, readonly (string | undefined)[]>();
  for (let at = 1; at <= height; at++) {
    const hash = await world.node.call<string>('getblockhash', at);
    const block = await world.node.call<NodeBlock>('getblock', hash, 2);
    for (const plain of readNodeBlock(block)) {
      const signers = plain.inputs.map(({ txid, vout }) => walletsOf.get(txid)?.[vout]);
      const owners = await findOwners(world, block, plain.index, signers);
      walletsOf.set(plain.txid, owners);
      transactions.push({ ...plain, kind: findKind(world, plain), owners });
    }
  }
  return {
    seed,
    node: `Litecoin Core ${version}`,
    wallets: [...new Set(world.walletOf.values())].sort(),
    transactions,
  };
}

function findKind(world: SimulatedWorld, { txid, isCoinbase }: PlainTransaction): SimulatedKind {
  const kind = isCoinbase ? 'coinbase' : world.kinds.get(txid);
  if (!kind) throw new Error(`The chain holds ${txid}, which nobody sent.`);
  return kind;
}

/** Wallet of each output of a transaction; undefined for outputs without an address. */
async function findOwners(
  world: SimulatedWorld,
  block: NodeBlock,
  index: number,
  signers: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  const owners: (string | undefined)[] = [];
  for (const { scriptPubKey } of block.tx[index]?.vout ?? []) {
    const address = scriptPubKey.address ?? scriptPubKey.addresses?.[0];
    owners.push(address === undefined ? undefined : await findWallet(world, address, signers));
  }
  return owners;
}

/** An address nobody handed out is change: one of the wallets that signed must say that it is theirs. */
async function findWallet(
  world: SimulatedWorld,
  address: string,
  signers: readonly (string | undefined)[],
): Promise<string> {
  const known = world.walletOf.get(address);
  if (known !== undefined) return known;
  for (const wallet of new Set(signers)) {
    if (wallet === undefined) continue;
    const { ismine } = await world.call<{ ismine: boolean }>(wallet, 'getaddressinfo', address);
    if (ismine) return wallet;
  }
  throw new Error(`No wallet of the simulation owns ${address}.`);
}
