import type { LossPayment, LossSum } from '@trailmark/core/statement/losses';
import { breakLines } from '../../pdf-text.ts';
import { formatMoney } from '../../request-packet-figures.ts';
import { showAmount, showMoney } from '../pdf/amounts.ts';
import { AssetNames } from '../pdf/asset-names.ts';
import { Book, Part } from '../pdf/book.ts';
import { drawFootWith, groupHash } from '../pdf/page-foot.ts';
import { SHEET_WIDTH, Sheet } from '../pdf/sheet.ts';
import { type CellText, FlowTable } from '../pdf/table.ts';
import { formatUtcCell } from '../zone-clock.ts';
import { BASIS_WORDS, type LossDocument, nameVictim, sumValues } from './loss-document.ts';

const figure = (text: string): CellText => ({ text });
const NOT_KNOWN: CellText = { text: 'not known', isSlanted: true };

function money(micro: bigint | undefined): CellText {
  if (micro === undefined) return NOT_KNOWN;
  return figure(`${micro < 0n ? '−' : ''}${showMoney(micro)}`);
}

/** `0.5 BTC paid, 0.1 BTC returned`. */
function describeSums(sums: readonly LossSum[], names: AssetNames): string {
  return sums
    .map((sum) => {
      const asset = names.get(sum.asset);
      const amount = (units: bigint) => `${showAmount(units, asset)} ${names.short(sum.asset)}`;
      return [
        sum.paid > 0n ? `${amount(sum.paid)} paid` : '',
        sum.returned > 0n ? `${amount(sum.returned)} returned` : '',
      ]
        .filter(Boolean)
        .join(', ');
    })
    .join('; ');
}

function writeFacts(sheet: Sheet, facts: LossDocument['facts']): void {
  const table = new FlowTable(sheet, [
    { title: 'What', x: 0, width: 110 },
    { title: 'Content', x: 116, width: SHEET_WIDTH - 116 },
  ]);
  for (const { name, value } of facts) table.row([{ text: name, gray: 0.27 }, { text: value }]);
  table.finish();
}

function writeVictims(sheet: Sheet, document: LossDocument, names: AssetNames): void {
  const { victims, available, currency } = document;
  sheet.heading('Restitution list', `${currency}, at the price of the day of each payment`, 11);
  const hasPart = available !== null;
  const right = { align: 'right' as const, width: 62 };
  const table = new FlowTable(sheet, [
    { title: 'No.', x: 0, width: 24 },
    { title: 'Victim', x: 28, width: 152 },
    { title: 'Payments', x: 222, width: 36, align: 'right' },
    { title: 'Paid', x: 292, ...right },
    { title: 'Returned', x: 356, ...right },
    { title: 'Loss', x: 424, ...right },
    { title: '%', x: hasPart ? 448 : SHEET_WIDTH, width: 26, align: 'right' },
    ...(hasPart ? [{ title: 'Restitution', x: SHEET_WIDTH, width: 54, align: 'right' as const }] : []),
  ]);
  for (const { victim, sums, count, loss, share, restitution } of victims) {
    const words = [nameVictim(document, victim), describeSums(sums, names)].filter(Boolean).join('. ');
    table.row([
      figure(String(victim + 1)),
      { text: words },
      figure(String(count)),
      money(sumValues(sums, 'paidValue')),
      money(sumValues(sums, 'returnedValue')),
      { ...money(loss), face: 'bold' },
      share === undefined ? figure('–') : figure(formatMoney(BigInt(share) * 100n)),
      ...(hasPart ? [money(restitution)] : []),
    ]);
  }
  const known = victims.flatMap(({ loss }) => (loss === undefined ? [] : [loss]));
  const whole = known.length === victims.length ? known.reduce((all, one) => all + one, 0n) : undefined;
  const count = victims.reduce((all, row) => all + row.count, 0);
  const last = [figure(''), figure(''), { ...money(whole), face: 'bold' as const }];
  table.row([
    figure(''),
    { text: 'Sum', face: 'bold' },
    figure(String(count)),
    ...last,
    figure(''),
    ...(hasPart ? [money(available)] : []),
  ]);
  table.finish();
}

/** `Paid, from an address of the victim. <txid> from <addresses> to <address>`. */
function describePayment(payment: LossPayment, document: LossDocument): string {
  const { txid, payers, payerCount, paid, way, basis, victims } = payment;
  const more = payerCount > payers.length ? ` and ${payerCount - payers.length} more` : '';
  const names = victims.map((one) => nameVictim(document, one)).join('; ');
  const who = basis === 'undecided' ? `, possibly of ${names}` : '';
  const ends = `from ${payers.join(' ') || 'nobody'}${more} to ${paid ?? 'nobody'}`;
  return `${way === 'paid' ? 'Paid' : 'Returned'}, ${BASIS_WORDS[basis]}${who}. ${txid ?? 'no transaction'} ${ends}`;
}

function writePayments(
  sheet: Sheet,
  payments: readonly LossPayment[],
  names: AssetNames,
  document: LossDocument,
): void {
  const table = new FlowTable(sheet, [
    { title: 'No.', x: 0, width: 24 },
    { title: 'Time, UTC', x: 28, width: 78 },
    { title: 'Transaction, from and to', x: 110, width: 262 },
    { title: 'Amount', x: 446, width: 70, align: 'right' },
    { title: `Value, ${document.currency}`, x: SHEET_WIDTH, width: 60, align: 'right' },
  ]);
  for (const payment of payments) {
    const { no, time, way, asset: id, amount, value } = payment;
    const sign = way === 'paid' ? 1n : -1n;
    table.row([
      figure(String(no)),
      figure(formatUtcCell(time)),
      { text: describePayment(payment, document), size: 6.6 },
      figure(`${showAmount(sign * amount, names.get(id))} ${names.short(id)}`),
      value === undefined ? { text: 'no price', isSlanted: true } : money(sign * value),
    ]);
  }
  table.finish();
}

function writeOthers(sheet: Sheet, { others }: LossDocument, names: AssetNames): void {
  sheet.heading('Received from others', 'Payments to the same addresses by nobody in this list', 11);
  const table = new FlowTable(sheet, [
    { title: 'Asset', x: 0, width: 120 },
    { title: 'Amount', x: 300, width: 150, align: 'right' },
    { title: 'Payments', x: 380, width: 60, align: 'right' },
  ]);
  for (const { asset, amount, count } of others)
    table.row([figure(names.short(asset)), figure(showAmount(amount, names.get(asset))), figure(String(count))]);
  table.finish();
}

function writeLimits(sheet: Sheet, limits: readonly string[]): void {
  sheet.heading('What this list does not show', '', 11);
  const style = { face: 'serif', size: 8.6 } as const;
  const width = (part: string) => sheet.book.type.width(part, 'serif', 8.6);
  for (const limit of limits) sheet.paragraph(breakLines(limit, SHEET_WIDTH, width), style);
}

/** The restitution list and the payments behind it as a tagged archival PDF (PDF/A-2a, PDF/UA-1). */
export async function* streamLossPdf(document: LossDocument): AsyncGenerator<Uint8Array> {
  const { agency, software, facts, time, hash, payments, victims, others, limits, assets } = document;
  const title = 'Payments of victims';
  const about = facts.find(({ name }) => name === 'Period')?.value ?? '';
  const info = { author: agency ?? software, subject: about, software, date: time, language: 'en' };
  const book = new Book({ title: `${title}, ${about}`, ...info });
  const names = new AssetNames({ assets, balances: [] });
  const right = facts.find(({ name }) => name === 'Case')?.value ?? '';
  const parts: Part[] = [];
  const write = (name: string, draw: (sheet: Sheet) => void) => {
    const part = new Part(name);
    parts.push(part);
    const head = { title, about, right, classification: undefined };
    const sheet = new Sheet(book, part, book.tree.open('Sect', book.tree.document), head, undefined);
    sheet.heading(name);
    draw(sheet);
    sheet.finish();
  };
  write(title, (sheet) => {
    writeFacts(sheet, facts);
    writeVictims(sheet, document, names);
    if (others.length > 0) writeOthers(sheet, document, names);
    writeLimits(sheet, limits);
  });
  if (payments.length > 0)
    write('Payments', (sheet) => {
      const groups = Map.groupBy(payments, ({ basis, victims: of }) => (basis === 'undecided' ? -1 : (of[0] ?? -1)));
      for (const { victim } of [...victims, { victim: -1 }]) {
        const own = groups.get(victim);
        if (!own) continue;
        sheet.heading(victim < 0 ? 'Undecided: in nobody’s sums' : nameVictim(document, victim).slice(0, 90), '', 10);
        writePayments(sheet, own, names, document);
      }
    });
  const asOf = facts
    .filter(({ name }) => name === 'As of')
    .map(({ value }) => value)
    .join('; ');
  const digest = `SHA-256 of the answer ${groupHash(hash)}`;
  const foot = { who: agency ?? title, asOf: `As of ${asOf}. ${software}.`, digest, again: '' };
  book.finish(parts, drawFootWith(foot), hash.slice(0, 32));
  const rest = book.file.take(0);
  if (rest) yield rest;
}
