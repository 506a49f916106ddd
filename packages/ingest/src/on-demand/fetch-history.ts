import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import {
  type AccountBlock,
  type AccountKey,
  type AddressCoverage,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
} from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import type { FetchPart, ListName, OnDemandSource } from './on-demand-source.ts';
import { HistoryAssembler } from './placed-transactions.ts';
import { type AskerOptions, SourceAsker } from './source-asker.ts';

export interface HistoryRequest {
  readonly source: OnDemandSource;
  readonly chain: AccountChain;
  readonly address: AccountKey;
  readonly addressText: string;
  /** Words for coverage: "Blockscout https://eth.blockscout.com". Holds no secret. */
  readonly description: string;
  readonly asking: Pick<AskerOptions, 'send' | 'maxRequests' | 'signal' | 'wait'>;
  /** Seconds. */
  readonly now: number;
}

export interface FetchedHistory {
  readonly blocks: readonly AccountBlock[];
  readonly tokens: readonly TokenMetadata[];
  readonly coverage: AddressCoverage;
  readonly requests: number;
  readonly tip: number;
}

const HOLDS: Readonly<Record<ListName, number>> = {
  transactions: HAS_CALL | HAS_FEE,
  tokens: HAS_LOGS,
  internals: HAS_INTERNALS,
};
const WORDS: Readonly<Record<ListName, string>> = {
  transactions: 'transactions',
  tokens: 'token transfers',
  internals: 'internal transactions',
};

type Page = Extract<FetchPart, { kind: 'page' }>;

/** What was read of a history, and how far each list was read. */
class Reading {
  readonly assembler = new HistoryAssembler();
  readonly tokens = new Map<string, TokenMetadata>();
  readonly pages = new Map<string, Page>();
  readonly notes = new Set<string>();
  tip: number | undefined;

  take(part: FetchPart, finalityDepth: number): void {
    if (part.kind === 'tip') {
      this.tip = Math.max(0, part.height - finalityDepth);
      return;
    }
    const top = this.tip ?? 0;
    const final = part.blocks.filter(({ height }) => height <= top);
    if (final.length < part.blocks.length) this.notes.add(`Blocks above ${top} are not final yet and were left out.`);
    this.assembler.add(final);
    for (const token of part.tokens) this.tokens.set(token.contract, token);
    // What an earlier page was sure of stays sure.
    this.pages.set(part.of, part.reached === undefined ? { ...part, reached: this.pages.get(part.of)?.reached } : part);
  }

  /** Lists of which every part was read to its end. */
  completeLists(source: OnDemandSource): ListName[] {
    const names = new Set(source.lists.map(({ list }) => list));
    return [...names].filter((name) =>
      source.lists.every(({ list, of }) => list !== name || this.pages.get(of)?.isLast === true),
    );
  }
}

/** The range that is sure: everything where a list was read to its end, else what of the first list came. */
function toRange(
  reading: Reading,
  source: OnDemandSource,
  complete: readonly ListName[],
): { from: number; to: number; holds: number } {
  const tip = reading.tip ?? 0;
  if (complete.length > 0) return { from: 0, to: tip, holds: complete.reduce((bits, list) => bits | HOLDS[list], 0) };
  const [first] = source.lists;
  const page = first && reading.pages.get(first.of);
  if (!page || page.reached === undefined) return { from: tip, to: tip, holds: 0 };
  const holds = HOLDS[first.list];
  return page.order === 'newest-first'
    ? { from: Math.min(page.reached, tip), to: tip, holds }
    : { from: 0, to: Math.max(0, Math.min(page.reached, tip)), holds };
}

function toCoverage(reading: Reading, request: HistoryRequest, fault: AppError | undefined): AddressCoverage {
  const { source, address, description, now } = request;
  const complete = reading.completeLists(source);
  const partial = [...new Set(source.lists.map(({ list }) => list))].filter((list) => !complete.includes(list));
  const { from, to, holds } = toRange(reading, source, complete);
  const missing =
    partial.length === 0 ? [] : [`Not read to the end: ${partial.map((list) => WORDS[list]).join(', ')}.`];
  const notes = [...(fault ? [fault.message] : []), ...missing, ...reading.notes];
  return {
    address,
    source: description,
    fetchedAt: now,
    fromHeight: from,
    toHeight: to,
    holds,
    isComplete: partial.length === 0 && fault === undefined,
    note: notes.length === 0 ? undefined : notes.join(' ').slice(0, 1_000),
  };
}

/**
 * Reads the history of one address until the source says that there is no more, a limit is reached or the signal aborts.
 * What came by then is given, marked as part with the reason. Throws where nothing came at all: `unavailable`, `forbidden`,
 * or `inconsistent` where the source contradicts itself or is of another chain.
 */
export async function fetchHistory(request: HistoryRequest): Promise<FetchedHistory> {
  const { source, chain, address, addressText, description } = request;
  const asker = new SourceAsker({ ...request.asking, who: source.name });
  const reading = new Reading();
  let fault: AppError | undefined;
  try {
    const parts = source.fetchAddress({ chain, address, addressText, source: description, asker });
    for await (const part of parts) reading.take(part, chain.finalityDepth);
  } catch (cause) {
    if (!AppError.is(cause) || reading.pages.size === 0) throw cause;
    fault = cause;
  }
  return {
    blocks: reading.assembler.finish(),
    tokens: [...reading.tokens.values()],
    coverage: toCoverage(reading, request, fault),
    requests: asker.requests,
    tip: reading.tip ?? 0,
  };
}
