import type { ApiClient } from '../../packages/api/src/client.ts';
import type { StatementAnswer, StatementLineAnswer } from '../../packages/api/src/contract/statement.ts';
import { statementRequest } from '../../packages/api/src/contract/statement-wire.ts';
import type { ChainId } from '../../packages/core/src/chain.ts';
import { type NodeCall, toUnits } from './node-ledger.ts';

interface Stated {
  readonly answer: StatementAnswer;
  readonly lines: readonly StatementLineAnswer[];
}

const PAGE = 500;

/** The statement of a set of addresses with all of its lines, as the API answers it. */
export async function readStatement(api: ApiClient, chain: ChainId, addresses: Iterable<string>): Promise<Stated> {
  const subjects = [...addresses].map((text) => ({ kind: 'address' as const, chain, text }));
  const request = statementRequest.parse({ subjects, spam: true });
  const answer = (await api.call('runStatement', { body: request })) as StatementAnswer;
  const lines: StatementLineAnswer[] = [];
  while (lines.length < answer.lineCount) {
    const body = { request, offset: lines.length, limit: PAGE };
    const page = await api.call('listStatementLines', { body });
    lines.push(...(page.lines as StatementLineAnswer[]));
    if (page.lines.length === 0) break;
  }
  return { answer, lines };
}

/** What each transaction changed for the set, fees included, by txid; those that changed nothing are left out. */
export function netByTransaction(lines: readonly StatementLineAnswer[], asset: string): Map<string, bigint> {
  const net = new Map<string, bigint>();
  for (const { txid = '', legs, fee } of lines)
    for (const leg of fee ? [...legs, fee] : legs)
      if (leg.asset === asset) net.set(txid, (net.get(txid) ?? 0n) + leg.amount);
  return new Map([...net].filter(([, amount]) => amount !== 0n));
}

interface WalletRow {
  readonly txid: string;
  readonly category: 'send' | 'receive' | 'generate' | 'immature' | 'orphan';
  readonly amount: number;
  /** Negative, and the same on each row of a payment to several. */
  readonly fee?: number;
  readonly confirmations: number;
}

/** The same by a node's own wallet: its `listtransactions`, without what is not in the chain. */
export async function readWalletNet(call: NodeCall): Promise<Map<string, bigint>> {
  const rows = await call<WalletRow[]>('listtransactions', '*', 100_000, 0);
  const net = new Map<string, bigint>();
  const fees = new Map<string, bigint>();
  for (const { txid, category, amount, fee, confirmations } of rows) {
    if (confirmations < 1 || category === 'orphan') continue;
    net.set(txid, (net.get(txid) ?? 0n) + toUnits(amount));
    if (fee !== undefined) fees.set(txid, toUnits(fee));
  }
  for (const [txid, fee] of fees) net.set(txid, (net.get(txid) ?? 0n) + fee);
  return new Map([...net].filter(([, amount]) => amount !== 0n));
}

/** Which of these addresses are of the node's wallet, change included. */
export async function listWalletAddresses(call: NodeCall, addresses: Iterable<string>): Promise<string[]> {
  const own: string[] = [];
  for (const address of addresses)
    if ((await call<{ ismine: boolean }>('getaddressinfo', address)).ismine) own.push(address);
  return own;
}

interface Receipt {
  readonly from: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
}

/** Fees that each sender paid over a development chain, from the receipts of all of its blocks. */
export async function readPaidFees(call: NodeCall): Promise<Map<string, bigint>> {
  const fees = new Map<string, bigint>();
  const tip = Number(await call<string>('eth_blockNumber'));
  for (let height = 1; height <= tip; height++) {
    const receipts = await call<Receipt[]>('eth_getBlockReceipts', `0x${height.toString(16)}`);
    for (const { from, gasUsed, effectiveGasPrice } of receipts)
      fees.set(from, (fees.get(from) ?? 0n) + BigInt(gasUsed) * BigInt(effectiveGasPrice));
  }
  return fees;
}
