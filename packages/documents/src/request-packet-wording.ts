import {
  digestPacketRows,
  type PacketAddressee,
  type PacketContact,
  type RequestKind,
  type RequestPacket,
} from './request-packet.ts';
import { formatUtc } from './request-packet-figures.ts';

export interface KindWording {
  readonly title: string;
  /** Paragraphs that open the letter. */
  readonly opening: readonly string[];
  /** Heading of the list of records. */
  readonly asksHeading: string;
  readonly closing: string;
}

const WORDING: Readonly<Record<RequestKind, (to: string) => KindWording>> = {
  preservation: (to) => ({
    title: 'Request to preserve records',
    opening: [
      `We ask ${to} to preserve the records named below, in the state they are in now, and to keep them from being changed or deleted in the ordinary course of business.`,
      'This is a request to preserve, not to disclose: this letter does not request that any record be handed over. A request for disclosure follows separately, on its own legal basis.',
    ],
    asksHeading: 'Records to be preserved',
    closing:
      'Please confirm that the records are preserved, from which day and until when. If some of them are not available, please say which.',
  }),
  production: (to) => ({
    title: 'Request to produce records',
    opening: [
      `We ask ${to} to produce the records named below. They are limited to the transfers of schedule A and to the period stated.`,
    ],
    asksHeading: 'Records to be produced',
    closing:
      'Please answer in a machine-readable form (text, CSV or a spreadsheet) with full transaction hashes. If some records are not available, or a transfer did not reach you, please say which.',
  }),
  emergency: (to) => ({
    title: 'Emergency request for disclosure',
    opening: [
      `We ask ${to} to disclose the records named below without delay.`,
      'The signing officer states that this is an emergency on the legal basis named above, and that waiting for ordinary process would come too late. It asks for no more than the emergency needs; where the law requires it, ordinary process follows.',
    ],
    asksHeading: 'Records to be disclosed',
    closing:
      'Please answer at once by the reply address above, even if only with a part. If the emergency route is another one, please name it.',
  }),
};

/** What a letter of this kind says, with the addressee named. */
export function wordingOf({ kind, addressee }: Pick<RequestPacket, 'kind' | 'addressee'>): KindWording {
  return WORDING[kind](addresseeName(addressee));
}

/** Legal name first where one is known: "Payward, Inc. (Kraken)". */
export function addresseeName({ name, legalName }: PacketAddressee): string {
  return legalName === undefined || legalName === name ? name : `${legalName} (${name})`;
}

/** How far a contact route has been checked, as a sentence. */
export function describeStanding({ standing, verifiedOn }: PacketContact): string {
  if (standing === 'verified') return `Checked on the operator's own domain on ${verifiedOn ?? 'a day not noted'}.`;
  if (standing === 'seen-official') return "Seen on the operator's own domain; nobody has checked it since.";
  return "NOT VERIFIED: not seen on the operator's own domain. Confirm it with the operator before anything is sent.";
}

export const NO_CONTACT =
  'NO CONTACT ROUTE IS KNOWN for this service. Find one on its own domain before anything is sent.';

/** How a note begins that has to be settled before the request goes out. */
export const CHECK_FIRST = 'CHECK BEFORE SENDING';

/** The period of the requested records, in words. */
export function describePeriod({ fromTime, toTime }: Pick<RequestPacket, 'fromTime' | 'toTime'>): string {
  if (fromTime === undefined && toTime === undefined) return 'the transfers of schedule A, without a further period';
  const from = fromTime === undefined ? 'the opening of the account' : formatUtc(fromTime);
  const to = toTime === undefined ? 'the day of the answer' : formatUtc(toTime);
  return `from ${from} to ${to} (UTC)`;
}

/** The tip the figures are true of, in words. */
export function describeTip({ asOf }: Pick<RequestPacket, 'asOf'>): string {
  return asOf.height === undefined ? 'no block indexed' : `block ${asOf.height}, ${asOf.hash ?? 'hash not indexed'}`;
}

function contactFacts(contact: PacketContact, i: number): (readonly [string, string])[] {
  const name = `contact_${i + 1}`;
  return [
    [name, `${contact.channel}: ${contact.value}`],
    [`${name}_standing`, describeStanding(contact)],
    [`${name}_page`, contact.page],
    [`${name}_seen`, contact.seen],
  ];
}

function addresseeFacts({ addressee }: RequestPacket): (readonly [string, string])[] {
  return [
    ['addressee', addresseeName(addressee)],
    ['addressee_id', addressee.id],
    ['addressee_jurisdictions', addressee.jurisdictions.join(' ')],
    ...(addressee.contacts.length === 0
      ? [['contact', NO_CONTACT] as const]
      : addressee.contacts.flatMap(contactFacts)),
  ];
}

/** What the packet states in addition to its rows, as names and values in a fixed order. */
export function packetFacts(packet: RequestPacket): readonly (readonly [name: string, value: string])[] {
  const { asOf, chain } = packet;
  return [
    ['document', wordingOf(packet).title],
    ['kind', packet.kind],
    ['made_at', formatUtc(packet.madeAt)],
    ['authority', packet.authority],
    ['officer', packet.officer],
    ['officer_id', packet.officerId],
    ['case_number', packet.caseNumber],
    ['legal_basis', packet.legalBasis],
    ['reply_to', packet.replyTo],
    ...addresseeFacts(packet),
    ['period', describePeriod(packet)],
    ...packet.asks.map((ask, i) => [`record_${i + 1}`, ask] as const),
    ['chain', `${chain.name} (${chain.id})`],
    ['asset', `${chain.symbol}, the chain's own coin, ${chain.decimals} decimals; no token contract`],
    ['fiat', `${packet.currency} at the close of the UTC day of the block; empty where no price is known`],
    ['as_of', describeTip(packet)],
    ['labels_version', asOf.labels],
    ['prices_version', asOf.prices],
    ['rules_version', asOf.rules ?? 'no rule was applied'],
    ['software', asOf.software],
    ...packet.notes.map((note, i) => [`note_${i + 1}`, note] as const),
    ['rows', String(packet.deposits.length)],
    ['sha256_of_rows', digestPacketRows(packet)],
  ];
}
