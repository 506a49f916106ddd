import { formatUnits } from '@trailmark/core/amount';
import {
  type PriceRule,
  priceDayOf,
  type StatementAsset,
  type StatementGap,
  type StatementLeg,
  type StatementLine,
} from '@trailmark/core/statement/statement';
import type { Cell } from '../cell.ts';
import { formatFiat, groupDigits } from '../request-packet-figures.ts';
import { describeAsset, type StatementItem } from './statement-items.ts';
import type { StatementRows } from './statement-rows.ts';
import { createZoneClock, formatUtcCell, type ZonedMoment } from './zone-clock.ts';

const LEG_COLUMNS = ['amount', 'asset', 'symbol', 'verified', 'token_id', 'value', 'balance'];

/**
 * Columns of the list of lines. A line with several amounts in or out has a row for each, so that columns can be summed: its fee is
 * in the first. Amounts are whole coins with all places; values are decimals of the currency.
 */
export const LINE_COLUMNS: readonly string[] = [
  'kind',
  'line',
  'row',
  'rows',
  'chain',
  'time_utc',
  'time_zone',
  'height',
  'txid',
  'part',
  'parts',
  'type',
  'basis',
  'rule',
  ...LEG_COLUMNS.map((name) => `in_${name}`),
  ...LEG_COLUMNS.map((name) => `out_${name}`),
  ...LEG_COLUMNS.map((name) => `fee_${name}`),
  'price_day',
  'counterparty',
  'counterparty_label',
  'counterparty_category',
  'counterparties',
  'own_addresses',
  'spam',
  'note',
  'evidence',
  'arrival_chain',
  'arrival_time_utc',
  'arrival_txid',
];

/** An unknown balance is a word: an empty cell could be read as zero. */
const NOT_KNOWN = 'not known';

/** Digits of our own: they need no second look at what they contain. */
function digits(text: string): Cell {
  return { number: text };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

interface LegPair {
  readonly in?: StatementLeg;
  readonly out?: StatementLeg;
}

/** The sides of a line as pairs: one row each, at least one. */
export function pairLegs({ legs }: StatementLine): readonly LegPair[] {
  const [only] = legs;
  if (only && legs.length === 1) return [only.amount < 0n ? { out: only } : { in: only }];
  const ins = legs.filter(({ amount }) => amount >= 0n);
  const outs = legs.filter(({ amount }) => amount < 0n);
  const count = Math.max(ins.length, outs.length, 1);
  return Array.from({ length: count }, (_, i) => ({
    ...(ins[i] && { in: ins[i] }),
    ...(outs[i] && { out: outs[i] }),
  }));
}

function writeMoment({ day, time, offset }: ZonedMoment): string {
  return `${day} ${time}${offset}`;
}

/** Where a line can be opened again in this program. */
function evidencePath({ chain, txid, height }: StatementLine): string {
  return txid === undefined ? `${chain}/block/${height}` : `${chain}/tx/${txid}`;
}

/** Names and amounts of the assets of one document; what repeats from line to line is made once. */
class LegCells {
  readonly #assets: StatementRows['assets'];
  readonly #known = new Map<string, { readonly asset: StatementAsset; readonly cells: readonly Cell[] }>();

  constructor(assets: StatementRows['assets']) {
    this.#assets = assets;
  }

  /** An asset with the cells that name it. */
  name(id: string): { readonly asset: StatementAsset; readonly cells: readonly Cell[] } {
    const known = this.#known.get(id);
    if (known) return known;
    const asset = describeAsset(this.#assets, id);
    const made = { asset, cells: [id, asset.symbol, asset.isUnverified ? 'no' : 'yes'] };
    this.#known.set(id, made);
    return made;
  }

  /** Appends the cells of an amount, in the order of its columns; of none, as many empty ones. */
  push(row: Cell[], leg: StatementLeg | undefined, { balances }: StatementLine): void {
    if (leg === undefined) {
      row.push(null, null, null, null, null, null, null);
      return;
    }
    const { asset, cells } = this.name(leg.asset);
    const [id = null, symbol = null, verified = null] = cells;
    const after = balances.find((one) => one.asset === leg.asset);
    const balance = after?.amount === undefined ? NOT_KNOWN : digits(formatUnits(after.amount, asset.decimals));
    row.push(
      digits(formatUnits(magnitude(leg.amount), asset.decimals)),
      id,
      symbol,
      verified,
      leg.tokenId === undefined ? null : leg.tokenId.toString(),
      leg.value === undefined ? null : digits(formatFiat(magnitude(leg.value))),
      after === undefined ? null : balance,
    );
  }
}

type Clock = (seconds: number) => ZonedMoment;

/** Small numbers as cells: they come on every line. */
const SMALL = Array.from({ length: 16 }, (_, number) => digits(String(number)));

function count(number: number): Cell {
  return SMALL[number] ?? digits(String(number));
}

interface RowContext {
  readonly legs: LegCells;
  readonly clock: Clock;
  readonly rule: PriceRule;
}

function pushEnd(row: Cell[], line: StatementLine, rule: PriceRule): void {
  const [party] = line.parties;
  const { arrival, own } = line;
  row.push(
    priceDayOf(line.time, rule),
    party?.address ?? null,
    party?.label ?? null,
    party?.category ?? null,
    count(line.partyCount),
    own.length === 1 ? (own[0] ?? '') : own.join(' '),
    line.isSpam ? 'yes' : 'no',
    line.note ?? null,
    evidencePath(line),
    arrival?.chain ?? null,
    arrival === undefined ? null : formatUtcCell(arrival.time),
    arrival?.txid ?? null,
  );
}

function lineRows(line: StatementLine, { legs, clock, rule }: RowContext): (readonly Cell[])[] {
  const pairs = pairLegs(line);
  const moment = writeMoment(clock(line.time));
  return pairs.map((pair, i) => {
    const row: Cell[] = [
      'line',
      digits(String(line.no)),
      count(i + 1),
      count(pairs.length),
      line.chain,
      formatUtcCell(line.time),
      moment,
      digits(String(line.height)),
      line.txid ?? null,
      count(line.part + 1),
      count(line.parts),
      line.type,
      line.basis,
      line.rule ?? null,
    ];
    legs.push(row, pair.in, line);
    legs.push(row, pair.out, line);
    legs.push(row, i === 0 ? line.fee : undefined, line);
    pushEnd(row, line, rule);
    return row;
  });
}

/** What a gap row states, amounts in whole coins. */
export function describeGap(
  { fromHeight, toHeight, reason, missingAtLeast }: StatementGap,
  asset: StatementAsset,
): string {
  const until = toHeight === undefined ? '' : ` to ${groupDigits(String(toHeight))}`;
  const least =
    missingAtLeast === undefined
      ? ''
      : ` At least ${groupDigits(formatUnits(missingAtLeast, asset.decimals))} ${asset.symbol} came in.`;
  return `History incomplete from block ${groupDigits(String(fromHeight))}${until}: ${reason}${least}`;
}

function gapRow(gap: StatementGap, legs: LegCells, clock: Clock): readonly Cell[] {
  const { asset, cells } = legs.name(gap.asset);
  const [id = null, symbol = null, verified = null] = cells;
  const given: Readonly<Record<string, Cell>> = {
    kind: 'gap',
    line: gap.beforeLine === undefined ? null : digits(String(gap.beforeLine)),
    time_utc: formatUtcCell(gap.fromTime),
    time_zone: writeMoment(clock(gap.fromTime)),
    height: digits(String(gap.fromHeight)),
    type: gap.kind,
    in_asset: id,
    in_symbol: symbol,
    in_verified: verified,
    in_balance: NOT_KNOWN,
    note: describeGap(gap, asset),
  };
  return LINE_COLUMNS.map((name) => given[name] ?? null);
}

/** A function that gives the rows of a line or gap, in the order of the columns. */
export function createLineCells({
  head,
  assets,
}: Pick<StatementRows, 'head' | 'assets'>): (item: StatementItem) => readonly (readonly Cell[])[] {
  const clock = createZoneClock(head.request.zone);
  const legs = new LegCells(assets);
  const context = { legs, clock, rule: head.request.priceRule };
  return (item) => (item.kind === 'line' ? lineRows(item.line, context) : [gapRow(item.gap, legs, clock)]);
}
