import { findAccountFindings } from '@trailmark/analysis/account-findings/find-account-findings';
import { holdsHistory } from '@trailmark/analysis/account-findings/indexed-history';
import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { Gap } from '@trailmark/api/wire';
import { formatAccount } from '@trailmark/chains/account/account-address';
import type { AddressCoverage } from '@trailmark/core/account-block';
import { HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import type { AccountTotals, StoredMove } from '@trailmark/core/account-ledger';
import { natureOf } from '@trailmark/core/account-nature';
import { networkOfChain } from '@trailmark/core/network';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toAddressLabels, toLabelsAsOf } from '../../knowledge/labels/label-answer.ts';
import type { Ledgers, ServedAccounts } from '../ledgers.ts';
import type { NamedAccount } from './account-input.ts';
import type { AccountView } from './account-view.ts';

export type AccountSummary = OfFamily<RouteOutput<Contract['getAddress']>, 'accounts'>;

const TRON_HEX = '41';

/** Other spellings of the same account. */
export function toAliases({ chain }: ServedAccounts, { key }: NamedAccount): AccountSummary['aliases'] {
  return chain.family === 'tron' ? [{ form: 'hexadecimal', text: `${TRON_HEX}${key}` }] : [];
}

type ContractFlag = Pick<AccountSummary, 'isContract' | 'contractNote'>;

const SIGNED = 'It signed transactions, which takes a key.';

/** Whether an address is a contract, as far as the indexed facts show (`natureOf`). */
export function toContractFlag({ chain }: ServedAccounts, totals: AccountTotals | undefined): ContractFlag {
  if (!totals) return { isContract: null, contractNote: null };
  const nature = natureOf(totals);
  if (nature === 'contract') {
    const contractNote =
      totals.createdAt === undefined
        ? 'It emitted a log or made an internal transfer. Its creation is not indexed.'
        : 'The transaction that created it is indexed.';
    return { isContract: true, contractNote };
  }
  if (nature === 'delegating' && chain.family === 'evm') {
    return { isContract: false, contractNote: `${SIGNED} Code also ran at it: it delegates to code (EIP-7702).` };
  }
  if (nature !== 'unknown') return { isContract: false, contractNote: SIGNED };
  return { isContract: null, contractNote: 'No indexed fact shows whether it is a contract or an account.' };
}

/** Counts, with the first and last time it was seen. */
export function toCounts(view: AccountView, totals: AccountTotals | undefined): AccountSummary['totals'] {
  if (!totals) return null;
  const [firstHeight, lastHeight] = [positionHeight(totals.firstPosition), positionHeight(totals.lastPosition)];
  const [first, last] = [view.moment(firstHeight), view.moment(lastHeight)];
  return {
    transactionCount: totals.transactionCount,
    blockPaymentCount: totals.blockPaymentCount,
    moveCount: totals.moveCount,
    sentCount: totals.sentCount,
    assetCount: totals.assetCount,
    firstHeight,
    firstTime: first.time,
    firstTimeEstimated: first.timeEstimated,
    lastHeight,
    lastTime: last.time,
    lastTimeEstimated: last.timeEstimated,
  };
}

/** The earliest coin an address was paid, with the transaction it came in, and whether an earlier one may be missing. */
export async function readFirstFunder(
  view: AccountView,
  { key }: NamedAccount,
  move: StoredMove | undefined,
  read: ReadOptions,
): Promise<AccountSummary['firstFunder']> {
  if (!move) return null;
  const height = positionHeight(move.position);
  const { reader } = view.ledger;
  const [[record], isCertain] = await Promise.all([
    reader.transactions([move.position], read),
    holdsHistory(reader, key, height, read.signal),
  ]);
  return {
    address: view.address(move.from),
    kind: move.kind,
    amount: move.amount,
    hash: record?.hash ?? null,
    height,
    time: view.moment(height).time,
    isCertain,
  };
}

export function toFetched(coverage: readonly AddressCoverage[]): AccountSummary['fetched'] {
  return coverage.map(({ source, fetchedAt, fromHeight, toHeight, holds, isComplete, note }) => ({
    source,
    fetchedAt,
    fromHeight,
    toHeight,
    internals: (holds & HAS_INTERNALS) !== 0,
    tokens: (holds & HAS_LOGS) !== 0,
    isComplete,
    note: note ?? null,
  }));
}

/** Heuristics sum up every counterparty: beyond so many moves that takes seconds, and says little of a hub. */
const MOST_MOVES = 50_000;

/** That heuristics were not run, where they were not. */
export function toFindingGaps(totals: AccountTotals | undefined): Gap[] {
  if (!totals || totals.moveCount <= MOST_MOVES) return [];
  const message = `This address has ${formatCount(totals.moveCount)} moves. Heuristics are asked of addresses with at most ${formatCount(MOST_MOVES)}, so none are listed here.`;
  return [{ kind: 'stopped-early', message, fromHeight: null, toHeight: null, count: null }];
}

/** What heuristics state about an address, with labels of this chain only; nothing for one the index has not seen. */
export async function readFindings(
  view: AccountView,
  knowledge: Knowledge,
  { key }: NamedAccount,
  totals: AccountTotals | undefined,
  read: ReadOptions,
): Promise<AccountSummary['findings']> {
  if (!totals || totals.moveCount > MOST_MOVES) return [];
  const { id, chain, reader } = view.ledger;
  const network = networkOfChain(id);
  const labels = knowledge.labels();
  const found = await findAccountFindings({
    reader,
    chain: id,
    address: key,
    labelsOf: (address) => (network ? labels.labelsOf(network, formatAccount(chain, address)) : []),
    signal: read.signal,
  });
  return found.map(({ rule, title, sentence, confidence, subject, evidence, figures }) => ({
    rule,
    title,
    sentence,
    confidence,
    subject: subject === undefined ? null : view.address(subject),
    evidence: [...evidence],
    figures: { ...figures },
  }));
}

export function toKnown(
  { id }: ServedAccounts,
  knowledge: Knowledge,
  { address }: NamedAccount,
): AccountSummary['known'] {
  const network = networkOfChain(id);
  const labels = knowledge.labels();
  return network ? { ...toAddressLabels(labels, network, address), labels: toLabelsAsOf(labels) } : null;
}

/** Other chains of the Ethereum family on which the same 20 bytes were seen. They are never merged. */
export async function readOtherChains(
  ledgers: Ledgers,
  { id, chain }: ServedAccounts,
  { key }: NamedAccount,
  read: ReadOptions,
): Promise<AccountSummary['otherChains']> {
  if (chain.family !== 'evm') return [];
  const others = ledgers.list('accounts').filter((other) => other.chain.family === 'evm' && other.id !== id);
  const found = await Promise.all(
    others.map(async (other) => {
      const totals = (await other.reader.totals([key], read)).get(key);
      return totals ? [{ chain: other.id, name: other.chain.name, moveCount: totals.moveCount }] : [];
    }),
  );
  return found.flat();
}
