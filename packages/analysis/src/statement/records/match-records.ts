import { formatUnits, parseUnits } from '@trailmark/core/amount';
import { AppError } from '@trailmark/core/errors';
import type { LedgerAmount, RecordMatch, RecordRow } from '@trailmark/core/statement/records';

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

/** An amount without zeros that say nothing. */
function shorten(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}

class Matcher {
  private readonly tolerance: number;
  private readonly ledger: Set<LedgerAmount>;
  private readonly records: Set<RecordRow>;
  private readonly matches: RecordMatch[] = [];

  constructor(ledger: readonly LedgerAmount[], records: readonly RecordRow[], tolerance: number) {
    this.tolerance = tolerance;
    this.ledger = new Set(ledger);
    this.records = new Set(records);
  }

  run(): RecordMatch[] {
    this.byTxid(true);
    this.byTxid(false);
    this.byAmount();
    const empty = { by: undefined, secondsApart: undefined, difference: undefined, differences: [] };
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
    this.matches.push({ finding, ledger, record, by, secondsApart, ...found });
  }

  /** First those that agree in everything, then what is left of the same transaction. */
  private byTxid(isExact: boolean): void {
    const open = new Map<string, LedgerAmount[]>();
    for (const one of this.ledger) if (one.txid !== undefined) open.set(one.txid, [...(open.get(one.txid) ?? []), one]);
    for (const record of this.records) {
      const own = record.txid === undefined ? undefined : open.get(record.txid);
      const fits = (one: LedgerAmount) =>
        isAsset(record, one) && isWay(record, one) && unitsOf(record, one.decimals) === one.amount;
      const at = own?.findIndex((one) => (isExact ? fits(one) : isAsset(record, one))) ?? -1;
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
      const fits = apart <= this.tolerance && isAsset(record, ledger) && isWay(record, ledger);
      return fits ? [{ ledger, record, apart }] : [];
    });
  }
}

/**
 * Compares what a service's records say with the ledger, both ways: what each side has alone, what differs, what agrees. A match by
 * transaction id is a fact; by amount and time it is an inference. Nothing is joined that names another transaction.
 */
export function matchRecords(
  ledger: readonly LedgerAmount[],
  records: readonly RecordRow[],
  tolerance = DEFAULT_TOLERANCE_SECONDS,
): RecordMatch[] {
  return new Matcher(ledger, records, tolerance).run();
}
