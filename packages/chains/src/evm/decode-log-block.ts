import {
  type AccountBlock,
  type AccountLog,
  type AccountTransaction,
  BLOCK_HOLDS_TOKENS,
  HAS_LOGS,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { EvmChain } from '../account/chain-definition.ts';
import { type EvmHeader, readHeader } from './block-header.ts';
import { checkLogPlace, type LogOwner, readLog, readLogTransaction } from './block-log.ts';
import { capData } from './block-logs.ts';
import { BloomBits, LogBloom } from './bloom.ts';
import { contradiction, type Place, readHash, readList, readObject } from './field-reader.ts';
import { HexTable } from './hex-table.ts';
import { LogRun } from './log-run.ts';
import { readPlainTransfer } from './plain-transfer.ts';
import type { RpcBlock, RpcLog } from './rpc-answer.ts';
import { pushTokenMoves } from './token-log.ts';

/** Addresses and topics met in other blocks of a source, so that each is hashed once. */
export class LogMemory {
  readonly table = new HexTable();
  readonly bits = new BloomBits();
}

export interface LogBlockInput {
  readonly chain: EvmChain;
  /** `eth_getBlockByNumber` with the ids of its transactions. */
  readonly block: RpcBlock;
  /** All logs of the block by `eth_getLogs`: parsed, or in place in the answer. */
  readonly logs: readonly RpcLog[] | LogRun;
  readonly source: string;
  readonly memory?: LogMemory | undefined;
}

/**
 * What the logs of a block report: token transfers, under the transactions they belong to. Of these only the ids are known;
 * transactions without logs are left out. Throws `inconsistent` where answers are malformed or contradict each other.
 */
export function decodeLogBlock(input: LogBlockInput): AccountBlock {
  const header = readHeader(input.chain, input.block);
  const reader = new LogBlockReader(input, header);
  const transactions = reader.read();
  return {
    height: header.height,
    hash: header.hash,
    parentHash: header.parentHash,
    time: header.time,
    producer: header.producer,
    holds: BLOCK_HOLDS_TOKENS,
    transactionTotal: header.transactions.length,
    source: input.source,
    transactions,
    moves: [],
  };
}

class LogBlockReader {
  readonly #input: LogBlockInput;
  readonly #header: EvmHeader;
  readonly #memory: LogMemory;
  readonly #bloom: LogBloom;
  readonly #run: LogRun | undefined;
  readonly #list: readonly unknown[];
  readonly #length: number;

  constructor(input: LogBlockInput, header: EvmHeader) {
    this.#input = input;
    this.#header = header;
    this.#memory = input.memory ?? new LogMemory();
    this.#bloom = new LogBloom(this.#memory.bits);
    this.#run = input.logs instanceof LogRun ? input.logs : undefined;
    this.#list = this.#run ? [] : readList(input.logs, header.place, 'logs');
    this.#length = this.#run?.length ?? this.#list.length;
  }

  read(): AccountTransaction[] {
    const hashes = this.#readHashes();
    const found: AccountTransaction[] = [];
    let at = 0;
    while (at < this.#length) {
      const index = this.#ownerOf(at);
      const hash = hashes[index];
      if (hash === undefined || index <= (found.at(-1)?.index ?? -1)) {
        throw contradiction(this.#place(at), 'belongs to no transaction of the block, or stands out of order');
      }
      const owner = { blockHash: this.#header.hash, transactionHash: hash, transactionIndex: index };
      const moves: ValueMove[] = [];
      const kept: AccountLog[] = [];
      do this.#readLog(at++, owner, moves, kept);
      while (at < this.#length && this.#ownerOf(at) === index);
      found.push(toTransaction(owner, moves, kept));
    }
    this.#expectBloom();
    return found;
  }

  /** Ids of the transactions; whole transactions will do. */
  #readHashes(): string[] {
    const { height, transactions } = this.#header;
    const seen = new Set<string>();
    return transactions.map((value, index) => {
      const place: Place = { height, item: 'transaction', index };
      const id = typeof value === 'string' ? value : readObject<{ hash?: unknown }>(value, place, 'body').hash;
      const hash = readHash(id, place, 'hash');
      if (seen.has(hash)) throw contradiction(place, `has the hash 0x${hash} of one before it`);
      seen.add(hash);
      return hash;
    });
  }

  #place(index: number): Place {
    return { height: this.#header.height, item: 'log', index };
  }

  #ownerOf(at: number): number {
    return this.#run?.transactionIndex(at) ?? readLogTransaction(this.#list[at], at, this.#header.height);
  }

  #readLog(index: number, owner: LogOwner, moves: ValueMove[], kept: AccountLog[]): void {
    const move = this.#run?.isPlaced(index, owner)
      ? this.#run.plainTransfer(index, this.#memory.table, this.#bloom.bytes)
      : undefined;
    if (move) moves.push(move);
    else this.#readAny(index, owner, moves, kept);
  }

  #readAny(index: number, owner: LogOwner, moves: ValueMove[], kept: AccountLog[]): void {
    const place = this.#place(index);
    const raw = readObject<RpcLog>(this.#run ? parseLog(this.#run, index, place) : this.#list[index], place, 'body');
    checkLogPlace(raw, owner, index, place);
    const log = readLog(raw, index, place);
    for (const text of [log.address, ...log.topics]) this.#bloom.add(text);
    const move = readPlainTransfer(raw, index);
    if (move) moves.push(move);
    else if (!pushTokenMoves(this.#input.chain, log, moves)) kept.push(capData(log));
  }

  /** Relatives of Ethereum keep the logs of the protocol's own transactions out of the filter; ids do not show which those are. */
  #expectBloom(): void {
    const { bloom, place } = this.#header;
    if (bloom === undefined) return;
    const fits = this.#input.chain.hasEthereumHashes ? this.#bloom.matches(bloom) : this.#bloom.contains(bloom);
    if (!fits) throw contradiction(place, 'has a logsBloom that does not fit the logs that were answered');
  }
}

/** A log in a spelling that is not the plain one, or one that is not where it must be. */
function parseLog(run: LogRun, index: number, place: Place): unknown {
  try {
    return JSON.parse(run.text(index));
  } catch {
    throw contradiction(place, 'is not JSON');
  }
}

function toTransaction(owner: LogOwner, moves: readonly ValueMove[], logs: readonly AccountLog[]): AccountTransaction {
  return {
    index: owner.transactionIndex,
    indexEstimated: false,
    hash: owner.transactionHash,
    from: '',
    to: '',
    created: '',
    value: 0n,
    status: 'ok',
    failure: undefined,
    fee: undefined,
    feePayer: '',
    gasUsed: undefined,
    gasPrice: undefined,
    nonce: undefined,
    type: 0,
    input: '',
    inputLength: 0,
    holds: HAS_LOGS,
    moves,
    logs,
    mentions: [],
  };
}
