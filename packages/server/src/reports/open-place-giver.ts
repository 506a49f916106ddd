import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { GivenPlace, GivePlace, OpenPlace, UnplacedReason } from '@trailmark/evidence/bundle/collect-ledger';
import { allowFetch } from '../cases/case-sources.ts';
import { openProofSource, type ProofSource } from '../sources/open-proof-source.ts';
import { KeptResults } from './kept-results.ts';
import type { ReportAsker } from './report-asker.ts';

/** Requests that a report may cause, at most three a transaction. */
const MOST_REQUESTS = 300;
/** After so many transactions in a row without an answer, the source is taken to have stopped answering. */
const MOST_SILENT = 3;
/** What a source has in all. */
const PATIENCE_MS = 60_000;

/** Paths that a source gave, by the block that they lead to. */
const kept = new KeptResults<GivenPlace>(2_000);

interface PlaceGiverOrder {
  readonly caseId: string;
  readonly chain: OutputChainId;
  readonly isPreview: boolean;
}

class PlaceGiver {
  readonly #asker: ReportAsker;
  readonly #order: PlaceGiverOrder;
  #opened: Promise<ProofSource | UnplacedReason> | undefined;
  #silent = 0;

  constructor(asker: ReportAsker, order: PlaceGiverOrder) {
    this.#asker = asker;
    this.#order = order;
  }

  async #open(): Promise<ProofSource | UnplacedReason> {
    const { deps, caller, read } = this.#asker;
    const { caseId, chain } = this.#order;
    const host = deps.sources;
    if (!host) return 'no-source';
    const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(read.signal ? [read.signal] : [])]);
    const about = {
      casework: deps.casework,
      caller,
      host,
      chain,
      caseId,
      allowFetch,
      maxRequests: MOST_REQUESTS,
      signal,
    };
    try {
      return (await openProofSource(about)) ?? 'no-source';
    } catch (cause) {
      if (AppError.is(cause, 'forbidden') || AppError.is(cause, 'conflict')) return 'not-allowed';
      // A place that was set and is none any more.
      if (AppError.is(cause, 'invalid')) return 'no-source';
      throw cause;
    }
  }

  /** A failure of the source as a reason: no source ends a report; a request that its author cancelled does. */
  #toReason(cause: unknown): UnplacedReason {
    if (this.#asker.read.signal?.aborted || !AppError.is(cause)) throw cause;
    if (cause.kind === 'inconsistent') return 'contradicted';
    if (cause.context.reason === 'no-more') return 'not-requested';
    if (cause.kind !== 'unavailable' && cause.kind !== 'forbidden' && cause.kind !== 'invalid') throw cause;
    return 'no-answer';
  }

  async give(open: OpenPlace): Promise<GivenPlace | UnplacedReason> {
    const key = [this.#order.chain, open.txid, open.blockHash];
    const known = kept.find(key);
    if (known) return known;
    // A preview is written at every pause of the author, and for readers who compare: what it names leaves for nobody outside.
    if (this.#order.isPreview || this.#silent >= MOST_SILENT) return 'not-requested';
    this.#opened ??= this.#open();
    const source = await this.#opened;
    if (typeof source === 'string') return source;
    try {
      const { raw, header, index, branch } = await source.prove(open);
      this.#silent = 0;
      return kept.keep(key, { raw, header, index, branch });
    } catch (cause) {
      const reason = this.#toReason(cause);
      this.#silent = reason === 'no-answer' ? this.#silent + 1 : 0;
      return reason;
    }
  }

  async close(): Promise<void> {
    const source = await this.#opened?.catch(() => undefined);
    if (source && typeof source !== 'string') source.close();
  }
}

/**
 * What an external source gives of transactions that the index has without the rest of their block: each as a path to that very block.
 * Only a version requests it; a preview uses what a version got.
 */
export function openPlaceGiver(
  asker: ReportAsker,
  order: PlaceGiverOrder,
): { readonly give: GivePlace; readonly close: () => Promise<void> } {
  const giver = new PlaceGiver(asker, order);
  return { give: (open) => giver.give(open), close: () => giver.close() };
}
