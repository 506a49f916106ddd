import type { RecordsAnswer } from './record-mapping.ts';

export type Match = RecordsAnswer['matches'][number];
type LedgerSide = NonNullable<Match['ledger']>;
type RecordSide = NonNullable<Match['record']>;

interface LedgerPlace {
  readonly line: number;
  readonly asset: string;
  readonly direction: 'in' | 'out';
}

/** What a person decided of a comparison; sent with each request and kept nowhere. */
export interface ByHand {
  readonly joined: readonly { readonly ledger: readonly LedgerPlace[]; readonly records: readonly number[] }[];
  readonly apart: readonly { readonly ledger: LedgerPlace; readonly record: number }[];
}
export const NO_HAND: ByHand = { joined: [], apart: [] };

export function ledgerSide({ ledger, moreLedger }: Match): readonly LedgerSide[] {
  return ledger ? [ledger, ...moreLedger] : [];
}

export function recordSide({ record, moreRecords }: Match): readonly RecordSide[] {
  return record ? [record, ...moreRecords] : [];
}

/** Names a row of the comparison; what is on one side alone keeps its name. */
export function matchId({ ledger, record }: Match): string {
  return `${ledger?.line ?? ''} ${ledger?.asset ?? ''} ${ledger?.direction ?? ''} ${record?.line ?? ''}`;
}

const toPlace = ({ line, asset, direction }: LedgerSide): LedgerPlace => ({ line, asset, direction });

const isPlace = (a: LedgerPlace, b: LedgerPlace) =>
  a.line === b.line && a.asset === b.asset && a.direction === b.direction;

/** Joins what is chosen, one or many of each side. */
export function joinMatches(hand: ByHand, chosen: readonly Match[]): ByHand {
  const ledger = chosen.flatMap(ledgerSide).map(toPlace);
  const records = chosen.flatMap(recordSide).map(({ line }) => line);
  return { ...hand, joined: [...hand.joined, { ledger, records }] };
}

/** Takes a match apart: what was joined by hand is open again, what a rule joined is not joined by it again. */
export function splitMatch(hand: ByHand, match: Match): ByHand {
  const { ledger, record, by } = match;
  if (!ledger || !record) return hand;
  if (by === 'hand') {
    const isOwn = (group: ByHand['joined'][number]) => group.ledger.some((place) => isPlace(place, ledger));
    return { ...hand, joined: hand.joined.filter((group) => !isOwn(group)) };
  }
  return { ...hand, apart: [...hand.apart, { ledger: toPlace(ledger), record: record.line }] };
}
