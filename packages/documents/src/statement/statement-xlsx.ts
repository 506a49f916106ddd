import { formatUnits } from '@trailmark/core/amount';
import { type AssetLots, hasNoValue, type Lot, type LotResult } from '@trailmark/core/statement/lots';
import {
  type AssetStatement,
  hasNoPrice,
  LOT_METHODS,
  type StatementAsset,
  type StatementTotal,
  TOTAL_KINDS,
} from '@trailmark/core/statement/statement';
import { type Cell, numberCell } from '../cell.ts';
import { formatFiat, formatPrice } from '../request-packet-figures.ts';
import { type SheetCell, streamXlsx } from '../xlsx.ts';
import { createLineCells, LINE_COLUMNS } from './line-cells.ts';
import type { StatementDocument } from './statement-document.ts';
import { listStatementFacts } from './statement-facts.ts';
import { describeAsset, readItems } from './statement-items.ts';
import { StatementJson } from './statement-json.ts';
import { formatUtcCell } from './zone-clock.ts';

type Row = readonly SheetCell[];

/** Digits that a spreadsheet keeps; sums leave room for the rounding of each addend. */
const EXACT_DIGITS = 15;

function digitsOf(units: bigint): number {
  return units.toString().replace('-', '').length;
}

function amountCell(units: bigint, { decimals }: StatementAsset): Cell {
  return numberCell(formatUnits(units, decimals));
}

function fiatCell(micro: bigint | undefined): Cell {
  return micro === undefined ? null : numberCell(formatFiat(micro));
}

/** A live sum where a spreadsheet gives it to the digit, else its digits as they are. */
function sumCell(formula: string, addends: readonly bigint[], sum: bigint, asset: StatementAsset): SheetCell {
  const room = digitsOf(BigInt(addends.length));
  const isExact = [...addends, sum].every((one) => digitsOf(one) + room <= EXACT_DIGITS);
  if (!isExact) return amountCell(sum, asset);
  return {
    formula: `ROUND(${formula},${asset.decimals})`,
    value: { number: formatUnits(sum, asset.decimals) },
  };
}

const BALANCE_COLUMNS: Row = [
  'Asset',
  'Symbol',
  'Verified',
  'Stated name',
  'Chain',
  'Opening',
  'In',
  'Out',
  'Fees',
  'Closing',
  'Closing value',
  'Lines',
  'Unasked token',
  'Remark',
];

function closingCell(balance: AssetStatement, row: number): SheetCell {
  const { asset, opening, closing, fees } = balance;
  if (opening === undefined || closing === undefined) return 'not known';
  const addends = [opening, balance.in, -balance.out, -fees];
  // Only what balances may be shown as a sum: a formula must never disagree with the statement.
  if (addends.reduce((sum, one) => sum + one, 0n) !== closing) return amountCell(closing, asset);
  return sumCell(`F${row}+G${row}-H${row}-I${row}`, addends, closing, asset);
}

function balanceRow(balance: AssetStatement, row: number): Row {
  const { asset, chain, opening, fees, gaps } = balance;
  return [
    asset.id,
    asset.symbol,
    asset.isUnverified ? 'no' : 'yes',
    asset.statedName ?? null,
    chain,
    opening === undefined ? 'not known' : amountCell(opening, asset),
    amountCell(balance.in, asset),
    amountCell(balance.out, asset),
    amountCell(fees, asset),
    closingCell(balance, row),
    fiatCell(balance.closingValue),
    numberCell(balance.lineCount),
    balance.isSpam ? 'yes' : 'no',
    gaps.map(({ reason }) => reason).join(' ') || null,
  ];
}

function* balanceRows({ balances }: StatementDocument): Generator<Row> {
  yield BALANCE_COLUMNS;
  for (const [i, balance] of balances.entries()) yield balanceRow(balance, i + 2);
}

const TOTAL_COLUMNS: Row = [
  'By',
  'Key',
  'Label',
  'Chain',
  'Asset',
  'Symbol',
  'In',
  'Out',
  'Fees',
  'Value in',
  'Value out',
  'Amounts',
  'Amounts without a price',
];

/** Money of a total: words where no amount of it has a price, never zero. */
function totalValueCell(total: StatementTotal, side: 'in' | 'out'): Cell {
  if (hasNoPrice(total, side)) return 'no price';
  return fiatCell(side === 'in' ? total.valueIn : total.valueOut);
}

function totalRow(kind: string, total: StatementTotal, asset: StatementAsset): Row {
  return [
    kind,
    total.key,
    total.label ?? null,
    total.chain,
    total.asset,
    asset.symbol,
    amountCell(total.in, asset),
    amountCell(total.out, asset),
    amountCell(total.fees, asset),
    totalValueCell(total, 'in'),
    totalValueCell(total, 'out'),
    numberCell(total.count),
    numberCell(total.unpriced),
  ];
}

function totalsByAsset(totals: readonly StatementTotal[]): Map<string, StatementTotal[]> {
  const groups = new Map<string, StatementTotal[]>();
  for (const total of totals) {
    const group = groups.get(total.asset);
    if (group) group.push(total);
    else groups.set(total.asset, [total]);
  }
  return groups;
}

/** The sum below the rows of an asset, from a row of the sheet on. */
function sumRow(kind: string, group: readonly StatementTotal[], asset: StatementAsset, first: number): Row {
  const last = first + group.length - 1;
  const sums = (['in', 'out', 'fees'] as const).map((side, i) => {
    const addends = group.map((total) => total[side]);
    const column = 'GHI'[i];
    const sum = addends.reduce((all, one) => all + one, 0n);
    return sumCell(`SUM(${column}${first}:${column}${last})`, addends, sum, asset);
  });
  const count = group.reduce((all, { count }) => all + count, 0);
  const lines = { formula: `SUM(L${first}:L${last})`, value: BigInt(count) };
  return [kind, 'Sum', null, group[0]?.chain ?? null, asset.id, asset.symbol, ...sums, null, null, lines];
}

function* totalRows({ totals, assets }: StatementDocument): Generator<Row> {
  yield TOTAL_COLUMNS;
  let row = 2;
  for (const kind of TOTAL_KINDS) {
    for (const [id, group] of totalsByAsset(totals[kind])) {
      const asset = describeAsset(assets, id);
      for (const total of group) yield totalRow(kind, total, asset);
      yield sumRow(kind, group, asset, row);
      row += group.length + 1;
    }
  }
}

const LOT_COLUMNS: Row = [
  'Row',
  'Asset',
  'Symbol',
  'Lot',
  'Came in, UTC',
  'Line',
  'Amount',
  'Cost',
  ...LOT_METHODS.map((method) => `Taken, ${method}`),
  'Method',
  'Left',
  'Proceeds',
  'Cost of what left',
  'Gain',
  'Amount of unknown cost or price',
  'Amount moved without a sale',
  'Remark',
];

function lotRow(lots: AssetLots, lot: Lot, asset: StatementAsset): Row {
  const taken = LOT_METHODS.map((method) => {
    const result = lots.results.find((one) => one.method === method);
    const units = result?.taken.get(lot.id);
    return units === undefined ? null : amountCell(units, asset);
  });
  return [
    'lot',
    asset.id,
    asset.symbol,
    lot.id,
    formatUtcCell(lot.time),
    lot.line === undefined ? 'before the period' : numberCell(lot.line),
    amountCell(lot.amount, asset),
    lot.cost === undefined ? 'not known' : fiatCell(lot.cost),
    ...taken,
  ];
}

const NO_LOT: readonly Cell[] = Array.from({ length: 5 + LOT_METHODS.length }, () => null);

function resultRow(result: LotResult, asset: StatementAsset): Row {
  const money = (micro: bigint) => (hasNoValue(result) ? 'not known' : fiatCell(micro));
  return [
    'result',
    asset.id,
    asset.symbol,
    ...NO_LOT,
    result.method,
    amountCell(result.left, asset),
    money(result.proceeds),
    money(result.cost),
    money(result.gain),
    amountCell(result.unknown, asset),
    amountCell(result.unsold, asset),
  ];
}

function* lotRows({ lots, assets }: StatementDocument): Generator<Row> {
  yield LOT_COLUMNS;
  for (const group of lots) {
    const asset = describeAsset(assets, group.asset);
    for (const lot of group.lots) yield lotRow(group, lot, asset);
    if (group.lotCount > group.lots.length)
      yield ['remark', asset.id, asset.symbol, `${group.lots.length} of ${group.lotCount} lots are listed`];
    for (const result of group.results) yield resultRow(result, asset);
    for (const spend of group.spends) {
      const taken = LOT_METHODS.map(
        (method) =>
          spend.takes[method]?.map(({ lot, amount }) => `${lot}: ${formatUnits(amount, asset.decimals)}`).join(', ') ??
          null,
      );
      const line = numberCell(spend.line);
      const coins = spend.coins.join(' ') || null;
      yield ['spend', asset.id, asset.symbol, null, null, line, amountCell(spend.amount, asset), null, ...taken, coins];
    }
    if (group.missing !== undefined) yield ['remark', asset.id, asset.symbol, group.missing];
  }
}

async function* lineRows(document: StatementDocument, json: StatementJson): AsyncGenerator<Row> {
  yield LINE_COLUMNS;
  json.begin(document);
  const toRows = createLineCells(document);
  const seen = async function* () {
    for await (const lines of document.lines) {
      json.batch(lines);
      yield lines;
    }
  };
  for await (const items of readItems({ balances: document.balances, lines: seen() })) {
    for (const item of items) yield* toRows(item);
  }
  json.end();
}

/** What the day of a line's price means: the close of one whole coin, and who stated it. */
function* rateRows({ rates, assets }: StatementDocument): Generator<Row> {
  yield ['Asset', 'Symbol', 'Day, UTC', 'Price', 'Source'];
  for (const { asset, day, nano, source } of rates)
    yield [asset, describeAsset(assets, asset).symbol, day, numberCell(formatPrice(nano)), source];
}

function* factRows(document: StatementDocument, json: StatementJson): Generator<Row> {
  for (const fact of listStatementFacts(document.head)) yield fact;
  yield ['sha256_of_json', json.digest()];
}

const HASH_WIDTH = 68;
/** Characters of the columns of lines, by what they hold. */
const LINE_WIDTHS: Readonly<Record<string, number>> = {
  time_utc: 20,
  time_zone: 27,
  txid: HASH_WIDTH,
  type: 13,
  basis: 10,
  rule: 15,
  counterparty: 64,
  counterparty_label: 26,
  counterparty_category: 20,
  own_addresses: 64,
  note: 40,
  evidence: HASH_WIDTH + 8,
  arrival_time_utc: 20,
  arrival_txid: HASH_WIDTH,
};

function lineWidth(name: string): number {
  if (/_(?:amount|balance)$/.test(name)) return 24;
  return LINE_WIDTHS[name] ?? (/_(?:value|asset)$/.test(name) ? 15 : 10);
}

const WIDTHS = {
  balances: [46, 10, 9, 20, 11, 24, 24, 24, 22, 24, 16, 8, 14, 60],
  lines: LINE_COLUMNS.map(lineWidth),
  totals: [14, 64, 26, 11, 46, 10, 24, 24, 22, 16, 16, 8, 20],
  lots: [9, 46, 10, 8, 20, 16, 24, 16, 24, 24, 24, 24, 12, 24, 16, 18, 16, 30, 26, 60],
  rates: [46, 10, 12, 24, 40],
  about: [24, 120],
};

/**
 * A workbook of the statement: balances, totals and lots with live sums, lines, and what the file says about itself. Lots are for
 * taxes and courts: a bank statement has none, a tax statement has them before the totals. Numbers are
 * numbers only where a spreadsheet keeps every digit. Read in order, so lines are never all in memory.
 */
export function streamStatementXlsx(document: StatementDocument): AsyncGenerator<Uint8Array> {
  const json = new StatementJson();
  const lots = { name: 'Lots', rows: lotRows(document), widths: WIDTHS.lots };
  const totals = { name: 'Totals', rows: totalRows(document), widths: WIDTHS.totals };
  const after = {
    bank: [totals],
    tax: [lots, totals],
    exhibit: [totals, lots],
  }[document.head.request.template];
  return streamXlsx([
    { name: 'Balances', rows: balanceRows(document), widths: WIDTHS.balances },
    { name: 'Lines', rows: lineRows(document, json), widths: WIDTHS.lines },
    ...after,
    { name: 'Prices', rows: rateRows(document), widths: WIDTHS.rates },
    { name: 'About', rows: factRows(document, json), widths: WIDTHS.about },
  ]);
}
