import { KnownAddresses } from '@trailmark/analysis/tracing/outputs/known-addresses';
import type { LabelReader } from '@trailmark/core/label';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { ServedOutputs } from '../../ledger/ledgers.ts';
import { createOutputKnowledge } from './trace-knowledge.ts';

/** Addresses that are kept for further traces: some tens of megabytes. */
const MOST_ADDRESSES = 100_000;

/** What a trace over outputs knows, and the addresses it met. */
interface TraceSources {
  readonly knowledge: OutputTraceKnowledge;
  readonly addresses?: KnownAddresses;
}

interface Shared {
  readonly sources: Promise<Required<TraceSources>>;
  readonly labels: LabelReader;
  /** The block up to which clusters are joined: with another one somebody may be somebody else. */
  readonly block: string | undefined;
  isFull: boolean;
}

const sharedBy = new WeakMap<object, Shared>();

/**
 * What a trace knows in addition to the ledger. Traces of one piece of work share the addresses they met and their attribution, as
 * long as labels and clusters stay the same; others have their own. Rejects with `unavailable` while clusters are being built.
 */
export async function openOutputSources(ledger: ServedOutputs, knowledge: Knowledge): Promise<TraceSources> {
  const { work } = ledger;
  if (!work) return { knowledge: await createOutputKnowledge(ledger, knowledge) };
  const labels = knowledge.labels();
  const { state, height, hash } = knowledge.clusters(ledger.id)?.progress ?? {};
  const block = state && `${state}:${height}:${hash}`;
  let shared = sharedBy.get(work);
  if (!shared || shared.isFull || shared.labels !== labels || shared.block !== block) {
    const made = createOutputKnowledge(ledger, knowledge);
    const sources = made.then((own) => ({ knowledge: own, addresses: new KnownAddresses(own) }));
    shared = { sources, labels, block, isFull: false };
    sharedBy.set(work, shared);
  }
  try {
    const sources = await shared.sources;
    shared.isFull = sources.addresses.count >= MOST_ADDRESSES;
    return sources;
  } catch (error) {
    shared.isFull = true;
    throw error;
  }
}
