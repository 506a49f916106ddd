import { formatUnits } from '@trailmark/core/amount';
import type { LossPayment, LossSum, VictimLoss } from '@trailmark/core/statement/losses';
import { type Cell, numberCell } from '../../cell.ts';
import { encodeCsvRow } from '../../csv.ts';
import { formatFiat } from '../../request-packet-figures.ts';
import { type SheetCell, streamXlsx } from '../../xlsx.ts';
import { describeAsset } from '../statement-items.ts';
import { formatUtcCell } from '../zone-clock.ts';
import { BASIS_WORDS, formatShare, type LossDocument, nameVictim, sumValues } from './loss-document.ts';

type Row = readonly SheetCell[];
const NOT_KNOWN = 'not known';

/** Rows of a file are written together up to so many. */
const BATCH = 500;

function fiat(micro: bigint | undefined): Cell {
  return micro === undefined ? NOT_KNOWN : numberCell(formatFiat(micro));
}

function moment(seconds: number | undefined): Cell {
  return seconds === undefined ? null : formatUtcCell(seconds);
}

const VICTIM_COLUMNS: Row = [
  'No.',
  'Reference',
  'Victim',
  'Payments',
  'First, UTC',
  'Last, UTC',
  'Paid, value',
  'Returned, value',
  'Loss',
  'Share, percent',
  'Restitution',
  'Without a price',
];

function victimRow(document: LossDocument, row: VictimLoss): Row {
  const { victim, sums, count, unpriced, loss, share, restitution } = row;
  return [
    numberCell(victim + 1),
    document.names[victim]?.reference || null,
    document.names[victim]?.name ?? null,
    numberCell(count),
    moment(row.firstTime),
    moment(row.lastTime),
    fiat(sumValues(sums, 'paidValue')),
    fiat(sumValues(sums, 'returnedValue')),
    fiat(loss),
    share === undefined ? NOT_KNOWN : numberCell(formatShare(share)),
    document.available === null ? null : fiat(restitution),
    numberCell(unpriced),
  ];
}

/** Sums of money are live where every addend is known and a spreadsheet keeps its digits. */
function sumRow({ victims, available }: LossDocument): Row {
  const last = victims.length + 1;
  const sum = (column: string, values: readonly (bigint | undefined)[]): SheetCell => {
    if (values.some((value) => value === undefined)) return NOT_KNOWN;
    const all = values.reduce<bigint>((so, value) => so + (value ?? 0n), 0n);
    const isExact = values.every((value) => (value ?? 0n) < 10n ** 14n) && all < 10n ** 14n;
    if (!isExact) return numberCell(formatFiat(all));
    return { formula: `ROUND(SUM(${column}2:${column}${last}),6)`, value: { number: formatFiat(all) } };
  };
  const count = victims.reduce((so, row) => so + row.count, 0);
  return [
    ...['Sum', null, null, { formula: `SUM(D2:D${last})`, value: BigInt(count) }, null, null],
    sum(
      'G',
      victims.map(({ sums }) => sumValues(sums, 'paidValue')),
    ),
    sum(
      'H',
      victims.map(({ sums }) => sumValues(sums, 'returnedValue')),
    ),
    sum(
      'I',
      victims.map(({ loss }) => loss),
    ),
    null,
    available === null
      ? null
      : sum(
          'K',
          victims.map(({ restitution }) => restitution),
        ),
  ];
}

function* victimRows(document: LossDocument): Generator<Row> {
  yield VICTIM_COLUMNS;
  for (const row of document.victims) yield victimRow(document, row);
  yield sumRow(document);
}

function* assetRows({ victims, names, undecided, unverified, assets }: LossDocument): Generator<Row> {
  yield [
    'No.',
    'Victim',
    'Asset',
    'Symbol',
    'Payments',
    'Paid',
    'Returned',
    'Paid, value',
    'Returned, value',
    'Without a price',
  ];
  const toRow = (no: Cell, name: string, sum: LossSum): Row => {
    const asset = describeAsset(assets, sum.asset);
    const amount = (units: bigint) => numberCell(formatUnits(units, asset.decimals));
    const values = [
      fiat(sumValues([sum], 'paidValue')),
      fiat(sumValues([sum], 'returnedValue')),
      numberCell(sum.unpriced),
    ];
    return [
      no,
      name,
      sum.asset,
      asset.symbol,
      numberCell(sum.count),
      amount(sum.paid),
      amount(sum.returned),
      ...values,
    ];
  };
  for (const { victim, sums } of victims)
    for (const sum of sums) yield toRow(numberCell(victim + 1), names[victim]?.name ?? '', sum);
  for (const sum of undecided) yield toRow(null, 'undecided: of nobody for certain', sum);
  for (const sum of unverified) yield toRow(null, 'token that nobody vouches for: in no loss', sum);
}

const PAYMENT_COLUMNS = [
  'payment',
  'victim',
  'reference',
  'name',
  'way',
  'basis',
  'possible_victims',
  'chain',
  'time_utc',
  'height',
  'txid',
  'paid_from',
  'payers',
  'paid_to',
  'asset',
  'symbol',
  'amount',
  'value',
  'price',
] as const;
const PAYMENT_WIDTHS = [9, 8, 11, 30, 10, 28, 30, 10, 20, 10, 68, 64, 8, 64, 20, 9, 24, 16, 9];

function paymentRow(document: LossDocument, payment: LossPayment): readonly Cell[] {
  const {
    no,
    way,
    basis,
    victims,
    chain,
    time,
    height,
    txid,
    payers,
    payerCount,
    paid,
    asset: id,
    amount,
    value,
  } = payment;
  const asset = describeAsset(document.assets, id);
  const [victim] = basis === 'undecided' ? [] : victims;
  return [
    numberCell(no),
    victim === undefined ? null : numberCell(victim + 1),
    victim === undefined ? null : document.names[victim]?.reference || null,
    victim === undefined ? null : (document.names[victim]?.name ?? null),
    way,
    BASIS_WORDS[basis],
    basis === 'undecided' ? victims.map((one) => nameVictim(document, one)).join('; ') : null,
    chain,
    formatUtcCell(time),
    numberCell(height),
    txid ?? null,
    payers.join(' ') || null,
    numberCell(payerCount),
    paid ?? null,
    id,
    asset.symbol,
    numberCell(formatUnits(amount, asset.decimals)),
    value === undefined ? null : numberCell(formatFiat(value)),
    value === undefined ? 'no price' : document.currency,
  ];
}

function* paymentRows(document: LossDocument): Generator<readonly Cell[]> {
  yield [...PAYMENT_COLUMNS];
  for (const payment of document.payments) yield paymentRow(document, payment);
}

function* otherRows({ others, assets }: LossDocument): Generator<Row> {
  yield ['Asset', 'Symbol', 'Amount', 'Payments'];
  for (const { asset: id, amount, count } of others) {
    const asset = describeAsset(assets, id);
    yield [id, asset.symbol, numberCell(formatUnits(amount, asset.decimals)), numberCell(count)];
  }
}

function* factRows({ facts, limits, software, hash }: LossDocument): Generator<readonly Cell[]> {
  yield ['export', 'payments of victims'];
  for (const { name, value } of facts) yield [name, value];
  for (const limit of limits) yield ['not shown', limit];
  yield ['software', software];
  yield ['sha256 of the answer', hash];
}

/** Facts, one row per payment with its victim, and one row per victim: records of RFC 4180. */
export async function* streamLossCsv(document: LossDocument): AsyncGenerator<Uint8Array> {
  yield Buffer.from([...factRows(document)].map(encodeCsvRow).join(''));
  let text = '';
  for (const [i, row] of [...paymentRows(document)].entries()) {
    text += encodeCsvRow(row);
    if (i % BATCH !== BATCH - 1) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
  const rows = [VICTIM_COLUMNS, ...document.victims.map((row) => victimRow(document, row))];
  yield Buffer.from(rows.map((row) => encodeCsvRow(row as readonly Cell[])).join(''));
}

/** A workbook: the restitution list with live sums, amounts by asset, every payment, what came from others, and what it rests on. */
export function streamLossXlsx(document: LossDocument): AsyncGenerator<Uint8Array> {
  return streamXlsx([
    { name: 'Restitution', rows: victimRows(document), widths: [6, 11, 36, 10, 20, 20, 16, 16, 16, 14, 16, 15] },
    { name: 'By asset', rows: assetRows(document), widths: [6, 36, 46, 10, 10, 24, 24, 16, 16, 15] },
    { name: 'Payments', rows: paymentRows(document), widths: PAYMENT_WIDTHS },
    { name: 'Other receipts', rows: otherRows(document), widths: [46, 10, 24, 10] },
    { name: 'About', rows: factRows(document), widths: [22, 120] },
  ]);
}
