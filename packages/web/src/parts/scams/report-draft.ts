import type { ScamReading, StatedPayment, Suspect } from '@trailmark/api/contract/scam-report';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { ScamCategoryId, ScamReporter, SuspectKind } from '@trailmark/core/scam-report';

/** A payment of the form. Times are as typed, `2026-03-03 14:20` UTC. */
export interface DraftPayment {
  readonly id: string;
  readonly chain: StatedPayment['chain'];
  readonly txid: string;
  readonly address: string;
  readonly amount: string;
  readonly unit: string;
  readonly at: string;
}

export interface DraftFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly stated: string;
  readonly found: string;
}

export interface ReportDraft {
  readonly category: ScamCategoryId;
  readonly reporter: ScamReporter;
  readonly payments: readonly DraftPayment[];
  readonly suspects: readonly Suspect[];
  readonly story: Readonly<Record<'contact' | 'communications' | 'exchanges' | 'timeline', string>>;
  readonly lossAmount: string;
  readonly lossCurrency: string;
  readonly victim: Readonly<Record<'name' | 'email' | 'phone' | 'country', string>>;
  readonly hasConsent: boolean;
  readonly files: readonly DraftFile[];
}

export const EMPTY_REPORT: ReportDraft = {
  category: 'investment',
  reporter: 'victim',
  payments: [],
  suspects: [],
  story: { contact: '', communications: '', exchanges: '', timeline: '' },
  lossAmount: '',
  lossCurrency: 'USD',
  victim: { name: '', email: '', phone: '', country: '' },
  hasConsent: false,
  files: [],
};

/** Seconds of a time as typed; null for nothing, undefined for what is none. */
export function readTypedTime(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(trimmed);
  const ms = match ? Date.parse(`${match[1]}T${match[2] ?? '12:00'}:00Z`) : Number.NaN;
  return Number.isFinite(ms) && ms >= 0 ? ms / 1_000 : undefined;
}

/** A payment as it is checked and sent; undefined where amount or time cannot be read. */
export function toStated(payment: DraftPayment): StatedPayment | undefined {
  const at = readTypedTime(payment.at);
  const amount = payment.amount.trim();
  if (at === undefined || (amount !== '' && !/^\d{1,30}(?:\.\d{1,30})?$/.test(amount))) return undefined;
  const orNull = (text: string): string | null => text.trim() || null;
  return {
    chain: payment.chain,
    txid: orNull(payment.txid),
    address: orNull(payment.address),
    amount: orNull(amount),
    unit: payment.unit.trim() || traitsOf(payment.chain).symbol,
    at,
  };
}

const shownTime = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ');

/** What a text says about a transaction that the ledger knows: matching amounts, and those that match no payment. */
export interface FoundPayment {
  readonly payment: DraftPayment;
  /** Amounts of the text in the same unit, where none of them is what was paid. */
  readonly otherAmounts: readonly string[];
}

/** Payments of a reading: each transaction that is on chain, to the address of the text where it paid one. */
export function toFoundPayments({ items, transactions }: ScamReading): FoundPayment[] {
  const stated = items
    .filter(({ kind }) => kind === 'amount')
    .flatMap(({ value, other }) => [value, ...(other === null ? [] : [other])]);
  return transactions.flatMap(({ chain, txid, time, payments, payers }): FoundPayment[] => {
    // What comes back to who paid is change.
    const named = payments.filter(({ isNamed, address }) => isNamed && !(address !== null && payers.includes(address)));
    // A transaction that paid nobody of the text, or several: one row, and the person says which payment it was.
    const shown = named.length > 0 ? named : [{ address: null, amount: '', unit: traitsOf(chain).symbol }];
    return shown.map(({ address, amount, unit }) => {
      const amounts = stated.filter((text) => text.endsWith(` ${unit}`)).map((text) => text.split(' ')[0] ?? '');
      const isMatch = amount === '' || amounts.length === 0 || amounts.includes(amount);
      const id = `${txid}:${address ?? ''}`;
      return {
        payment: { id, chain, txid, address: address ?? '', amount, unit, at: shownTime(time) },
        otherAmounts: isMatch ? [] : amounts,
      };
    });
  });
}

const SUSPECT_OF: Readonly<Partial<Record<ScamReading['items'][number]['kind'], SuspectKind>>> = {
  address: 'address',
  domain: 'domain',
  email: 'email',
  phone: 'phone',
  handle: 'handle',
};

const PERSONAL: ReadonlySet<SuspectKind> = new Set(['email', 'phone', 'handle']);

/** What a reading may state about the other side. Ways to write to a person, and addresses that paid, may be the victim's own: the person decides. */
export function toFoundSuspects({
  items,
  transactions,
}: ScamReading): (Suspect & { readonly needsDecision: boolean })[] {
  const payers = new Set(transactions.flatMap((one) => one.payers));
  return items.flatMap(({ kind, value, chain }) => {
    const suspect = SUSPECT_OF[kind];
    if (suspect === undefined) return [];
    const isPayer = suspect === 'address' && payers.has(value);
    return [{ kind: suspect, value, chain, needsDecision: PERSONAL.has(suspect) || isPayer }];
  });
}

export const suspectId = ({ kind, value, chain }: Suspect): string => `${kind}:${chain ?? ''}:${value.toLowerCase()}`;

/** Payments and suspects of a draft with those of a reading, each once. */
export function mergeReading(draft: ReportDraft, reading: ScamReading): ReportDraft {
  const payments = new Map(draft.payments.map((payment) => [payment.id, payment]));
  for (const { payment } of toFoundPayments(reading)) if (!payments.has(payment.id)) payments.set(payment.id, payment);
  const suspects = new Map(draft.suspects.map((suspect) => [suspectId(suspect), suspect]));
  for (const { needsDecision, ...suspect } of toFoundSuspects(reading)) {
    if (!needsDecision) suspects.set(suspectId(suspect), suspect);
  }
  return { ...draft, payments: [...payments.values()], suspects: [...suspects.values()] };
}

/** What is sent; the sentence of what is wrong where something is. */
export function toSubmission(draft: ReportDraft): { readonly body: SubmissionBody } | { readonly fault: string } {
  const payments = draft.payments.map(toStated);
  const wrong = payments.findIndex((payment) => payment === undefined);
  if (wrong >= 0) {
    return {
      fault: `Payment ${wrong + 1}: amounts are digits with at most one point, times are like 2026-03-03 14:20 (UTC).`,
    };
  }
  const loss = draft.lossAmount.trim();
  if (loss !== '' && !/^\d{1,15}(?:\.\d{1,2})?$/.test(loss)) {
    return { fault: 'The loss is digits with at most one point and two places, such as 58267.51.' };
  }
  return {
    body: {
      category: draft.category,
      reporter: draft.reporter,
      payments: payments.filter((payment) => payment !== undefined),
      suspects: [...draft.suspects],
      story: draft.story,
      loss: loss === '' ? null : { amount: loss, currency: draft.lossCurrency },
      victim: draft.hasConsent ? draft.victim : null,
      evidence: [...draft.files],
    },
  };
}

export interface SubmissionBody {
  category: ScamCategoryId;
  reporter: ScamReporter;
  payments: StatedPayment[];
  suspects: Suspect[];
  story: ReportDraft['story'];
  loss: { amount: string; currency: string } | null;
  victim: ReportDraft['victim'] | null;
  evidence: DraftFile[];
}
