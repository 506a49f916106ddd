import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { AppError } from '@trailmark/core/errors';
import type { FetchedCoverage } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import type { ProvenTransaction } from './prove-transaction.ts';
import { type AskerOptions, SourceAsker } from './source-asker.ts';
import type { ListedTransaction, UtxoPart, UtxoSource } from './utxo-source.ts';

/** Blocks with fewer on top of them, themselves included, may still be replaced: what is in them is left out. */
export const FINAL_AFTER = 6;

export interface UtxoHistoryRequest {
  readonly source: UtxoSource;
  readonly chain: UtxoChain;
  readonly owner: Owner;
  readonly addressText: string;
  /** As Electrum names the output script. */
  readonly scriptHash: string;
  /** Words for coverage: "Esplora, Bitcoin, https://blockstream.info". Holds no secret. */
  readonly description: string;
  readonly asking: Pick<AskerOptions, 'send' | 'maxRequests' | 'signal' | 'wait'>;
  /** Which of these are indexed already, at these heights and with their raw bytes. */
  readonly findIndexed: (listed: readonly ListedTransaction[]) => Promise<ReadonlySet<string>>;
  /** Seconds. */
  readonly now: number;
}

export interface FetchedUtxoHistory {
  readonly owner: Owner;
  /** Final ones, ascending by height: the source's word. */
  readonly listed: readonly ListedTransaction[];
  readonly proven: readonly ProvenTransaction[];
  /** As it is when everything proven goes into the index. */
  readonly coverage: FetchedCoverage;
  readonly requests: number;
  /** Highest final block of the source. */
  readonly tip: number;
}

type List = Extract<UtxoPart, { kind: 'listed' }>;

const MOST_NAMED = 3;

/** Names the first few, each with its reason. */
export function nameRefused(refused: ReadonlyMap<string, string>): string {
  const named = [...refused].slice(0, MOST_NAMED).map(([txid, why]) => `${txid}: ${why}`);
  const rest = refused.size > MOST_NAMED ? ` And ${refused.size - MOST_NAMED} more.` : '';
  return `Refused, because it does not check: ${named.join(' ')}${rest}`;
}

class Reading {
  readonly listed = new Map<string, ListedTransaction>();
  readonly proven = new Map<string, ProvenTransaction>();
  readonly refused = new Map<string, string>();
  /** Listed, and indexed or proven. */
  readonly settled = new Set<string>();
  tip = 0;
  unconfirmed = 0;
  young = 0;
  last: List | undefined;

  take(part: UtxoPart): void {
    if (part.kind === 'tip') this.tip = Math.max(0, part.height - FINAL_AFTER + 1);
    else if (part.kind === 'listed') this.takeList(part);
    else if (part.kind === 'refused') this.refused.set(part.txid, part.why);
    else {
      this.proven.set(part.transaction.txid, part.transaction);
      this.settled.add(part.transaction.txid);
    }
  }

  private takeList(part: List): void {
    this.last = part;
    this.unconfirmed += part.unconfirmed;
    for (const one of part.transactions) {
      if (one.height <= this.tip) this.listed.set(one.txid, one);
      else this.young++;
    }
  }

  /** Everything in this range that the source lists is settled. */
  range(): { from: number; to: number } {
    const open = [...this.listed.values()].filter(({ txid }) => !this.settled.has(txid)).map(({ height }) => height);
    if (this.last?.order === 'oldest-first') {
      return { from: 0, to: open.length === 0 ? this.tip : Math.max(0, Math.min(...open) - 1) };
    }
    const lowest = [...this.listed.values()].reduce((least, { height }) => Math.min(least, height), this.tip);
    const read = this.last?.isLast ? 0 : lowest + 1;
    return { from: Math.min(this.tip, Math.max(read, ...open.map((height) => height + 1))), to: this.tip };
  }

  isWhole(): boolean {
    return this.last?.isLast === true && this.settled.size === this.listed.size;
  }
}

function toNotes(reading: Reading, fault: AppError | undefined): string[] {
  const { listed, settled, refused, unconfirmed, young, tip } = reading;
  const open = listed.size - settled.size - refused.size;
  return [
    ...(fault ? [fault.message] : []),
    ...(reading.last?.isLast ? [] : ['The list was not read to its end.']),
    ...(open > 0 ? [`Of ${listed.size} transactions ${open} were not asked for.`] : []),
    ...(refused.size > 0 ? [nameRefused(refused)] : []),
    ...(young > 0 ? [`Above height ${tip} blocks may still be replaced: ${young} in them were left out.`] : []),
    ...(unconfirmed > 0 ? [`Unconfirmed ones were left out: ${unconfirmed}.`] : []),
  ];
}

function toCoverage(reading: Reading, request: UtxoHistoryRequest, fault: AppError | undefined): FetchedCoverage {
  const notes = toNotes(reading, fault);
  const { from, to } = reading.range();
  return {
    source: request.description,
    fetchedAt: request.now,
    fromHeight: from,
    toHeight: to,
    isComplete: reading.isWhole() && fault === undefined,
    note: notes.length === 0 ? undefined : notes.join(' ').slice(0, 1_000),
  };
}

/**
 * Reads the list of one address and proves each transaction on it that is not indexed, until there is no more, a limit is
 * reached or the signal aborts. What came by then is given, marked as part with the reason. Throws where nothing came at
 * all: `unavailable`, `forbidden`, or `inconsistent` where the source contradicts itself or is of another chain.
 */
export async function fetchUtxoHistory(request: UtxoHistoryRequest): Promise<FetchedUtxoHistory> {
  const { source, chain, owner, addressText, scriptHash } = request;
  const asker = new SourceAsker({ ...request.asking, who: source.name });
  const reading = new Reading();
  const choose = async (listed: readonly ListedTransaction[]): Promise<readonly ListedTransaction[]> => {
    const final = listed.filter(({ txid }) => reading.listed.has(txid));
    const held = await request.findIndexed(final);
    for (const txid of held) reading.settled.add(txid);
    return final.filter(({ txid }) => !held.has(txid));
  };
  let fault: AppError | undefined;
  try {
    for await (const part of source.fetchAddress({ chain, addressText, scriptHash, asker, choose })) reading.take(part);
  } catch (cause) {
    if (!AppError.is(cause) || reading.last === undefined) throw cause;
    fault = cause;
  }
  return {
    owner,
    listed: [...reading.listed.values()].sort((a, b) => a.height - b.height),
    proven: [...reading.proven.values()].sort((a, b) => a.height - b.height || a.index - b.index),
    coverage: toCoverage(reading, request, fault),
    requests: asker.requests,
    tip: reading.tip,
  };
}
