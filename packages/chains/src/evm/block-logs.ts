import type { AccountLog } from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import type { EvmHeader } from './block-header.ts';
import { readLog, readLogTransaction } from './block-log.ts';
import type { EvmReceipt } from './block-receipt.ts';
import type { EvmTransaction } from './block-transaction.ts';
import { LogBloom } from './bloom.ts';
import { contradiction, type Place, readList } from './field-reader.ts';
import type { RpcLog } from './rpc-answer.ts';

interface LogSource {
  readonly chain: EvmChain;
  readonly header: EvmHeader;
  readonly transactions: readonly EvmTransaction[];
  /** Its roots were recomputed: the receipts' blooms, and with them the logs, are proven already. */
  readonly isVerified: boolean;
}

/** Logs by transaction from the receipts, each receipt's and the block's bloom recomputed from them. */
export function logsOfReceipts(source: LogSource, receipts: readonly EvmReceipt[]): AccountLog[][] {
  const { header } = source;
  let next = 0;
  const lists = receipts.map((receipt, index) => {
    const owner = ownerOf(source, index);
    return receipt.logs.map((raw) => readLog(raw, owner, next++, header.height));
  });
  if (!source.isVerified) checkBlooms(source, lists, receipts);
  return lists;
}

/** Logs by transaction from one `eth_getLogs` of the whole block. */
export function logsOfFilter(source: LogSource, raw: readonly RpcLog[]): AccountLog[][] {
  const { header, transactions } = source;
  const lists: AccountLog[][] = transactions.map(() => []);
  let before = 0;
  readList(raw, header.place, 'logs').forEach((value, logIndex) => {
    const index = readLogTransaction(value, logIndex, header.height);
    const place: Place = { height: header.height, item: 'log', index: logIndex };
    const list = lists[index];
    if (list === undefined)
      throw contradiction(place, `belongs to transaction ${index}, which the block does not have`);
    if (index < before) throw contradiction(place, `belongs to transaction ${index}, and one before it to ${before}`);
    before = index;
    list.push(readLog(value, ownerOf(source, index), logIndex, header.height));
  });
  checkBlooms(source, lists, undefined);
  return lists;
}

/** Two answers about the same logs must be one. */
export function expectSameLogs(
  header: EvmHeader,
  first: readonly AccountLog[][],
  second: readonly AccountLog[][],
): void {
  const told = first.flat();
  const again = second.flat();
  if (told.length !== again.length) {
    throw contradiction(header.place, `has ${told.length} logs by its receipts, but ${again.length} by eth_getLogs`);
  }
  told.forEach((log, index) => {
    if (describe(log) !== describe(again[index] as AccountLog)) {
      const place: Place = { height: header.height, item: 'log', index };
      throw contradiction(place, 'is another in its receipt than by eth_getLogs');
    }
  });
}

function describe({ address, topics, data }: AccountLog): string {
  return `${address} ${topics.join(' ')} ${data}`;
}

function ownerOf({ header, transactions }: LogSource, index: number): Parameters<typeof readLog>[1] {
  const { hash } = transactions[index] as EvmTransaction;
  return { blockHash: header.hash, transactionHash: hash, transactionIndex: index };
}

function checkBlooms(
  { header, transactions }: LogSource,
  lists: readonly AccountLog[][],
  receipts: readonly EvmReceipt[] | undefined,
): void {
  const bits = new Map<string, number>();
  const whole = new LogBloom(bits);
  lists.forEach((logs, index) => {
    const bloom = new LogBloom(bits);
    for (const log of logs) bloom.addLog(log);
    const receipt = receipts?.[index];
    if (receipt?.bloom !== undefined && receipt.bloom !== bloom.toHex()) {
      throw contradiction(receipt.place, 'has a logsBloom that does not fit its logs');
    }
    if (transactions[index]?.isProtocol !== true) whole.addBloom(bloom);
  });
  if (header.bloom !== undefined && header.bloom !== whole.toHex()) {
    throw contradiction(header.place, 'has a logsBloom that does not fit the logs that were answered');
  }
}
