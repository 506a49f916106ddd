import type { PaymentCheck, StatedPayment } from '@trailmark/api/contract/scam-report';
import { parseAddress } from '@trailmark/chains/chain-address';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { formatUnits, parseUnits } from '@trailmark/core/amount';
import type { ChainId } from '@trailmark/core/chain';
import type { Transfer } from '@trailmark/core/ledger';
import { positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { findTransactionPlace, formatAddress } from '../ledger/any-chain.ts';
import { describeAsset } from '../ledger/asset-words.ts';
import type { Ledgers, ServedLedger } from '../ledger/ledgers.ts';

export interface ScamParts {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
}

/** Transfers of one transaction that are read. */
const MOST_TRANSFERS = 2_000;
const MOST_PAYERS = 100;
/** People remember the hour, and clocks of wallets differ: more than a day is another payment. */
const DAY = 86_400;

export interface SeenPayment {
  readonly address: string | null;
  readonly units: bigint;
  readonly decimals: number;
  readonly amount: string;
  readonly unit: string;
}

export interface SeenTransaction {
  readonly height: number;
  readonly time: number;
  readonly payments: readonly SeenPayment[];
  /** Addresses that paid it. */
  readonly payers: readonly string[];
}

/** A decimal text without zeros at its end, as people write amounts. */
export function toPlainAmount(units: bigint, decimals: number): string {
  return formatUnits(units, decimals).replace(/\.?0+$/, (end, at: number, whole: string) =>
    whole.slice(0, at + 1).includes('.') || end.startsWith('.') ? '' : end,
  );
}

function toSeen(parts: ScamParts, ledger: ServedLedger, transfers: readonly Transfer[]): SeenPayment[] {
  return transfers.flatMap(({ asset, amount, to, kind, basis }) => {
    if (basis !== 'fact' || kind === 'fee') return [];
    const words = describeAsset(parts.knowledge.tokens, ledger.id, asset);
    if (!words) return [];
    const address = to === undefined ? null : formatAddress(ledger, to);
    const shown = { amount: toPlainAmount(amount, words.decimals), unit: words.symbol };
    return [{ address, units: amount, decimals: words.decimals, ...shown }];
  });
}

/** What a transaction paid; undefined where it is not indexed. Tokens that nobody vouches for are left out. */
export async function readSeenPayment(
  parts: ScamParts,
  ledger: ServedLedger,
  txid: string,
  read: ReadOptions,
): Promise<SeenTransaction | undefined> {
  const position = await findTransactionPlace(ledger, txid, read);
  if (position === undefined) return undefined;
  const height = positionHeight(position);
  const transfers = (await ledger.transfers.transfersAt([position], MOST_TRANSFERS, read)).get(position) ?? [];
  const time = ledger.transfers.block(height)?.time;
  if (time === undefined) return undefined;
  const paying = transfers.filter(({ basis }) => basis === 'fact').flatMap(({ from }) => from);
  const payers = [...new Set(paying)].map((key) => formatAddress(ledger, key));
  return { height, time, payments: toSeen(parts, ledger, transfers), payers };
}

/** Addresses that paid a stated payment: they may be the victim's own. None where it is not indexed. */
export async function listPayers(
  parts: ScamParts,
  { chain, txid }: Pick<StatedPayment, 'chain' | 'txid'>,
  read: ReadOptions,
): Promise<string[]> {
  const [ledger, id] = [parts.ledgers.find(chain), txid === null ? undefined : toTxid(txid)];
  const seen = ledger && id !== undefined ? await readSeenPayment(parts, ledger, id, read) : undefined;
  return seen?.payers.slice(0, MOST_PAYERS) ?? [];
}

/** An address in the one spelling of its chain; undefined for what is none. */
export function toCanonicalAddress(ledger: ServedLedger, text: string): string | undefined {
  try {
    return formatAddress(ledger, parseAddress(ledger.id, text));
  } catch {
    return undefined;
  }
}

/** The id of a transaction as ledgers know it; undefined for what is none. */
export function toTxid(text: string): string | undefined {
  return /^(?:0[xX])?([0-9a-fA-F]{64})$/.exec(text.trim())?.[1]?.toLowerCase();
}

function answer(
  finding: PaymentCheck['finding'],
  sentence: string,
  seen?: SeenTransaction,
  sum?: Pick<SeenPayment, 'amount' | 'unit'>,
): PaymentCheck {
  const { height = null, time = null } = seen ?? {};
  return { finding, sentence, height, time, amount: sum?.amount ?? null, unit: sum?.unit ?? null };
}

const shownTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Payments of the stated unit to one address, as one. */
function sumTo(payments: readonly SeenPayment[], unit: string): SeenPayment | undefined {
  const own = payments.filter((payment) => payment.unit.toUpperCase() === unit.toUpperCase());
  const [first] = own;
  if (!first) return undefined;
  const units = own.reduce((sum, payment) => sum + payment.units, 0n);
  return { ...first, units, amount: toPlainAmount(units, first.decimals) };
}

function isSameAmount(stated: string, { units, decimals }: SeenPayment): boolean {
  try {
    return parseUnits(stated, decimals) === units;
  } catch {
    // More decimal places than the asset has.
    return false;
  }
}

function compareAmount(stated: StatedPayment, seen: SeenTransaction, to: readonly SeenPayment[]): PaymentCheck {
  const sum = sumTo(to, stated.unit);
  const at = `${shownTime(seen.time)} UTC, height ${seen.height}`;
  if (!sum) {
    const [other] = to;
    const paid = other ? ` It paid ${other.amount} ${other.unit} instead.` : '';
    return answer('other-amount', `On chain (${at}), but it paid no ${stated.unit} here.${paid}`, seen, other);
  }
  const paid = `${sum.amount} ${sum.unit}`;
  if (stated.amount !== null && !isSameAmount(stated.amount, sum)) {
    return answer('other-amount', `On chain (${at}), but it paid ${paid}. You wrote ${stated.amount}.`, seen, sum);
  }
  if (stated.at !== null && Math.abs(stated.at - seen.time) > DAY) {
    const sentence = `On chain, but on another day: ${at}. You wrote ${shownTime(stated.at).slice(0, 10)}. It paid ${paid}.`;
    return answer('other-time', sentence, seen, sum);
  }
  return answer('matches', `On chain, ${at}. It paid ${paid}.`, seen, sum);
}

function checkSeen(ledger: ServedLedger, stated: StatedPayment, seen: SeenTransaction): PaymentCheck {
  if (stated.address === null) return compareAmount(stated, seen, seen.payments);
  const address = toCanonicalAddress(ledger, stated.address);
  if (address === undefined) {
    const sentence = `On chain, but the address is none of ${traitsOf(ledger.id).name}. Paste the whole value.`;
    return answer('not-to-address', sentence, seen);
  }
  const to = seen.payments.filter((payment) => payment.address === address);
  if (to.length > 0) return compareAmount(stated, seen, to);
  const sentence = 'On chain, but it paid nothing to this address. Check the direction, or which address received it.';
  return answer('not-to-address', sentence, seen);
}

async function findElsewhere(parts: ScamParts, chain: ChainId, txid: string, read: ReadOptions) {
  for (const ledger of parts.ledgers.list()) {
    if (ledger.id !== chain && (await findTransactionPlace(ledger, txid, read)) !== undefined) return ledger;
  }
  return undefined;
}

/** Whether a stated payment exists, and whether amount, day and direction are what the reporter says. */
export async function checkPayment(parts: ScamParts, stated: StatedPayment, read: ReadOptions): Promise<PaymentCheck> {
  if (stated.txid === null || stated.txid === '') {
    return answer('no-transaction', 'No transaction id was given, so nothing can be checked on chain.');
  }
  const txid = toTxid(stated.txid);
  if (txid === undefined) {
    return answer(
      'no-transaction',
      'This is no transaction id: 64 hexadecimal digits are expected. Paste the whole value.',
    );
  }
  const ledger = parts.ledgers.find(stated.chain);
  const { name } = traitsOf(stated.chain);
  const seen = ledger && (await readSeenPayment(parts, ledger, txid, read));
  if (ledger && seen) return checkSeen(ledger, stated, seen);
  const other = await findElsewhere(parts, stated.chain, txid, read);
  if (other) return answer('not-on-chain', `Not on ${name}: this is a transaction of ${traitsOf(other.id).name}.`);
  if (!ledger) return answer('chain-not-indexed', `${name} is not indexed here, so nothing can be checked.`);
  const tip = ledger.transfers.tip()?.height;
  const sentence = `Not among the indexed blocks of ${name}${tip === undefined ? '' : ` (up to ${tip})`}. It can be right all the same.`;
  return answer('not-on-chain', sentence);
}
