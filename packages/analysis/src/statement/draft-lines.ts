import type { AddressKey, AssetId } from '@trailmark/core/ledger';
import type { SetPayment, SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { LineArrival } from '@trailmark/core/statement/statement';
import { LINE_RULES } from './line-types/catalogue.ts';
import type { NamedLine } from './line-types/line-rule.ts';

/** One amount of a draft: positive came in, negative went out. */
export interface DraftLeg {
  readonly asset: AssetId;
  readonly amount: bigint;
  readonly tokenId: bigint | undefined;
}

/** A line before it has a number, a value, names and balances. */
export interface DraftLine extends NamedLine {
  readonly rule: string | undefined;
  readonly legs: readonly DraftLeg[];
  readonly fee: DraftLeg | undefined;
  readonly others: readonly AddressKey[];
  readonly own: readonly AddressKey[];
  /** Where what left over a bridge arrived, whose legs are part of the line. */
  readonly arrival?: LineArrival;
  /** Tokens that came in a transaction of somebody else, or left in one: what spam looks like. */
  readonly isUnasked: boolean;
}

type Named = NamedLine & { readonly rule: string };

const TRANSACTION_RULES = LINE_RULES.flatMap(({ id, ofTransaction }) => (ofTransaction ? [{ id, ofTransaction }] : []));
const PAYMENT_RULES = LINE_RULES.flatMap(({ id, ofPayment }) => (ofPayment ? [{ id, ofPayment }] : []));
const DEPOSIT: NamedLine = { type: 'deposit', basis: 'fact' };
const WITHDRAWAL: NamedLine = { type: 'withdrawal', basis: 'fact' };

function nameTransaction(transaction: SetTransaction): Named | undefined {
  for (const { id, ofTransaction } of TRANSACTION_RULES) {
    const found = ofTransaction(transaction);
    if (found) return { ...found, rule: id };
  }
  return undefined;
}

function namePayment(payment: SetPayment, isIn: boolean, transaction: SetTransaction): NamedLine & { rule?: string } {
  for (const { id, ofPayment } of PAYMENT_RULES) {
    const found = ofPayment(payment, isIn, transaction);
    if (found) return { ...found, rule: id };
  }
  return isIn ? DEPOSIT : WITHDRAWAL;
}

function unique(keys: readonly (AddressKey | undefined)[]): AddressKey[] {
  const [first] = keys;
  if (keys.length < 2) return first === undefined ? [] : [first];
  return [...new Set(keys.filter((key) => key !== undefined))];
}

/** The change of each asset as legs, the fee taken out: what a line that names a whole transaction shows. */
function legsOfNet({ net, fee, ins, outs }: SetTransaction): DraftLeg[] {
  const tokens = new Map([...outs, ...ins].map(({ asset, tokenId }) => [asset, tokenId]));
  return [...net]
    .map(([asset, amount]) => {
      const paid = fee?.asset === asset ? fee.amount : 0n;
      return { asset, amount: amount + paid, tokenId: tokens.get(asset) };
    })
    .filter(({ amount }) => amount !== 0n);
}

/** Payments of one asset to or from the same others are one line. Items of a multi-token stay apart. */
function groupPayments(payments: readonly SetPayment[]): (readonly SetPayment[])[] {
  if (payments.length < 2) return payments.length === 0 ? [] : [payments];
  const groups = new Map<string, SetPayment[]>();
  for (const payment of payments) {
    const key = `${payment.asset} ${payment.kind} ${payment.tokenId ?? ''} ${payment.others.join(',')}`;
    const same = groups.get(key);
    if (same) same.push(payment);
    else groups.set(key, [payment]);
  }
  return [...groups.values()];
}

function isTokenKind({ kind }: SetPayment): boolean {
  return kind === 'token' || kind === 'nft' || kind === 'multi-token' || kind === 'trc10';
}

function draftPayments(payments: readonly SetPayment[], isIn: boolean, transaction: SetTransaction): DraftLine[] {
  return groupPayments(payments).flatMap((group): DraftLine[] => {
    const [first] = group;
    if (!first) return [];
    const total = group.reduce((sum, { amount }) => sum + amount, 0n);
    const { type, basis, note, rule } = namePayment(first, isIn, transaction);
    return [
      {
        ...{ type, basis, note, rule },
        legs: [{ asset: first.asset, amount: isIn ? total : -total, tokenId: first.tokenId }],
        fee: undefined,
        others: first.others,
        own: unique(group.map(({ own }) => own)),
        isUnasked: isTokenKind(first) && !transaction.isOwnCall,
      },
    ];
  });
}

function feeOf({ fee }: SetTransaction): DraftLeg | undefined {
  return fee && fee.amount > 0n ? { asset: fee.asset, amount: -fee.amount, tokenId: undefined } : undefined;
}

/**
 * The lines of a transaction: one for all of it where a rule names it, otherwise one for each payment to or from others. The
 * fee is on the first line. Legs and fees of the lines add up to the change of the set in each asset.
 */
export function draftLines(transaction: SetTransaction): DraftLine[] {
  const { ins, outs, within } = transaction;
  const fee = feeOf(transaction);
  const named = nameTransaction(transaction);
  if (named) {
    const all = [...outs, ...ins, ...within];
    const others = unique([...outs, ...ins].flatMap(({ others: keys }) => keys));
    const own = unique(all.map((payment) => payment.own));
    return [{ ...named, legs: legsOfNet(transaction), fee, others, own, isUnasked: false }];
  }
  const lines = [...draftPayments(outs, false, transaction), ...draftPayments(ins, true, transaction)];
  const [first] = lines;
  if (first && fee) lines[0] = { ...first, fee };
  return lines;
}
