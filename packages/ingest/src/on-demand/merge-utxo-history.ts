import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { decodeTransaction } from '@trailmark/chains/utxo/transaction';
import { AppError } from '@trailmark/core/errors';
import type { BlockRecord, FetchedCoverage, OutputLedger } from '@trailmark/core/output-ledger';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import { TX_COINBASE, TX_UNSPENDABLE } from '@trailmark/core/resolved-block';
import type { ChainStore } from '@trailmark/store/open-store';
import { isUnspendableCoinbase } from '../utxo/block-resolver.ts';
import { checkValues } from '../utxo/check-values.ts';
import { type FetchedUtxoHistory, nameRefused } from './fetch-utxo-history.ts';
import { type BlockHead, joinTransactions, type Part, parseRawTransaction } from './join-transactions.ts';
import type { ProvenTransaction } from './prove-transaction.ts';
import { keepKnownInputs, type OpenBlock, resolveInputs } from './resolve-parts.ts';
import type { ListedTransaction } from './utxo-source.ts';

export interface MergedUtxoHistory {
  /** New to the index. */
  readonly transactions: number;
  readonly coverage: FetchedCoverage;
}

const LONGEST_SOURCE = 300;

/** Which of the listed are indexed at the heights listed, with their raw bytes. */
export async function findIndexedTransactions(
  reader: OutputLedger,
  listed: readonly ListedTransaction[],
): Promise<ReadonlyMap<string, Position>> {
  const heights = new Map(listed.map(({ txid, height }) => [txid, height]));
  const places = await reader.positionsOf([...heights.keys()]);
  const found = [...places].flatMap(([txid, positions]) =>
    positions.filter((position) => positionHeight(position) === heights.get(txid)).map((at) => [txid, at] as const),
  );
  const records = await reader.records(found.map(([, at]) => at));
  return new Map(found.filter((_, i) => records[i]?.hasRaw));
}

/** Why a proven transaction contradicts what is indexed; undefined where it can. */
function findContradiction(
  reader: OutputLedger,
  { txid, height, index, blockHash }: ProvenTransaction,
  held: readonly Position[],
): string | undefined {
  const block = reader.block(height);
  if (block?.heightEstimated)
    return `height ${height} is taken by a block whose height is an estimate (${block.source}).`;
  if (block && block.hash !== blockHash) return `another block is indexed at height ${height} (${block.source}).`;
  // A coinbase may have been mined twice (BIP 30).
  const other = index === 0 ? undefined : held.find((position) => position !== toPosition(height, index));
  if (other === undefined) return undefined;
  const place = reader.block(positionHeight(other));
  const words = place?.heightEstimated ? 'at a height that is an estimate' : 'at another place';
  return `it is indexed ${words} (${place?.source ?? 'unknown'}), and a transaction counts once (${txid.slice(0, 8)}).`;
}

class Merge {
  readonly refused = new Map<string, string>();
  private readonly store: ChainStore;
  private readonly chain: UtxoChain;
  private readonly history: FetchedUtxoHistory;

  constructor(store: ChainStore, chain: UtxoChain, history: FetchedUtxoHistory) {
    this.store = store;
    this.chain = chain;
    this.history = history;
  }

  /** Writes what does not contradict what is indexed. Returns how many transactions are new. */
  async write(): Promise<number> {
    const { reader, writer } = this.store;
    const known = await reader.positionsOf(this.history.proven.map(({ txid }) => txid));
    const accepted = this.accept(known);
    const heights = new Set([...accepted.keys(), ...(await this.findOpenHeights(accepted))]);
    const open: OpenBlock[] = [];
    for (const height of heights) open.push(await this.openBlock(height, accepted.get(height) ?? []));
    await resolveInputs(open, (requests) => this.store.findFunding(requests));
    const blocks = open.map(({ head, parts }) => joinTransactions(head, parts));
    for (const block of blocks) checkValues(this.chain, block, { mayMissInputs: true });
    await writer.replace(blocks);
    return [...accepted.values()].flat().filter(({ txid }) => !known.has(txid)).length;
  }

  /** Proven transactions by height, without those that contradict the index or each other. */
  private accept(known: ReadonlyMap<string, readonly Position[]>): Map<number, ProvenTransaction[]> {
    const accepted = new Map<number, ProvenTransaction[]>();
    for (const proven of this.history.proven) {
      const beside = accepted.get(proven.height) ?? [];
      const contradiction =
        findContradiction(this.store.reader, proven, known.get(proven.txid) ?? []) ??
        (beside.some(({ blockHash }) => blockHash !== proven.blockHash)
          ? `the source names two blocks at height ${proven.height}.`
          : undefined);
      if (contradiction === undefined) accepted.set(proven.height, [...beside, proven]);
      else this.refused.set(proven.txid, contradiction);
    }
    return accepted;
  }

  /** Heights of listed transactions that are indexed and spend, as far as the index knows from nowhere, what is listed too. */
  private async findOpenHeights(accepted: ReadonlyMap<number, readonly ProvenTransaction[]>): Promise<number[]> {
    const { reader } = this.store;
    const held = await findIndexedTransactions(reader, this.history.listed);
    const there = new Set([...held.keys(), ...[...accepted.values()].flat().map(({ txid }) => txid)]);
    const records = await reader.records([...held.values()]);
    const open = records.flatMap((record) =>
      record && !record.isCoinbase && record.inputs.some(({ source }) => source === undefined) ? record.position : [],
    );
    const raws = await reader.rawTransactions(open);
    return open
      .filter((position) => {
        const raw = raws.get(position);
        return (
          raw && decodeTransaction(raw, { mweb: this.chain.mweb }).inputs.some(({ prevTxid }) => there.has(prevTxid))
        );
      })
      .map(positionHeight);
  }

  /** The block as it will be: what is indexed of it, and what was proven. */
  private async openBlock(height: number, proven: readonly ProvenTransaction[]): Promise<OpenBlock> {
    const record = this.store.reader.block(height);
    const parts = new Map<number, Part>();
    if (record) {
      for (const { index, block } of await this.store.storedTransactions(height)) {
        const fresh = block.bytes.length > 0 ? this.parse(height, record.hash, block.bytes) : undefined;
        parts.set(index, { index, block: fresh ? keepKnownInputs(fresh, block) : block });
      }
    }
    for (const { index, raw, blockHash, txid } of proven) {
      const fresh = this.parse(height, blockHash, raw);
      const held = parts.get(index)?.block;
      if (held && !Buffer.from(held.txids).equals(fresh.txids)) {
        throw new AppError(
          'inconsistent',
          `Another transaction is indexed in the place of ${txid} at height ${height}.`,
        );
      }
      parts.set(index, { index, block: held ? keepKnownInputs(fresh, held) : fresh });
    }
    return {
      head: this.toHead(height, record, proven[0]),
      parts: [...parts.values()].sort((a, b) => a.index - b.index),
    };
  }

  private parse(height: number, blockHash: string, raw: Uint8Array) {
    const block = parseRawTransaction(this.chain, raw);
    const flags = block.txFlags[0] ?? 0;
    if (flags & TX_COINBASE && isUnspendableCoinbase(height, blockHash)) block.txFlags[0] = flags | TX_UNSPENDABLE;
    return block;
  }

  private toHead(height: number, record: BlockRecord | undefined, proven: ProvenTransaction | undefined): BlockHead {
    const fetched = `${this.history.coverage.source} (fetched)`;
    const sources = [...new Set([...(record?.source.split('; ') ?? []), ...(proven ? [fetched] : [])])];
    return {
      height,
      blockHash: proven?.blockHash ?? record?.hash ?? '',
      header: proven?.header ?? record?.header ?? new Uint8Array(0),
      time: proven?.time ?? record?.time ?? 0,
      timeEstimated: proven ? false : (record?.timeEstimated ?? false),
      heightEstimated: record?.heightEstimated ?? false,
      isWhole: record?.isWhole ?? false,
      source: sources.join('; ').slice(0, LONGEST_SOURCE),
      size: record?.size ?? 0,
      weight: record?.weight ?? 0,
    };
  }
}

/**
 * Writes a fetched history into the index: heights that are not indexed become partial blocks, blocks that are indexed in part or
 * without raw bytes are joined with what was proven, and the rest is left alone. Inputs are resolved where their outputs
 * are indexed. What contradicts the index is rejected by name and the rest kept; the coverage states so. The caller sees to it
 * that nobody else writes the chain meanwhile.
 */
export async function mergeUtxoHistory(
  store: ChainStore,
  chain: UtxoChain,
  history: FetchedUtxoHistory,
): Promise<MergedUtxoHistory> {
  const merge = new Merge(store, chain, history);
  const transactions = await merge.write();
  const held = await findIndexedTransactions(store.reader, history.listed);
  const { refused } = merge;
  const notes = [
    ...(refused.size > 0 ? [nameRefused(refused)] : []),
    ...(history.coverage.note ? [history.coverage.note] : []),
  ];
  const lost = history.listed.filter(({ txid, height }) => refused.has(txid) && height >= history.coverage.fromHeight);
  const coverage: FetchedCoverage = {
    ...history.coverage,
    // From the highest that was refused on, nothing is missing.
    fromHeight: Math.min(
      history.coverage.toHeight,
      lost.reduce((from, { height }) => Math.max(from, height + 1), history.coverage.fromHeight),
    ),
    isComplete: history.coverage.isComplete && refused.size === 0 && held.size === history.listed.length,
    note: notes.length === 0 ? undefined : notes.join(' ').slice(0, 1_000),
  };
  await store.writer.putFetched(
    history.owner,
    coverage,
    [...held].map(([txid, position]) => ({ txid, position })),
  );
  return { transactions, coverage };
}
