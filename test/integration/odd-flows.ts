import { type Abi, encodeDeployData, encodeFunctionData } from 'viem';
import type { AnvilNode, AnvilReceipt } from '../../packages/ingest/src/testing/anvil-node.ts';
import { type CompiledContract, compileContracts } from './compile-contracts.ts';

/** Address of Ethereum's wrapped coin. */
export const WRAPPED = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const ONE = 10n ** 18n;
const MAX = 2n ** 256n - 1n;

/** A contract on the development node. */
export interface Deployed {
  readonly address: string;
  readonly abi: Abi;
}

/** Everything the flows leave behind. */
export interface OddWorld {
  /** Contracts by name. */
  readonly contracts: Readonly<Record<string, Deployed>>;
  /** Fungible tokens whose `balanceOf` is the truth, by name. */
  readonly coins: readonly string[];
  /** Everybody who may hold something, lower case with 0x. */
  readonly holders: readonly string[];
  readonly last: AnvilReceipt;
  send(name: string, functionName: string, args: readonly unknown[], options?: SendOptions): Promise<AnvilReceipt>;
}

export interface SendOptions {
  readonly from?: string;
  readonly value?: bigint;
}

/** Addresses that only receive. */
export const STRANGERS = Array.from({ length: 6 }, (_, i) => `0x${String(i + 1).repeat(40)}`);

function dataOf(contract: CompiledContract, args: readonly unknown[] = []): string {
  return encodeDeployData({ abi: contract.abi, bytecode: contract.bytecode, args });
}

/** Long, foreign to text, and an attack where it is shown without care. */
export const HOSTILE_SYMBOL = `<img src=x onerror=alert(1)>\u202e\u200b${'A'.repeat(5_000)}`;

class Builder {
  readonly contracts: Record<string, Deployed> = {};
  readonly #node: AnvilNode;
  readonly #compiled = compileContracts('odd-tokens.sol');

  constructor(node: AnvilNode) {
    this.#node = node;
  }

  compiled(name: string): CompiledContract {
    const contract = this.#compiled[name];
    if (!contract) throw new Error(`There is no contract ${name}.`);
    return contract;
  }

  async deploy(name: string, contract: string, args: readonly unknown[] = [], value = 0n): Promise<void> {
    const compiled = this.compiled(contract);
    const { contractAddress, status } = await this.#node.send({ data: dataOf(compiled, args), value });
    if (contractAddress === null || status !== '0x1') throw new Error(`${name} was not created.`);
    this.contracts[name] = { address: contractAddress.toLowerCase(), abi: compiled.abi };
  }

  async place(name: string, contract: string, address: string): Promise<void> {
    const { abi, deployedBytecode } = this.compiled(contract);
    await this.#node.call('anvil_setCode', address, deployedBytecode);
    this.contracts[name] = { address, abi };
  }

  send = (name: string, functionName: string, args: readonly unknown[], options: SendOptions = {}) => {
    const contract = this.contracts[name];
    if (!contract) throw new Error(`There is no ${name}.`);
    const data = encodeFunctionData({ abi: contract.abi, functionName, args });
    // A limit of our own: the node refuses to estimate what fails.
    return this.#node.send({ ...options, to: contract.address, data, gas: 3_000_000n });
  };
}

async function deployAll(build: Builder): Promise<void> {
  await build.deploy('coin', 'Coin', ['COIN', 'Plain coin', 18, 10n ** 24n]);
  await build.deploy('coin0', 'Coin', ['ZERO', 'No decimals', 0, 1_000n]);
  await build.deploy('coin77', 'Coin', ['MANY', 'Seventy-seven decimals', 77, MAX]);
  await build.deploy('hostile', 'Coin', [HOSTILE_SYMBOL, 'x'.repeat(300), 255, 10n ** 24n]);
  await build.deploy('honestFee', 'HonestFeeCoin');
  await build.deploy('hiddenFee', 'HiddenFeeCoin');
  await build.deploy('falseAnswer', 'FalseCoin');
  await build.deploy('nameless', 'NamelessCoin');
  await build.deploy('bytes32', 'Bytes32Coin');
  await build.deploy('nft', 'Nft');
  await build.deploy('multi', 'Multi');
  await build.deploy('forwarder', 'Forwarder');
  await build.deploy('refuser', 'Refuser');
  await build.deploy('receiver', 'Receiver');
  await build.deploy('bomb', 'Bomb', [], 3n * ONE);
  await build.deploy('bombMaker', 'BombMaker');
  await build.place('wrapped', 'Wrapped', WRAPPED);
}

async function moveTokens(build: Builder, accounts: readonly string[]): Promise<void> {
  const [own, second] = accounts;
  const { send } = build;
  const simple = ['coin', 'coin0', 'coin77', 'hostile', 'honestFee', 'hiddenFee', 'falseAnswer', 'nameless', 'bytes32'];
  for (const [i, name] of simple.entries()) await send(name, 'transfer', [STRANGERS[i % STRANGERS.length], 100n]);
  await send('coin', 'transfer', [own, 5n]);
  await send('coin', 'transferFrom', [STRANGERS[0], STRANGERS[1], 0n], { from: second as string });
  await send('coin', 'approve', [second, MAX]);
  await send('coin', 'transferFrom', [own, STRANGERS[2], 7n], { from: second as string });
  await send('coin', 'transfer', [STRANGERS[3], 10n ** 30n]);
  await send('coin77', 'transfer', [STRANGERS[4], MAX - 100n]);
  await send('coin', 'many', [STRANGERS, 3n]);
  await send('nft', 'mint', [own, 7n]);
  await send('nft', 'mint', [own, MAX]);
  await send('nft', 'transferFrom', [own, STRANGERS[0], MAX]);
  await send('multi', 'mint', [own, [1n, 2n, MAX], [10n, 20n, 1n]]);
  await send('multi', 'mint', [own, [], []]);
  await send('multi', 'move', [STRANGERS[1], 1n, 4n]);
}

async function moveCoins(node: AnvilNode, build: Builder): Promise<AnvilReceipt> {
  const { send, contracts } = build;
  const [own, , third] = node.accounts;
  const refuser = contracts.refuser?.address;
  await node.send({ to: STRANGERS[0] as string, value: ONE });
  await node.send({ to: own as string, value: 5n });
  await node.send({ from: third as string, to: STRANGERS[5] as string, value: 0n });
  await send('forwarder', 'split', [STRANGERS[1], STRANGERS[2]], { value: 10n });
  await send('forwarder', 'split', [refuser, STRANGERS[2]], { value: 10n });
  await send('forwarder', 'nested', [STRANGERS[3], false], { value: 11n });
  await send('forwarder', 'nested', [STRANGERS[3], true], { value: 11n });
  await send('forwarder', 'revertAll', [STRANGERS[4]], { value: 12n });
  await send('forwarder', 'delegated', [contracts.forwarder?.address], { value: 13n });
  await send('wrapped', 'deposit', [], { value: 2n * ONE });
  await send('wrapped', 'transfer', [STRANGERS[2], ONE]);
  await send('wrapped', 'withdraw', [ONE / 2n]);
  await send('bomb', 'destroy', [STRANGERS[5]]);
  await send('bombMaker', 'makeAndDestroy', [STRANGERS[5]], { value: 17n });
  await send('bombMaker', 'makeAndBurn', [], { value: 19n });
  return send('bombMaker', 'make', [`0x${'5a'.repeat(32)}`], { value: 23n });
}

/** Deploys tokens and contracts of every odd kind on a development node and moves coins and tokens through them. */
export async function makeOddWorld(node: AnvilNode): Promise<OddWorld> {
  const build = new Builder(node);
  await deployAll(build);
  await moveTokens(build, node.accounts);
  const last = await moveCoins(node, build);
  const contracts = build.contracts;
  const coins = ['coin', 'coin0', 'coin77', 'hostile', 'honestFee', 'falseAnswer', 'nameless', 'bytes32', 'wrapped'];
  const holders = [...node.accounts, ...STRANGERS, ...Object.values(contracts).map(({ address }) => address)];
  return { contracts, coins, holders: [...new Set(holders)], last, send: build.send };
}
