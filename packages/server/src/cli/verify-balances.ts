import { formatAccount } from '@trailmark/chains/account/account-address';
import { chainName, getAccountChain } from '@trailmark/chains/account-catalogue';
import { formatAssetId, NATIVE_ASSET } from '@trailmark/core/asset';
import { type AccountChainId, parseAccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { openAccountSource } from '@trailmark/ingest/account/account-source-spec';
import { type BalanceReport, checkBalances } from '@trailmark/ingest/account/check-balances';
import { findLockHolder, takeDataLock } from '@trailmark/store/data-lock';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import type { Config } from '../config.ts';
import { LedgerHost } from '../ledger/ledger-host.ts';
import { handOverQuestion } from './hand-over.ts';

/** Name of the question at the control socket. */
export const BALANCES_QUESTION = 'verify-balances';
const DIFFERENCES_SHOWN = 20;

export interface VerifyBalancesOptions {
  readonly chain: AccountChainId;
  readonly rpc: string;
  readonly limit: number;
}

interface Verdict {
  readonly text: string;
  /** The chain's own coin adds up everywhere; tokens that keep books of their own are no fault of the index. */
  readonly isSound: boolean;
}

/** Text of a contract for a terminal: no character of it steers one. */
function toPlain(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 40);
}

export function formatBalanceReport(chain: AccountChainId, report: BalanceReport): Verdict {
  const definition = getAccountChain(chain);
  const { differences, faultyTokens } = report;
  const coins = differences.filter(({ asset }) => asset === NATIVE_ASSET);
  const heights = `between blocks ${formatCount(report.fromHeight)} and ${formatCount(report.toHeight)}`;
  const lines = [
    `${chainName(chain)}: ${formatPlural(report.compared, 'balance')} of ${formatPlural(report.addresses, 'address', 'addresses')} compared with the node ${heights}; ${formatCount(differences.length)} differ.`,
  ];
  if (report.unanswered > 0) {
    lines.push(
      `The node could not state ${formatPlural(report.unanswered, 'balance')}: it no longer has the state of those blocks.`,
    );
  }
  if (faultyTokens.length > 0) {
    const names = faultyTokens.map(({ contract, symbol }) => `0x${contract}${symbol ? ` ("${toPlain(symbol)}")` : ''}`);
    lines.push(
      `Balances of ${formatPlural(faultyTokens.length, 'token')} are not derived from now on: ${names.join(', ')}.`,
    );
  }
  for (const { address, asset, derived, stated } of differences.slice(0, DIFFERENCES_SHOWN)) {
    lines.push(
      `  ${formatAccount(definition, address)} ${formatAssetId(chain, asset)}: moves add up to ${derived}, the node says ${stated}`,
    );
  }
  if (coins.length > 0)
    lines.push(`The coin does not add up for ${formatPlural(coins.length, 'address', 'addresses')}.`);
  return { text: lines.join('\n'), isSound: coins.length === 0 };
}

async function compare(host: LedgerHost, config: Config, options: VerifyBalancesOptions): Promise<Verdict> {
  const { chain, rpc, limit } = options;
  const store = await host.openAccountChain(chain);
  const spec = { url: rpc, password: config.rpcPassword, depth: 'traces' as const };
  const source = await openAccountSource(getAccountChain(chain), spec);
  try {
    return formatBalanceReport(chain, await checkBalances({ store, source, limit }));
  } finally {
    await source.close();
  }
}

function readQuestion(asked: unknown): VerifyBalancesOptions {
  const { chain, rpc, limit } = (asked ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof rpc === 'string' && typeof limit === 'number')
    return { chain: parseAccountChainId(String(chain)), rpc, limit };
  throw new AppError('invalid', 'A chain, the address of a node and a number of addresses are expected.');
}

/** Answers the question in the process that holds the data folder. */
export async function answerBalancesQuestion(host: LedgerHost, config: Config, asked: unknown): Promise<string> {
  return JSON.stringify(await compare(host, config, readQuestion(asked)));
}

async function compareHere(config: Config, options: VerifyBalancesOptions): Promise<Verdict> {
  const lock = takeDataLock(config.dataDir, `verify ${options.chain}`);
  try {
    const host = await LedgerHost.open(config);
    try {
      return await compare(host, config, options);
    } finally {
      await host.close();
    }
  } finally {
    lock.release();
  }
}

/** Compares balances with a node, here or in the server that holds the data folder. Returns whether the coin adds up. */
export async function verifyBalances(config: Config, options: VerifyBalancesOptions): Promise<boolean> {
  const holder = findLockHolder(config.dataDir);
  const verdict = holder?.control
    ? (JSON.parse(await handOverQuestion(holder.control, BALANCES_QUESTION, options)) as Verdict)
    : await compareHere(config, options);
  process.stdout.write(`${verdict.text}\n`);
  return verdict.isSound;
}
