import { formatUnits, parseUnits } from '@trailmark/core/amount';
import { AppError } from '@trailmark/core/errors';
import type {
  LedgerAmount,
  LedgerPlace,
  RecordMatch,
  RecordRow,
  RecordsByHand,
} from '@trailmark/core/statement/records';

/** How far two times may be apart where only amount and time speak for a match. */
export const DEFAULT_TOLERANCE_SECONDS = 3 * 3_600;

/** The amount of a row in the smallest unit of an asset; undefined where it has more places than the asset. */
function unitsOf({ amount }: RecordRow, decimals: number): bigint | undefined {
  try {
    return parseUnits(amount, decimals);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return undefined;
    throw error;
  }
}

/** A row without an asset may be of any; otherwise the tickers must agree. */
function isAsset(row: RecordRow, { symbol, asset }: LedgerAmount): boolean {
  const name = row.asset.trim().toUpperCase();
  return (
    name === '' || name === symbol.toUpperCase() || name === asset.toUpperCase() || (name === 'XBT' && symbol === 'BTC')
  );
}

function isWay(row: RecordRow, { direction }: LedgerAmount): boolean {
  return row.direction === undefined || row.direction === direction;
}

/** What the two sides of a match do not agree in. */
function compare(
  ledger: LedgerAmount,
  record: RecordRow,
  tolerance: number,
): Pick<RecordMatch, 'difference' | 'differences'> {
  const units = unitsOf(record, ledger.decimals);
  const difference = units === undefined || units === ledger.amount ? undefined : units - ledger.amount;
  const apart = record.time === undefined ? 0 : Math.abs(record.time - ledger.time);
  const written = formatUnits(ledger.amount, ledger.decimals);
  const differences = [
    ...(units === ledger.amount ? [] : [`Amount: ${record.amount} in the records, ${written} on the ledger.`]),
    ...(isAsset(record, ledger) ? [] : [`Asset: ${record.asset} in the records, ${ledger.symbol} on the ledger.`]),
    ...(isWay(record, ledger) ? [] : ['Direction: the records say the other way.']),
    ...(apart > tolerance ? [`Time: ${Math.round(apart / 3_600)} hours apart.`] : []),
  ];
  return { difference, differences };
}

interface Pair {
  readonly ledger: LedgerAmount;
  readonly record: RecordRow;
  readonly apart: number;
}

const ALONE = { moreLedger: [], moreRecords: [] };

/** An amount without zeros that say nothing. */
function shorten(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

const NO_HAND: RecordsByHand = { joined: [], apart: [] };

const placeKey = ({ line, asset, direction }: LedgerPlace) => `${line} ${asset} ${direction}`;

/** What the sums of two sides that were joined by hand do not agree in. */
function compareSums(
  ledger: readonly LedgerAmount[],
  records: readonly RecordRow[],
): Pick<RecordMatch, 'difference' | 'differences'> {
  const [first] = ledger;
  if (!first || ledger.some(({ asset }) => asset !== first.asset))
    return { difference: undefined, differences: ['Assets differ: their sums cannot be compared.'] };
  const signed = (amount: bigint, way: 'in' | 'out' | undefined) => (way === first.direction ? amount : -amount);
  let [there, here]: [bigint, bigint] = [0n, 0n];
  for (const { amount, direction } of ledger) there += signed(amount, direction);
  for (const row of records) {
    const units = unitsOf(row, first.decimals);
    if (units === undefined)
      return { difference: undefined, differences: [`Amount: ${row.amount} has too many places.`] };
    here += signed(units, row.direction ?? first.direction);
  }
  if (here === there) return { difference: undefined, differences: [] };
  const [written, stated] = [there, here].map((units) => formatUnits(units, first.decimals));
  return { difference: here - there, differences: [`Sum: ${stated} in the records, ${written} on the ledger.`] };
}

class Matcher {
  private readonly tolerance: number;
  private readonly hand: RecordsByHand;
  private readonly apart: ReadonlySet<string>;
  private readonly ledger: Set<LedgerAmount>;
  private readonly records: Set<RecordRow>;
  private readonly matches: RecordMatch[] = [];

  constructor(
    ledger: readonly LedgerAmount[],
    records: readonly RecordRow[],
    { tolerance, hand }: { readonly tolerance: number; readonly hand: RecordsByHand },
  ) {
    this.tolerance = tolerance;
    this.hand = hand;
    this.apart = new Set(hand.apart.map(({ ledger: place, record }) => `${placeKey(place)} ${record}`));
    this.ledger = new Set(ledger);
    this.records = new Set(records);
  }

  run(): RecordMatch[] {
    this.byHand();
    this.byTxid(true);
    this.byTxid(false);
    this.byAmount();
    const empty = { ...ALONE, by: undefined, secondsApart: undefined, difference: undefined, differences: [] };
    return [
      ...[...this.ledger].map(
        (ledger): RecordMatch => ({ finding: 'ledger-only', ledger, record: undefined, ...empty }),
      ),
      ...[...this.records].map(
        (record): RecordMatch => ({ finding: 'records-only', ledger: undefined, record, ...empty }),
      ),
      ...this.matches,
    ];
  }

  private join(ledger: LedgerAmount, record: RecordRow, by: 'txid' | 'amount-time'): void {
    this.ledger.delete(ledger);
    this.records.delete(record);
    const found = compare(ledger, record, this.tolerance);
    const secondsApart = record.time === undefined ? undefined : Math.abs(record.time - ledger.time);
    const finding = found.differences.length > 0 ? 'differs' : 'matched';
    this.matches.push({ finding, ledger, record, ...ALONE, by, secondsApart, ...found });
  }

  /** What a person joined comes before every rule. Whatever is named that is not there, or twice, is refused. */
  private byHand(): void {
    const places = new Map([...this.ledger].map((one) => [placeKey(one), one]));
    const rows = new Map([...this.records].map((row) => [row.line, row]));
    const takeFrom = <K, T>(open: Map<K, T>, key: K): T => {
      const found = open.get(key);
      if (found === undefined)
        throw new AppError(
          'invalid',
          'A line or row that was joined by hand is not in this comparison, or joined twice.',
        );
      open.delete(key);
      return found;
    };
    for (const group of this.hand.joined) {
      const own = group.ledger.map((place) => takeFrom(places, placeKey(place)));
      const records = group.records.map((line) => takeFrom(rows, line));
      for (const one of own) this.ledger.delete(one);
      for (const row of records) this.records.delete(row);
      const found = compareSums(own, records);
      const [[ledger, ...moreLedger], [record, ...moreRecords]] = [own, records];
      const finding = found.differences.length > 0 ? 'differs' : 'matched';
      const sides = { ledger, record, moreLedger, moreRecords };
      this.matches.push({ finding, ...sides, by: 'hand', secondsApart: undefined, ...found });
    }
  }

  private mayJoin(ledger: LedgerAmount, record: RecordRow): boolean {
    return this.apart.size === 0 || !this.apart.has(`${placeKey(ledger)} ${record.line}`);
  }

  /** First those that agree in everything, then what is left of the same transaction. */
  private byTxid(isExact: boolean): void {
    const open = new Map<string, LedgerAmount[]>();
    for (const one of this.ledger) if (one.txid !== undefined) open.set(one.txid, [...(open.get(one.txid) ?? []), one]);
    for (const record of this.records) {
      const own = record.txid === undefined ? undefined : open.get(record.txid);
      const fits = (one: LedgerAmount) =>
        isAsset(record, one) && isWay(record, one) && unitsOf(record, one.decimals) === one.amount;
      const isWanted = (one: LedgerAmount) => (isExact ? fits(one) : isAsset(record, one));
      const at = own?.findIndex((one) => isWanted(one) && this.mayJoin(one, record)) ?? -1;
      const [ledger] = at < 0 || !own ? [] : own.splice(at, 1);
      if (ledger) this.join(ledger, record, 'txid');
    }
  }

  /** Rows that name no transaction: equal amounts of one asset, the nearest in time first. */
  private byAmount(): void {
    const open = new Map<string, LedgerAmount[]>();
    for (const one of this.ledger) {
      const key = shorten(formatUnits(one.amount, one.decimals));
      open.set(key, [...(open.get(key) ?? []), one]);
    }
    const nameless = [...this.records].filter(({ txid }) => txid === undefined);
    const pairs = nameless.flatMap((record) => this.pairsOf(record, open.get(shorten(record.amount)) ?? []));
    for (const { ledger, record } of pairs.sort((a, b) => a.apart - b.apart || a.record.line - b.record.line))
      if (this.ledger.has(ledger) && this.records.has(record)) this.join(ledger, record, 'amount-time');
  }

  private pairsOf(record: RecordRow, candidates: readonly LedgerAmount[]): readonly Pair[] {
    const { time } = record;
    if (time === undefined) return [];
    return candidates.flatMap((ledger): Pair[] => {
      const apart = Math.abs(time - ledger.time);
      const fits =
        apart <= this.tolerance && isAsset(record, ledger) && isWay(record, ledger) && this.mayJoin(ledger, record);
      return fits ? [{ ledger, record, apart }] : [];
    });
  }
}

/**
 * Compares what a service's records say with the ledger, both ways: what each side has alone, what differs, what agrees. A match by
 * transaction id is a fact; by amount and time it is an inference; by hand, one or many with one or many, it is a claim. No rule
 * joins what names another transaction. Throws `invalid` for a hand that points at nothing.
 */
export function matchRecords(
  ledger: readonly LedgerAmount[],
  records: readonly RecordRow[],
  tolerance = DEFAULT_TOLERANCE_SECONDS,
  hand = NO_HAND,
): RecordMatch[] {
  return new Matcher(ledger, records, { tolerance, hand }).run();
}
