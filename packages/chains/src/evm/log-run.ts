import type { ValueMove } from '@trailmark/core/account-block';
import type { LogOwner } from './block-log.ts';
import { ZERO_KEY } from './field-reader.ts';
import { HEX_VALUE, type HexTable } from './hex-table.ts';
import {
  LOG_ADDRESS,
  LOG_BLOCK_HASH,
  LOG_DATA,
  LOG_DATA_DIGITS,
  LOG_END,
  LOG_FIELDS,
  LOG_INDEX,
  LOG_START,
  LOG_TOPIC_COUNT,
  LOG_TOPICS,
  LOG_TRANSACTION_HASH,
  LOG_TRANSACTION_INDEX,
  type ScannedLogs,
} from './scan-logs.ts';
import { TRANSFER_TOPIC } from './token-log.ts';

const PADDING_DIGITS = 24;
const WORD_DIGITS = 64;
const ADDRESS_DIGITS = 40;
const ZERO = 0x30;
const TO_TOPIC = LOG_TOPICS + 2;

function stands(text: string, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Consecutive logs of one block within an answer that was scanned. */
export class LogRun {
  readonly length: number;
  readonly #logs: ScannedLogs;
  readonly #first: number;

  constructor(logs: ScannedLogs, first: number, end: number) {
    this.#logs = logs;
    this.#first = first;
    this.length = end - first;
  }

  /** Which transaction a log says it belongs to. */
  transactionIndex(index: number): number {
    return this.#field(index, LOG_TRANSACTION_INDEX);
  }

  /** The text of one log, for the reader of every spelling. */
  text(index: number): string {
    const { text } = this.#logs;
    return new TextDecoder().decode(text.subarray(this.#field(index, LOG_START), this.#field(index, LOG_END)));
  }

  /** Whether a log is where it must be. False is no verdict: the general reader says what differs. */
  isPlaced(index: number, owner: LogOwner): boolean {
    const { text } = this.#logs;
    return (
      this.#field(index, LOG_INDEX) === index &&
      this.#field(index, LOG_TRANSACTION_INDEX) === owner.transactionIndex &&
      stands(owner.blockHash, text, this.#field(index, LOG_BLOCK_HASH)) &&
      stands(owner.transactionHash, text, this.#field(index, LOG_TRANSACTION_HASH))
    );
  }

  /** The move of an ERC-20 Transfer, its address and topics added to the filter. Undefined for everything else. */
  plainTransfer(index: number, table: HexTable, bloom: Uint8Array): ValueMove | undefined {
    const row = this.#row(index);
    const { text, rows } = this.#logs;
    const topic = rows[row + LOG_TOPICS] as number;
    if (rows[row + LOG_TOPIC_COUNT] !== 3 || rows[row + LOG_DATA_DIGITS] !== WORD_DIGITS) return undefined;
    if (!stands(TRANSFER_TOPIC, text, topic)) return undefined;
    const amount = readWord(text, rows[row + LOG_DATA] as number);
    if (amount === undefined) return undefined;
    const asset = this.#key(rows[row + LOG_ADDRESS] as number, ADDRESS_DIGITS, table, bloom);
    const from = this.#key(rows[row + LOG_TOPICS + 1] as number, WORD_DIGITS, table, bloom);
    const to = this.#key(rows[row + TO_TOPIC] as number, WORD_DIGITS, table, bloom);
    if (asset === undefined || from === undefined || to === undefined) return undefined;
    table.addTo(bloom, table.find(text, topic, WORD_DIGITS));
    return {
      kind: 'token',
      asset,
      from: from === ZERO_KEY ? '' : from,
      to: to === ZERO_KEY ? '' : to,
      amount,
      tokenId: undefined,
      logIndex: index,
      tracePath: undefined,
      flags: 0,
    };
  }

  #row(index: number): number {
    return (this.#first + index) * LOG_FIELDS;
  }

  #field(index: number, field: number): number {
    return this.#logs.rows[this.#row(index) + field] as number;
  }

  /** An address, or the one in a padded topic; in the filter it counts as it is. */
  #key(at: number, digits: 40 | 64, table: HexTable, bloom: Uint8Array): string | undefined {
    const { text } = this.#logs;
    if (digits === WORD_DIGITS && !isZero(text, at, PADDING_DIGITS)) return undefined;
    const index = table.find(text, at, digits);
    if (index < 0) return undefined;
    table.addTo(bloom, index);
    return table.key(index);
  }
}

function isZero(bytes: Uint8Array, at: number, digits: number): boolean {
  for (let i = at; i < at + digits; i++) if (bytes[i] !== ZERO) return false;
  return true;
}

/** 64 digits as a number; undefined where they are not lower-case digits. */
function readWord(bytes: Uint8Array, at: number): bigint | undefined {
  let wrong = 0;
  let lead = at;
  const end = at + WORD_DIGITS;
  while (lead < end && bytes[lead] === ZERO) lead++;
  let value = 0;
  for (let i = lead; i < end; i++) {
    const digit = HEX_VALUE[bytes[i] as number] as number;
    wrong |= digit;
    value = value * 16 + digit;
  }
  if (wrong > 15) return undefined;
  if (end - lead <= 13) return BigInt(value);
  let text = '0x';
  for (let i = lead; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return BigInt(text);
}
