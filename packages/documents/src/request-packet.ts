import { createHash } from 'node:crypto';
import { formatUnits } from '@trailmark/core/amount';
import { type Cell, numberCell } from './cell.ts';
import { encodeCsvRow } from './csv.ts';
import { formatFiat, formatPrice, formatUtc } from './request-packet-figures.ts';

export const REQUEST_KINDS = ['preservation', 'production', 'emergency'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** A way to reach the addressee, and how far it has been checked. */
export interface PacketContact {
  readonly channel: string;
  readonly value: string;
  /** Page it was seen on, in words or as a URL; never made a link. */
  readonly page: string;
  readonly seen: string;
  readonly standing: 'verified' | 'seen-official' | 'unverified';
  /** `YYYY-MM-DD`, where it is verified. */
  readonly verifiedOn: string | undefined;
}

export interface PacketAddressee {
  readonly id: string;
  readonly name: string;
  readonly legalName: string | undefined;
  readonly jurisdictions: readonly string[];
  readonly contacts: readonly PacketContact[];
}

/** Value at the close of the UTC day of the block. */
export interface PacketFiat {
  readonly currency: string;
  /** Millionths of the currency. */
  readonly micro: bigint;
  readonly day: string;
  /** Billionths of the currency for one coin. */
  readonly nano: bigint;
  readonly source: string;
}

/** One transfer to the addressee. */
export interface PacketDeposit {
  readonly txid: string;
  readonly vout: number;
  readonly height: number;
  readonly blockHash: string;
  /** Seconds since 1970 UTC. */
  readonly time: number;
  readonly timeEstimated: boolean;
  readonly heightEstimated: boolean;
  readonly from: readonly string[];
  /** Some senders are not indexed, so that `from` is not all of them. */
  readonly fromIsPartial: boolean;
  readonly to: string;
  /** Smallest unit. */
  readonly amount: bigint;
  /** Undefined: no price is known for the day. */
  readonly fiat: PacketFiat | undefined;
  /** Why the transfer is taken to have reached the addressee, in one sentence. */
  readonly basis: string;
}

/** Everything a request for records says. All text may be hostile; what writes a format makes it safe there. */
export interface RequestPacket {
  readonly kind: RequestKind;
  readonly authority: string;
  readonly officer: string;
  readonly officerId: string;
  readonly caseNumber: string;
  readonly replyTo: string;
  readonly legalBasis: string;
  /** Requested records. */
  readonly asks: readonly string[];
  /** Bounds of the requested records, seconds; undefined where they are open. */
  readonly fromTime: number | undefined;
  readonly toTime: number | undefined;
  readonly addressee: PacketAddressee;
  readonly chain: {
    readonly id: string;
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  readonly deposits: readonly PacketDeposit[];
  /** Requested currency, whether or not a price is known. */
  readonly currency: string;
  /** What the reader has to know of the figures: gaps, doubts, contradictions. One sentence each. */
  readonly notes: readonly string[];
  /** When it was made, seconds. */
  readonly madeAt: number;
  readonly asOf: {
    readonly height: number | undefined;
    readonly hash: string | undefined;
    readonly labels: string;
    readonly prices: string;
    /** Version of the rules inferences were drawn with; undefined where none were. */
    readonly rules: string | undefined;
    readonly software: string;
  };
}

/** Column names of the machine-readable rows. */
export const PACKET_COLUMNS = [
  'number',
  'chain',
  'txid',
  'block_height',
  'height_estimated',
  'block_hash',
  'time_utc',
  'time_estimated',
  'output_index',
  'from_addresses',
  'from_is_partial',
  'to_address',
  'amount',
  'unit',
  'amount_smallest_unit',
  'fiat_value',
  'fiat_currency',
  'price',
  'price_day',
  'price_source',
  'basis',
] as const;

const yesNo = (flag: boolean): string => (flag ? 'yes' : 'no');

/** The cells of a transfer in the order of `PACKET_COLUMNS`; `number` counts from 1. */
export function toPacketCells({ chain }: RequestPacket, deposit: PacketDeposit, number: number): Cell[] {
  const { fiat } = deposit;
  return [
    numberCell(number),
    chain.id,
    deposit.txid,
    numberCell(deposit.height),
    yesNo(deposit.heightEstimated),
    deposit.blockHash,
    formatUtc(deposit.time),
    yesNo(deposit.timeEstimated),
    numberCell(deposit.vout),
    deposit.from.join(' '),
    yesNo(deposit.fromIsPartial),
    deposit.to,
    numberCell(formatUnits(deposit.amount, chain.decimals)),
    chain.symbol,
    numberCell(deposit.amount),
    fiat ? numberCell(formatFiat(fiat.micro)) : null,
    fiat ? fiat.currency : null,
    fiat ? numberCell(formatPrice(fiat.nano)) : null,
    fiat ? fiat.day : null,
    fiat ? fiat.source : null,
    deposit.basis,
  ];
}

/** All rows in order. */
export function packetRows(packet: RequestPacket): Cell[][] {
  return packet.deposits.map((deposit, i) => toPacketCells(packet, deposit, i + 1));
}

/** SHA-256, hex, over the rows as RFC 4180 records with CRLF, without the column names: the same in every format. */
export function digestPacketRows(packet: RequestPacket): string {
  const hash = createHash('sha256');
  for (const cells of packetRows(packet)) hash.update(encodeCsvRow(cells));
  return hash.digest('hex');
}
