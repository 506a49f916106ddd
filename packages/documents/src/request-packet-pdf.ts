import { setImmediate } from 'node:timers/promises';
import { formatUnits } from '@trailmark/core/amount';
import { PdfSheet } from './pdf-sheet.ts';
import { digestPacketRows, type PacketContact, type PacketDeposit, type RequestPacket } from './request-packet.ts';
import { formatMoney, formatPrice, formatUtc, groupDigits } from './request-packet-figures.ts';
import {
  addresseeName,
  CHECK_FIRST,
  describePeriod,
  describeStanding,
  describeTip,
  NO_CONTACT,
  wordingOf,
} from './request-packet-wording.ts';

/** Senders of one transfer that are printed; the other formats list all. */
const SENDERS_SHOWN = 10;
/** Transfers set before other work gets a turn. */
const SLICE = 5;
const HASH = { font: 'mono', size: 8 } as const;

function writeHead(sheet: PdfSheet, packet: RequestPacket): void {
  sheet.text(packet.authority, { font: 'bold', size: 15, after: 2 });
  sheet.text(`Case ${packet.caseNumber}`, { ink: 'muted', after: 8 });
  sheet.rule(16);
  sheet.text(addresseeName(packet.addressee), { font: 'bold', size: 11 });
  if (packet.addressee.jurisdictions.length > 0) {
    sheet.text(`Jurisdictions as noted: ${packet.addressee.jurisdictions.join(', ')}`, { ink: 'muted', size: 9 });
  }
  for (const contact of packet.addressee.contacts) writeContact(sheet, contact);
  if (packet.addressee.contacts.length === 0) sheet.text(NO_CONTACT, { ink: 'warning', font: 'bold', size: 9 });
  sheet.space(14);
}

function writeContact(sheet: PdfSheet, contact: PacketContact): void {
  const isDoubtful = contact.standing === 'unverified';
  sheet.text(`${contact.channel}: ${contact.value}`, { size: 9.5 });
  sheet.text(`${describeStanding(contact)} Page: ${contact.page}. Seen: ${contact.seen || 'not noted'}.`, {
    size: 8,
    ...(isDoubtful ? { ink: 'warning', font: 'bold' } : { ink: 'muted' }),
    after: 2,
  });
}

function writeLetter(sheet: PdfSheet, packet: RequestPacket): void {
  const wording = wordingOf(packet);
  sheet.text(wording.title, { font: 'bold', size: 18, after: 8 });
  sheet.field('Date', formatUtc(packet.madeAt).slice(0, 10));
  sheet.field('Our reference', packet.caseNumber);
  sheet.field('Legal basis', packet.legalBasis);
  sheet.field('Officer', `${packet.officer} (${packet.officerId})`);
  sheet.field('Reply to', packet.replyTo);
  sheet.field('Period', describePeriod(packet), { after: 12 });
  for (const paragraph of wording.opening) sheet.text(paragraph, { after: 7 });
  sheet.space(5);
  sheet.keep(40);
  sheet.text(wording.asksHeading, { font: 'bold', size: 11.5, after: 4 });
  for (const [i, ask] of packet.asks.entries()) sheet.field(`${i + 1}.`, ask, { nameWidth: 20, after: 3 });
  sheet.space(9);
  const count = packet.deposits.length;
  sheet.text(
    `Schedule A names the ${count === 1 ? 'transfer' : `${count} transfers`} concerned, with full hashes. Schedule B says where the figures come from. Both belong to this request.`,
    { after: 7 },
  );
  sheet.text(wording.closing, { after: 4 });
  sheet.signatureLines(['Place and date', `Signature: ${packet.officer}`.slice(0, 60)]);
}

function describeAmount({ chain }: RequestPacket, { amount }: PacketDeposit): string {
  return `${groupDigits(formatUnits(amount, chain.decimals))} ${chain.symbol} (${amount} in the smallest unit)`;
}

function describeFiat({ currency }: RequestPacket, { fiat }: PacketDeposit): string {
  if (!fiat) return `not known: no ${currency} price for the day`;
  const value = `${formatMoney(fiat.micro)} ${fiat.currency}`;
  return `${value} (close of ${fiat.day} UTC: ${groupDigits(formatPrice(fiat.nano))}; ${fiat.source})`;
}

function describeSenders({ from, fromIsPartial }: PacketDeposit): string {
  if (from.length === 0) return fromIsPartial ? 'not known: not indexed' : 'newly issued coins';
  const more = from.length - SENDERS_SHOWN;
  const rest = more > 0 ? ` and ${more} more, named in the machine-readable forms` : '';
  return `${from.slice(0, SENDERS_SHOWN).join(' ')}${rest}${fromIsPartial ? ' and others not indexed' : ''}`;
}

type Field = readonly [name: string, value: string, style: { readonly font?: 'mono'; readonly size: number }];

function depositFields(packet: RequestPacket, deposit: PacketDeposit): Field[] {
  const estimated = (flag: boolean): string => (flag ? ' (estimated)' : '');
  const plain = { size: 9 };
  return [
    ['Transaction', deposit.txid, HASH],
    ['Output', String(deposit.vout), plain],
    ['Block', `${deposit.height}${estimated(deposit.heightEstimated)}`, plain],
    ['Block hash', deposit.blockHash, HASH],
    ['Time', `${formatUtc(deposit.time)} (UTC)${estimated(deposit.timeEstimated)}`, plain],
    ['From', describeSenders(deposit), HASH],
    ['To', deposit.to, HASH],
    ['Amount', describeAmount(packet, deposit), plain],
    ['Value then', describeFiat(packet, deposit), plain],
    ['Basis', deposit.basis, plain],
  ];
}

const DEPOSIT_FIELD = { nameWidth: 76, after: 1 };

function writeDeposit(sheet: PdfSheet, packet: RequestPacket, deposit: PacketDeposit, number: number): void {
  const fields = depositFields(packet, deposit);
  const height = fields.reduce((sum, [, value, style]) => {
    return sum + sheet.fieldHeight(value, { ...style, ...DEPOSIT_FIELD });
  }, 40);
  sheet.keep(Math.min(height, 500));
  sheet.rule(8);
  sheet.text(`Transfer ${number}`, { font: 'bold', size: 10, after: 2 });
  for (const [name, value, style] of fields) sheet.field(name, value, { ...style, ...DEPOSIT_FIELD });
  sheet.space(7);
}

async function writeScheduleA(sheet: PdfSheet, packet: RequestPacket): Promise<void> {
  sheet.startPage();
  sheet.text('Schedule A: transfers', { font: 'bold', size: 14, after: 3 });
  const { chain } = packet;
  sheet.text(
    `Chain: ${chain.name} (${chain.id}). Asset: ${chain.symbol}, the chain's own coin; no token contract. Times are UTC.`,
    { size: 9, ink: 'muted', after: 8 },
  );
  for (const [i, deposit] of packet.deposits.entries()) {
    if (i % SLICE === SLICE - 1) await setImmediate();
    writeDeposit(sheet, packet, deposit, i + 1);
  }
}

function writeScheduleB(sheet: PdfSheet, packet: RequestPacket, digest: string): void {
  const { asOf } = packet;
  sheet.keep(220);
  sheet.rule(12);
  sheet.text('Schedule B: where the figures come from', { font: 'bold', size: 14, after: 5 });
  sheet.text(
    'Hashes, heights, outputs and amounts are facts read from the ledger; anybody can look them up. That an address belongs to the addressee is a claim of the source named with it, or an inference by the rule named with it. Values in money follow from a price table and are no part of the ledger.',
    { size: 9, after: 7 },
  );
  const style = { size: 9, nameWidth: 104 };
  sheet.field('Ledger as of', describeTip(packet), { ...style, ...HASH });
  sheet.field('Label version', asOf.labels, { ...style, ...HASH });
  sheet.field('Price version', asOf.prices, { ...style, ...HASH });
  sheet.field('Rule version', asOf.rules ?? 'no rule was applied', { ...style, ...HASH });
  sheet.field('Software', asOf.software, style);
  sheet.field('Made at', `${formatUtc(packet.madeAt)} (UTC)`, style);
  sheet.field('Rows', String(packet.deposits.length), style);
  sheet.field('SHA-256 of rows', digest, { ...style, ...HASH, after: 6 });
  for (const note of packet.notes) {
    const isWarning = note.startsWith(CHECK_FIRST);
    sheet.field('Note', note, isWarning ? { ...style, ink: 'warning', font: 'bold' } : style);
  }
}

/**
 * The request as a letter with two schedules, on A4. Hashes are printed whole on one line and can be selected. The same
 * packet gives the same bytes: its date is `madeAt`.
 */
export async function* streamPacketPdf(packet: RequestPacket): AsyncGenerator<Uint8Array> {
  const title = wordingOf(packet).title;
  const digest = digestPacketRows(packet);
  const sheet = new PdfSheet({
    title: `${title}, case ${packet.caseNumber}`,
    author: packet.authority,
    date: packet.madeAt,
    software: packet.asOf.software,
  });
  writeHead(sheet, packet);
  writeLetter(sheet, packet);
  await writeScheduleA(sheet, packet);
  writeScheduleB(sheet, packet, digest);
  yield await sheet.finish([`${title} · Case ${packet.caseNumber}`, `Rows SHA-256 ${digest}`]);
}
