import type { AlertBody, AlertLine, AlertMovement } from '@trailmark/core/alert';
import type { AddressKey } from '@trailmark/core/ledger';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { formatAddress } from '../ledger/any-chain.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';
import { findAssetWords, formatAsset } from './rule-world.ts';
import { netOf, otherSides, type RuleWorld, type WatchHit } from './rules/watch-rule.ts';
import type { SubjectStep } from './subjects/watch-subject.ts';

/** Payments shown in an alert; the transaction has the others. */
const SHOWN = 20;
const MOST_PAYERS = 5;

function noteOf(key: AddressKey | undefined, kind: string, world: RuleWorld): string {
  if (key === undefined) return kind === 'fee' ? 'fee' : 'to nobody';
  if (world.isOwn(key)) return 'watched';
  const [label] = world.labelsOf(key);
  return label ? `labelled “${label.label.slice(0, 60)}” (${label.pack})` : 'no label';
}

function toMovements(
  ledger: ServedLedger,
  knowledge: Knowledge,
  { transfers, change }: WatchHit,
  world: RuleWorld,
): readonly AlertMovement[] {
  const { id: chain } = ledger;
  return transfers
    .filter(({ asset }) => asset === change.asset)
    .slice(0, SHOWN)
    .map(({ from, to, amount, asset, kind }) => {
      const { symbol = 'units', decimals = 0 } = findAssetWords(knowledge, chain, asset) ?? {};
      return {
        from: from.slice(0, MOST_PAYERS).map((key) => formatAddress(ledger, key)),
        to: to === undefined ? null : formatAddress(ledger, to),
        amount: String(amount),
        ...{ asset, symbol, decimals },
        note: noteOf(to, kind, world),
      };
    });
}

export interface HitWords {
  readonly title: string;
  readonly summary: string;
  readonly body: AlertBody;
}

/** What an alert about a payment shows: facts of the transaction first, then why the watch was met. */
export function describeHit(
  {
    ledger,
    knowledge,
    world,
    txid,
  }: { readonly ledger: ServedLedger; readonly knowledge: Knowledge; readonly world: RuleWorld; readonly txid: string },
  {
    hit,
    lines,
    unknown,
  }: { readonly hit: WatchHit; readonly lines: readonly AlertLine[]; readonly unknown: readonly string[] },
  name: string,
): HitWords {
  const { change, transfers, height } = hit;
  const amount = formatAsset(knowledge, ledger.id, change.asset, netOf(hit));
  const isOut = change.sent > change.received;
  const others = otherSides(hit, world);
  const way = hit.touched.length === 0 ? 'moved' : isOut ? 'out of' : 'into';
  const title = way === 'moved' ? `${amount} of ${name} moved` : `${amount} ${way} ${name}`;
  const [other] = others;
  const who = other === undefined ? 'no counterparty' : formatAddress(ledger, other);
  const more = others.length > 1 ? ` and ${others.length - 1} more` : '';
  const block = ledger.transfers.block(height);
  const place = block ? `block ${height.toLocaleString('en')}` : 'unconfirmed';
  const chain = ledger.id;
  const transaction: AlertLine = { mark: 'fact', name: 'Transaction', text: place, chain, txid };
  const watched = hit.touched.slice(0, 10).map((key): AlertLine => {
    return { mark: 'fact', name: 'Watched address', text: '', chain, address: formatAddress(ledger, key) };
  });
  const hidden = transfers.filter(({ asset }) => asset === change.asset).length - SHOWN;
  const notes = [...unknown, ...(hidden > 0 ? [`${hidden} further payments of this transaction are not listed.`] : [])];
  return {
    title,
    summary: `${isOut ? 'to' : 'from'} ${who}${more}`,
    body: {
      movements: toMovements(ledger, knowledge, hit, world),
      lines: [transaction, ...watched, ...lines],
      notes,
      facts: { received: String(change.received), sent: String(change.sent), asset: change.asset },
    },
  };
}

/** The words of a step of followed money around those of its transaction. */
export function withStep(words: HitWords, step: SubjectStep | undefined): HitWords {
  if (!step) return words;
  const { body } = words;
  const lines = [...body.lines, ...step.lines];
  const facts = { ...body.facts, ...step.facts };
  return {
    title: step.title,
    summary: step.summary,
    body: { ...body, lines, notes: [...body.notes, ...step.notes], facts },
  };
}
