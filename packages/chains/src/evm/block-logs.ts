import type { AccountLog, ValueMove } from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import type { EvmHeader } from './block-header.ts';
import { checkLogPlace, type LogOwner, readLog, readLogTransaction } from './block-log.ts';
import type { EvmReceipt } from './block-receipt.ts';
import type { EvmTransaction } from './block-transaction.ts';
import { BloomBits, LogBloom } from './bloom.ts';
import { contradiction, type Place, readList, readObject } from './field-reader.ts';
import { readPlainTransfer } from './plain-transfer.ts';
import type { RpcLog } from './rpc-answer.ts';
import { pushTokenMoves } from './token-log.ts';

interface LogSource {
  readonly chain: EvmChain;
  readonly header: EvmHeader;
  readonly transactions: readonly EvmTransaction[];
  /** Its roots were recomputed: the receipts' blooms, and with them the logs, are proven already. */
  readonly isVerified: boolean;
}

/** Logs of one transaction: transfers that logs report, and the logs that report none. */
export interface TransactionLogs {
  readonly moves: ValueMove[];
  readonly kept: AccountLog[];
}

/** Logs by transaction from the receipts, each receipt's and the block's bloom recomputed from them. */
export function logsOfReceipts(source: LogSource, receipts: readonly EvmReceipt[]): TransactionLogs[] {
  const { header } = source;
  const reader = new LogReader(source);
  const lists = receipts.map((receipt, index) => {
    reader.open(index);
    for (const raw of receipt.logs) reader.read(raw);
    if (receipt.bloom !== undefined && reader.bloom?.matches(receipt.bloom) === false) {
      throw contradiction(receipt.place, 'has a logsBloom that does not fit its logs');
    }
    return reader.close();
  });
  reader.expectBloom(header);
  return lists;
}

/** Logs by transaction from one `eth_getLogs` of the whole block. */
export function logsOfFilter(source: LogSource, raw: readonly RpcLog[]): TransactionLogs[] {
  const { header, transactions } = source;
  const values = readList(raw, header.place, 'logs');
  const reader = new LogReader({ ...source, isVerified: false });
  let at = 0;
  const lists = transactions.map((_, index) => {
    reader.open(index);
    for (; at < values.length && readLogTransaction(values[at], at, header.height) === index; at++) {
      reader.read(values[at]);
    }
    return reader.close();
  });
  if (at < values.length) {
    throw contradiction(
      { height: header.height, item: 'log', index: at },
      'belongs to no transaction of the block, or stands out of order',
    );
  }
  reader.expectBloom(header);
  return lists;
}

/** Two answers about the same logs must be one. */
export function expectSameLogs(
  header: EvmHeader,
  first: readonly TransactionLogs[],
  second: readonly TransactionLogs[],
): void {
  first.forEach((logs, index) => {
    if (describe(logs) !== describe(second[index])) {
      const place: Place = { height: header.height, item: 'transaction', index };
      throw contradiction(place, 'has other logs by its receipt than by eth_getLogs');
    }
  });
}

function describe(logs: TransactionLogs | undefined): string {
  return JSON.stringify(logs, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** Reads the logs of a block one after the other. */
class LogReader {
  readonly #source: LogSource;
  readonly #place: { height: number; item: string; index: number };
  readonly #bits = new BloomBits();
  readonly #whole: LogBloom | undefined;
  #owner: LogOwner = { blockHash: '', transactionHash: '', transactionIndex: 0 };
  #logs: TransactionLogs = { moves: [], kept: [] };
  #next = 0;
  /** Of the transaction in hand; undefined where the roots prove the logs anyway. */
  bloom: LogBloom | undefined;

  constructor(source: LogSource) {
    this.#source = source;
    this.#place = { height: source.header.height, item: 'log', index: 0 };
    this.#whole = source.isVerified ? undefined : new LogBloom(this.#bits);
  }

  open(index: number): void {
    const { header, transactions } = this.#source;
    const hash = transactions[index]?.hash ?? '';
    this.#owner = { blockHash: header.hash, transactionHash: hash, transactionIndex: index };
    this.#logs = { moves: [], kept: [] };
    this.bloom = this.#whole && new LogBloom(this.#bits);
  }

  read(value: unknown): void {
    const logIndex = this.#next++;
    this.#place.index = logIndex;
    const raw = readObject<RpcLog>(value, this.#place, 'body');
    checkLogPlace(raw, this.#owner, logIndex, this.#place);
    const transfer = readPlainTransfer(raw, logIndex);
    if (transfer) {
      this.#logs.moves.push(transfer);
      if (this.bloom) addToBloom(this.bloom, [raw.address, ...(raw.topics as unknown[])] as string[], 2);
      return;
    }
    const log = readLog(raw, logIndex, this.#place);
    if (this.bloom) addToBloom(this.bloom, [log.address, ...log.topics], 0);
    if (!pushTokenMoves(this.#source.chain, log, this.#logs.moves)) this.#logs.kept.push(capData(log));
  }

  close(): TransactionLogs {
    const isProtocol = this.#source.transactions[this.#owner.transactionIndex]?.isProtocol;
    if (this.bloom && isProtocol !== true) this.#whole?.addBloom(this.bloom);
    return this.#logs;
  }

  expectBloom({ bloom, place }: EvmHeader): void {
    if (bloom !== undefined && this.#whole?.matches(bloom) === false) {
      throw contradiction(place, 'has a logsBloom that does not fit the logs that were answered');
    }
  }
}

function addToBloom(bloom: LogBloom, texts: readonly string[], start: number): void {
  for (const text of texts) bloom.add(text, start);
}

const MAX_DATA_DIGITS = 2 * 8_192;

/** A log as it is kept: its data may be long. */
export function capData(log: AccountLog): AccountLog {
  return log.data.length > MAX_DATA_DIGITS ? { ...log, data: log.data.slice(0, MAX_DATA_DIGITS) } : log;
}
