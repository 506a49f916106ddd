import { hash } from 'node:crypto';
import { ownerScript } from '@trailmark/chains/utxo/script';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type {
  BlockRecord,
  HeightRange,
  OutputLedger,
  OwnerTotals,
  RecordInput,
  RecordOutput,
  TransactionRecord,
  VanishedTransaction,
} from '@trailmark/core/output-ledger';
import { type Owner, ownerId, ownerKey } from '@trailmark/core/owner';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { SCRIPT_CODE } from '@trailmark/core/script-type';
import { isUnspendableCoinbase } from '@trailmark/ingest/utxo/block-resolver';
import { NO_TOTALS } from '../ledger/outputs/totals.ts';
import { toActivity } from './array-activity.ts';
import { toCounterparties } from './array-counterparties.ts';
import { matchesFilter, toParts } from './array-history.ts';
import { addToTotals } from './array-totals.ts';

/** One block of a model ledger, with the records of the transactions of it that are indexed. */
export interface ArrayBlock {
  readonly block: BlockRecord;
  /** In block order, each with its position. */
  readonly transactions: readonly TransactionRecord[];
  readonly raw?: ReadonlyMap<Position, Uint8Array>;
}

/** What a model cannot work out from records alone. */
export interface ArrayReaderOptions {
  /** SHA-256 of P2PK scripts, hex, to their owners. */
  readonly scriptHashes?: ReadonlyMap<string, Owner>;
  /** Transactions that were seen and are not on the chain. */
  readonly vanished?: readonly VanishedTransaction[];
}

function toRanges(blocks: readonly ArrayBlock[]): HeightRange[] {
  const ranges: HeightRange[] = [];
  for (const { block, raw } of blocks) {
    const { height, source, timeEstimated, heightEstimated, isWhole } = block;
    const kind = { source, timeEstimated, heightEstimated, wholeBlocks: isWhole, raw: raw !== undefined };
    const last = ranges.at(-1);
    const goesOn =
      last?.toHeight === height - 1 &&
      Object.entries(kind).every(([key, value]) => last[key as keyof HeightRange] === value);
    if (last && goesOn) ranges[ranges.length - 1] = { ...last, toHeight: height, blocks: last.blocks + 1 };
    else ranges.push({ ...kind, fromHeight: height, toHeight: height, blocks: 1 });
  }
  return ranges;
}

function isSameId(owner: Owner | undefined, id: string): boolean {
  return owner !== undefined && ownerId(owner) === id;
}

/**
 * A OutputLedger that answers each question by looking at every transaction: slow, and right by its looks. Stores are
 * tested against it, and handlers run on it.
 */
export class ArrayReader implements OutputLedger {
  readonly chain: OutputChainId;
  readonly #blocks: readonly ArrayBlock[];
  readonly #transactions: readonly TransactionRecord[];
  readonly #ranges: readonly HeightRange[];
  readonly #scriptHashes: ReadonlyMap<string, Owner>;
  readonly #vanished: readonly VanishedTransaction[];

  constructor(chain: OutputChainId, blocks: readonly ArrayBlock[], options: ArrayReaderOptions = {}) {
    this.chain = chain;
    this.#blocks = blocks.toSorted((a, b) => a.block.height - b.block.height);
    this.#transactions = this.#blocks.flatMap(({ transactions }) => transactions);
    this.#ranges = toRanges(this.#blocks);
    this.#scriptHashes = options.scriptHashes ?? new Map();
    this.#vanished = options.vanished ?? [];
  }

  #check({ signal }: ReadOptions = {}): void {
    if (signal?.aborted) throw new AppError('unavailable', 'The read was cancelled.', { cause: signal.reason });
  }

  /** Transactions in which an owner takes part, ascending. */
  #ofOwner(id: string): TransactionRecord[] {
    const isOwn = (side: { readonly owner: Owner | undefined }): boolean => isSameId(side.owner, id);
    return this.#transactions.filter(({ inputs, outputs }) => inputs.some(isOwn) || outputs.some(isOwn));
  }

  /** The genesis coinbase, and the two coinbases that were overwritten by a later one with the same txid (BIP 30). */
  #isNeverSpendable({ isCoinbase, position }: TransactionRecord): boolean {
    const height = positionHeight(position);
    return isCoinbase && isUnspendableCoinbase(height, this.block(height)?.hash ?? '');
  }

  #findSpender(position: Position, vout: number): { position: Position; input: number } | undefined {
    const isSpend = (input: RecordInput): boolean => input.source === position && input.vout === vout;
    const spender = this.#transactions.find(({ inputs }) => inputs.some(isSpend));
    return spender && { position: spender.position, input: spender.inputs.findIndex(isSpend) };
  }

  #timeOf(position: Position): number {
    return this.block(positionHeight(position))?.time ?? 0;
  }

  /** A model has nothing from outside. */
  fetched: OutputLedger['fetched'] = async () => [];

  vanished: OutputLedger['vanished'] = async (txid) => this.#vanished.filter((entry) => entry.txid === txid);

  tip: OutputLedger['tip'] = () => this.#blocks.at(-1)?.block;

  transactionCount: OutputLedger['transactionCount'] = () => this.#transactions.length;

  heightRanges: OutputLedger['heightRanges'] = () => this.#ranges;

  block: OutputLedger['block'] = (height) => this.#blocks.find(({ block }) => block.height === height)?.block;

  blockByHash: OutputLedger['blockByHash'] = (hash) => this.#blocks.find(({ block }) => block.hash === hash)?.block;

  blocksBefore: OutputLedger['blocksBefore'] = (before = Number.POSITIVE_INFINITY, limit) => {
    return this.#blocks
      .map(({ block }) => block)
      .filter(({ height }) => height < before)
      .reverse()
      .slice(0, limit);
  };

  records: OutputLedger['records'] = async (positions, options) => {
    this.#check(options);
    return positions.map((position) => this.#transactions.find((record) => record.position === position));
  };

  txids: OutputLedger['txids'] = async (positions, options) => {
    const records = await this.records(positions, options);
    return records.map((record) => record?.txid);
  };

  blockPositions: OutputLedger['blockPositions'] = async (height, options) => {
    this.#check(options);
    return this.#transactions.map(({ position }) => position).filter((position) => positionHeight(position) === height);
  };

  rawTransactions: OutputLedger['rawTransactions'] = async (positions, options) => {
    this.#check(options);
    const all = new Map(this.#blocks.flatMap(({ raw }) => [...(raw ?? [])]));
    return new Map(
      positions.flatMap((position) => {
        const bytes = all.get(position);
        return bytes ? [[position, bytes] as const] : [];
      }),
    );
  };

  blockTxids: OutputLedger['blockTxids'] = async (height, options) => {
    this.#check(options);
    return this.#transactions.filter(({ position }) => positionHeight(position) === height).map(({ txid }) => txid);
  };

  txidsOfBlocks: OutputLedger['txidsOfBlocks'] = async (heights, options) =>
    new Map(
      await Promise.all(heights.map(async (height) => [height, await this.blockTxids(height, options)] as const)),
    );

  positionsOf: OutputLedger['positionsOf'] = async (txids, options) => {
    this.#check(options);
    const places = txids.map((txid) => {
      const positions = this.#transactions.filter((record) => record.txid === txid).map(({ position }) => position);
      return [txid, positions] as const;
    });
    return new Map(places.filter(([, positions]) => positions.length > 0));
  };

  txidsByPrefix: OutputLedger['txidsByPrefix'] = async (prefix, limit, options) => {
    this.#check(options);
    const found = this.#transactions.filter(({ txid }) => txid.startsWith(prefix));
    const ordered = found.sort((a, b) => (a.txid < b.txid ? -1 : a.txid > b.txid ? 1 : a.position - b.position));
    return ordered.slice(0, limit).map(({ txid, position }) => ({ txid, position }));
  };

  totals: OutputLedger['totals'] = async (owners, options) => {
    this.#check(options);
    const ids = [...new Set(owners.map(ownerId))];
    const sums = ids.map((id) => {
      const add = (sum: OwnerTotals, record: TransactionRecord) =>
        addToTotals(sum, record, { id, isNeverSpendable: this.#isNeverSpendable(record) });
      return [id, this.#ofOwner(id).reduce(add, NO_TOTALS)] as const;
    });
    return new Map(sums.filter(([, totals]) => totals.transactionCount > 0));
  };

  histories: OutputLedger['histories'] = async (owners, limitEach, options) => {
    const all = await Promise.all(
      owners.map(async (owner) => {
        const entries = await this.history(owner, { order: 'oldest' }, { limit: limitEach }, options);
        return [ownerId(owner), entries] as const;
      }),
    );
    return new Map(all.filter(([, entries]) => entries.length > 0));
  };

  ownerPositions: OutputLedger['ownerPositions'] = async (owner, page, options) =>
    (await this.history(owner, { order: 'oldest' }, page, options)).map(({ position }) => position);

  history: OutputLedger['history'] = async (owner, filter, { after, limit }, options) => {
    this.#check(options);
    const id = ownerId(owner);
    const kept = this.#ofOwner(id).filter((record) => matchesFilter(record, id, filter, this.#timeOf(record.position)));
    const ordered = filter.order === 'newest' ? kept.reverse() : kept;
    const isAfter = ({ position }: TransactionRecord): boolean => {
      if (after === undefined) return true;
      return filter.order === 'newest' ? position < after : position > after;
    };
    return ordered
      .filter(isAfter)
      .slice(0, limit)
      .map((record) => {
        const { received, sent } = toParts(record, id);
        return { position: record.position, received, sent };
      });
  };

  balanceAt: OutputLedger['balanceAt'] = async (owner, position, options) => {
    this.#check(options);
    const id = ownerId(owner);
    const before = this.#ofOwner(id)
      .filter((record) => record.position <= position)
      .map((record) => toParts(record, id));
    return before.reduce((sum, { received, sent }) => sum + received - sent, 0n);
  };

  unspent: OutputLedger['unspent'] = async (owner, { after, limit }, options) => {
    this.#check(options);
    const id = ownerId(owner);
    const own = this.#ofOwner(id).flatMap((record) =>
      record.outputs.flatMap((output, vout) => {
        const isOpen = isSameId(output.owner, id) && !this.#findSpender(record.position, vout);
        if (!isOpen) return [];
        return [{ position: record.position, vout, value: output.value, isSpendable: !this.#isNeverSpendable(record) }];
      }),
    );
    const isAfter = ({ position, vout }: { position: Position; vout: number }): boolean =>
      !after || position > after.position || (position === after.position && vout > after.vout);
    return own.filter(isAfter).slice(0, limit);
  };

  spenders: OutputLedger['spenders'] = async (outputs, options) => {
    this.#check(options);
    return new Map(
      outputs.flatMap(({ position, vout }) => {
        const spender = this.#findSpender(position, vout);
        return spender ? [[`${position}:${vout}`, spender] as const] : [];
      }),
    );
  };

  counterparties: OutputLedger['counterparties'] = async (owner, { sort, offset, limit }, options) => {
    this.#check(options);
    const id = ownerId(owner);
    const all = toCounterparties(this.#ofOwner(id), id, sort);
    return { items: all.slice(offset, offset + limit), total: all.length };
  };

  links: OutputLedger['links'] = async (a, b, { before = Number.POSITIVE_INFINITY, limit }, options) => {
    this.#check(options);
    const ofB = new Set(this.#ofOwner(ownerId(b)).map(({ position }) => position));
    const both = this.#ofOwner(ownerId(a))
      .map(({ position }) => position)
      .filter((position) => ofB.has(position));
    return both
      .filter((position) => position < before)
      .reverse()
      .slice(0, limit);
  };

  activity: OutputLedger['activity'] = async (owner, period, options) => {
    this.#check(options);
    const id = ownerId(owner);
    const moves = this.#ofOwner(id).map((record) => ({ ...toParts(record, id), time: this.#timeOf(record.position) }));
    return toActivity(moves, period);
  };

  ownersInRange: OutputLedger['ownersInRange'] = async ({ type, from, to }, limit, options) => {
    this.#check(options);
    const sides = this.#transactions.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]);
    const owners = new Map(sides.flatMap(({ owner }) => (owner ? [[ownerId(owner), owner] as const] : [])));
    const found = [...owners.values()].filter((owner) => {
      const { prefix } = ownerKey(owner);
      return SCRIPT_CODE[owner.type] === type && prefix >= from && prefix <= to;
    });
    const ordered = found.sort((a, b) => (ownerId(a) < ownerId(b) ? -1 : 1)).slice(0, limit);
    return ordered.map((owner) => ({ owner, transactionCount: this.#ofOwner(ownerId(owner)).length }));
  };

  ownerOfScriptHash: OutputLedger['ownerOfScriptHash'] = async (scriptHash, options) => {
    this.#check(options);
    return this.#owners().find((owner) => {
      const script = ownerScript(owner);
      return scriptHash === (script ? hash('sha256', script) : encodeHex(owner.payload));
    });
  };

  positionOfKeyScript: OutputLedger['positionOfKeyScript'] = async (scriptHash, options) => {
    this.#check(options);
    const owner = this.#scriptHashes.get(scriptHash);
    const isPaid = (output: RecordOutput): boolean =>
      output.type === 'p2pk' && owner !== undefined && isSameId(output.owner, ownerId(owner));
    return this.#transactions.find(({ outputs }) => outputs.some(isPaid))?.position;
  };

  #owners(): Owner[] {
    const sides = this.#transactions.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]);
    return [...new Map(sides.flatMap(({ owner }) => (owner ? [[ownerId(owner), owner] as const] : []))).values()];
  }
}
