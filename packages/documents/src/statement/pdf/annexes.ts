import { type AssetLots, hasNoValue } from '@trailmark/core/statement/lots';
import {
  hasNoPrice,
  LOT_METHODS,
  type StatementTotal,
  TOTAL_KINDS,
  type TotalKind,
} from '@trailmark/core/statement/statement';
import { formatMoney, formatPrice, groupDigits } from '../../request-packet-figures.ts';
import type { StatementParts } from '../statement-document.ts';
import { listStatementFacts } from '../statement-facts.ts';
import { formatUtcCell } from '../zone-clock.ts';
import { showAmount, showMoney } from './amounts.ts';
import type { AssetNames } from './asset-names.ts';
import type { Sheet } from './sheet.ts';
import { SHEET_WIDTH, SIDE } from './sheet.ts';
import { type CellText, type Column, FlowTable } from './table.ts';
import { METHOD_WORDS, TOTAL_WORDS, TYPE_WORDS } from './words.ts';

/** Rows of one table of totals: a reader who needs more has the workbook, where what is not listed is summed. */
const MAX_TOTALS = 500;

function figure(text: string): CellText {
  return { text, size: 7 };
}

const BALANCE_COLUMNS: readonly Column[] = [
  { title: 'Asset', x: 0, width: 170 },
  { title: 'Opening', x: 238, width: 64, align: 'right' },
  { title: 'In', x: 306, width: 64, align: 'right' },
  { title: 'Out', x: 374, width: 64, align: 'right' },
  { title: 'Fees', x: 440, width: 62, align: 'right' },
  { title: 'Closing', x: SHEET_WIDTH, width: 64, align: 'right' },
];

/** Every asset with its whole id, those that nobody vouches for included. */
export function writeAllBalances(sheet: Sheet, { balances }: StatementParts, names: AssetNames): void {
  sheet.heading('Balances', 'All assets with their ids. Texts in quotation marks are what contracts call themselves.');
  const table = new FlowTable(sheet, BALANCE_COLUMNS);
  for (const { asset, opening, closing, fees, ...sums } of balances) {
    const stated = names.stated(asset.id);
    const words = [names.short(asset.id), asset.isUnverified ? stated : undefined, asset.id];
    const cells = [opening, sums.in, sums.out, fees, closing].map((units) =>
      figure(units === undefined ? 'not known' : showAmount(units, asset)),
    );
    table.row([{ text: words.filter((word) => word !== undefined).join(', '), size: 7 }, ...cells]);
  }
  table.finish();
}

function totalName(kind: TotalKind, { key, label }: StatementTotal): string {
  if (kind === 'type') return (TYPE_WORDS as Readonly<Record<string, string>>)[key] ?? key;
  return label === undefined ? key : `${label}, ${key}`;
}

function moneyOf(total: StatementTotal, side: 'in' | 'out'): CellText {
  if (hasNoPrice(total, side)) return figure('no price');
  return figure(showMoney(side === 'in' ? total.valueIn : total.valueOut));
}

/** Sums by month, type, category and counterparty. */
export function writeTotals(sheet: Sheet, { totals, head }: StatementParts, names: AssetNames): void {
  sheet.heading(
    'Totals',
    `Values in ${head.request.currency} of lines that have a price; the last column counts those that have none.`,
  );
  for (const kind of TOTAL_KINDS) {
    const rows = totals[kind];
    if (rows.length === 0) continue;
    sheet.heading(`By ${TOTAL_WORDS[kind].toLowerCase()}`, '', 10);
    const table = new FlowTable(sheet, [
      { title: TOTAL_WORDS[kind], x: 0, width: 128 },
      { title: 'Asset', x: 132, width: 36 },
      { title: 'In', x: 238, width: 66, align: 'right' },
      { title: 'Out', x: 308, width: 66, align: 'right' },
      { title: 'Fees', x: 364, width: 52, align: 'right' },
      { title: 'Value in', x: 424, width: 56, align: 'right' },
      { title: 'Value out', x: 484, width: 56, align: 'right' },
      { title: 'No.', x: SHEET_WIDTH, width: 20, align: 'right' },
    ]);
    // The largest are first, of months the newest last.
    for (const total of kind === 'month' ? rows.slice(-MAX_TOTALS) : rows.slice(0, MAX_TOTALS)) {
      const asset = names.get(total.asset);
      const count = total.unpriced === 0 ? String(total.count) : `${total.count} (${total.unpriced})`;
      table.row([
        { text: totalName(kind, total).slice(0, 300), size: 7 },
        figure(names.short(total.asset)),
        figure(showAmount(total.in, asset)),
        figure(showAmount(total.out, asset)),
        figure(showAmount(total.fees, asset)),
        moneyOf(total, 'in'),
        moneyOf(total, 'out'),
        figure(count),
      ]);
    }
    table.finish();
    if (rows.length > MAX_TOTALS)
      sheet.paragraph([`${MAX_TOTALS} of ${rows.length} are listed; the workbook and the JSON file have all.`]);
  }
}

function writeLotResults(sheet: Sheet, lots: AssetLots, names: AssetNames): void {
  const asset = names.get(lots.asset);
  const table = new FlowTable(sheet, [
    { title: 'Method', x: 0, width: 72 },
    { title: 'Left', x: 148, width: 72, align: 'right' },
    { title: 'Proceeds', x: 218, width: 66, align: 'right' },
    { title: 'Cost', x: 288, width: 66, align: 'right' },
    { title: 'Gain', x: 358, width: 66, align: 'right' },
    { title: 'Without a price', x: 434, width: 72, align: 'right' },
    { title: 'Not sold', x: SHEET_WIDTH, width: 72, align: 'right' },
  ]);
  for (const result of lots.results) {
    const { method, left, proceeds, cost, gain, unknown, unsold } = result;
    const sign = gain < 0n ? '−' : '';
    const money = [formatMoney(proceeds), formatMoney(cost), `${sign}${formatMoney(gain < 0n ? -gain : gain)}`];
    table.row([
      { text: METHOD_WORDS[method], face: 'bold' },
      figure(showAmount(left, asset)),
      ...money.map((text) => figure(hasNoValue(result) ? 'not known' : text)),
      figure(showAmount(unknown, asset)),
      figure(showAmount(unsold, asset)),
    ]);
  }
  table.finish();
}

function writeLotList(sheet: Sheet, lots: AssetLots, names: AssetNames): void {
  const asset = names.get(lots.asset);
  const used = LOT_METHODS.filter((method) => lots.results.some((one) => one.method === method && one.taken.size > 0));
  const step = 66;
  const table = new FlowTable(sheet, [
    { title: 'Lot', x: 0, width: 34 },
    { title: 'Time', x: 38, width: 80 },
    { title: 'Amount', x: 190, width: 70, align: 'right' },
    { title: 'Cost', x: 244, width: 50, align: 'right' },
    ...used.map(
      (method, i): Column => ({
        title: `Taken, ${METHOD_WORDS[method]}`,
        x: SHEET_WIDTH - (used.length - 1 - i) * step,
        width: step - 4,
        align: 'right',
      }),
    ),
  ]);
  for (const lot of lots.lots) {
    const taken = used.map((method) => {
      const units = lots.results.find((one) => one.method === method)?.taken.get(lot.id);
      return figure(units === undefined ? '–' : showAmount(units, asset));
    });
    const cost = lot.cost === undefined ? 'not known' : formatMoney(lot.cost);
    const amount = figure(showAmount(lot.amount, asset));
    table.row([figure(lot.id), figure(formatUtcCell(lot.time)), amount, figure(cost), ...taken]);
  }
  table.finish();
}

/** Lots of each asset by every method, side by side and never averaged. */
export function writeLots(sheet: Sheet, { lots, head }: StatementParts, names: AssetNames): void {
  sheet.heading(
    'Lots',
    `${head.request.currency}. “Coin spent” is a fact of the ledger; the others are methods of bookkeeping.`,
  );
  for (const group of lots) {
    sheet.heading(names.short(group.asset), '', 10);
    if (group.missing !== undefined) sheet.paragraph([group.missing]);
    if (group.results.length > 0) writeLotResults(sheet, group, names);
    if (group.lots.length > 0) writeLotList(sheet, group, names);
    if (group.lotCount > group.lots.length)
      sheet.paragraph([`${group.lots.length} of ${group.lotCount} lots are listed.`]);
  }
}

/** The prices behind the values, by asset and day. */
export function writeRates(sheet: Sheet, { rates, head }: StatementParts, names: AssetNames): void {
  sheet.heading('Prices', `Closes of UTC days in ${head.request.currency}, for one whole coin.`);
  const table = new FlowTable(sheet, [
    { title: 'Asset', x: 0, width: 120 },
    { title: 'Day', x: 124, width: 60 },
    { title: 'Price', x: 300, width: 110, align: 'right' },
    { title: 'Source', x: 312, width: SHEET_WIDTH - 312 },
  ]);
  for (const { asset, day, nano, source } of rates.slice(0, MAX_TOTALS))
    table.row([figure(names.short(asset)), figure(day), figure(groupDigits(formatPrice(nano))), figure(source)]);
  table.finish();
  if (rates.length > MAX_TOTALS)
    sheet.paragraph([`${MAX_TOTALS} of ${rates.length} are listed; the workbook and the JSON file have all.`]);
}

/** Where everything comes from and how to make the statement again; an exhibit is signed here. */
export function writeMethod(sheet: Sheet, { head }: StatementParts, sha256: string): void {
  sheet.heading('Method and sources');
  const table = new FlowTable(sheet, [
    { title: 'What', x: 0, width: 110 },
    { title: 'Content', x: 116, width: SHEET_WIDTH - 116 },
  ]);
  const facts = [...listStatementFacts(head), ['sha256_of_json', sha256] as const];
  for (const [name, value] of facts) table.row([{ text: name.replaceAll('_', ' '), gray: 0.27 }, { text: value }]);
  table.finish();
  if (head.request.template === 'exhibit') writeSignatures(sheet);
}

function writeSignatures(sheet: Sheet): void {
  sheet.need(130);
  sheet.heading('Signatures', '', 10);
  sheet.y += 46;
  for (const [i, label] of ['Prepared by, date', 'Reviewed by, date'].entries()) {
    const x = SIDE + i * 260;
    sheet.page.artifact(() => sheet.page.rule(x, sheet.y, 230, 0.6));
    const element = sheet.book.tree.open('P', sheet.section);
    sheet.put(element, label, x, sheet.y + 11, { size: 7.5, gray: 0.2 });
    sheet.book.tree.close(element);
  }
}
