import { encodeDeployData, encodeFunctionData } from 'viem';
import type { AnvilNode } from '../../packages/ingest/src/testing/anvil-node.ts';
import { compileContracts } from '../../test/integration/compile-contracts.ts';

/** A node's chain of token transfers. */
export interface FilledChain {
  /** The token's contract, 0x and 40 lower-case hex digits. */
  readonly token: string;
  readonly logs: number;
  readonly transactions: number;
  readonly blocks: number;
}

export interface FillPlan {
  readonly blocks: number;
  readonly transactionsPerBlock: number;
  /** Transfer events of one transaction. */
  readonly logsPerTransaction: number;
  /** Different recipients. */
  readonly recipients: number;
}

/** 25,000 transactions with four Transfer events each in 500 blocks, after one that creates the token. */
export const HUNDRED_THOUSAND: FillPlan = {
  blocks: 500,
  transactionsPerBlock: 50,
  logsPerTransaction: 4,
  recipients: 5_000,
};

async function post(url: string, calls: readonly { method: string; params: unknown[] }[]): Promise<void> {
  const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })));
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const failed = ((await answer.json()) as { error?: { message: string } }[]).find(({ error }) => error);
  if (failed) throw new Error(failed.error?.message);
}

/** Fills a development node with token transfers of a new token, the same ones every time. */
export async function fillNode(node: AnvilNode, plan: FillPlan = HUNDRED_THOUSAND): Promise<FilledChain> {
  const { Coin } = compileContracts('odd-tokens.sol');
  if (!Coin) throw new Error('The token did not compile.');
  const { abi, bytecode } = Coin;
  const data = encodeDeployData({ abi, bytecode, args: ['COIN', 'Bench coin', 18, 10n ** 30n] });
  await node.call('evm_setAutomine', true);
  const { contractAddress } = await node.send({ data });
  const [from] = node.accounts;
  await node.call('evm_setAutomine', false);
  const recipient = (index: number) =>
    `0x${((index * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0').repeat(5)}` as const;
  let made = 0;
  for (let block = 0; block < plan.blocks; block++) {
    const calls = Array.from({ length: plan.transactionsPerBlock }, () => {
      const to = Array.from({ length: plan.logsPerTransaction }, () => recipient(made++ % plan.recipients));
      const call = encodeFunctionData({ abi, functionName: 'many', args: [to, 1n] });
      const transaction = { from, to: contractAddress, data: call, gas: '0x40000' };
      return { method: 'eth_sendTransaction', params: [transaction] };
    });
    await post(node.url, calls);
    await node.call('evm_mine');
  }
  const [head, last] = [
    await node.call<{ number: string }>('eth_getBlockByNumber', 'latest', false),
    await node.call<{ transactions: string[] }>('eth_getBlockByNumber', 'latest', false),
  ];
  if (last.transactions.length !== plan.transactionsPerBlock)
    throw new Error('The node did not take every transaction.');
  return {
    token: contractAddress ?? '',
    logs: made + 1,
    transactions: made / plan.logsPerTransaction,
    blocks: Number(head.number),
  };
}
