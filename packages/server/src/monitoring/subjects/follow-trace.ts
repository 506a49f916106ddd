import { listStepParts } from '@trailmark/analysis/tracing/step-parts';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import type { AlertLine } from '@trailmark/core/alert';
import { formatAssetId } from '@trailmark/core/asset';
import type { KnowledgeMark } from '@trailmark/core/case';
import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { StopReason } from '@trailmark/core/trace/stop-reason';
import type { Trace, TraceLeaf, TraceStep } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { readAddress } from '../../ledger/any-chain.ts';
import { getTracingEngine } from '../../tracing/engines/get-tracing-engine.ts';
import type { TraceDeps } from '../../tracing/trace-as-of.ts';
import { formatAsset } from '../rule-world.ts';
import type { SubjectReading, SubjectStep, WatchTarget } from './watch-subject.ts';

/** Ends of a trail that a later transaction can continue, also where an earlier one would be in blocks that are not indexed. */
const OPEN_ENDS: ReadonlySet<StopReason> = new Set(['unspent', 'held', 'data-end']);
/** Money that a later transaction can move on. */
export const isOpenEnd = ({ reason }: Pick<TraceLeaf, 'reason'>): boolean => OPEN_ENDS.has(reason);
/** Money that came to somebody who ends the trail, or to a place where the examiner ends it. A name at a place where it rests ends none. */
export const isArrival = (leaf: Pick<TraceLeaf, 'reason' | 'party'>): boolean =>
  (leaf.party !== null && !isOpenEnd(leaf)) || leaf.reason === 'stop-at';
/** Parties named in one alert. */
const MOST_ARRIVALS = 10;

const sumOf = (parts: readonly { readonly amount: bigint }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n);

/** The transaction that a leaf's `txid:vout` or `hash#slot` is of. */
const txidOf = (ref: string): string => ref.split(/[:#]/)[0] ?? ref;

const nameOf = (party: KnownParty | null, address: string | null): string => party?.name ?? address ?? 'nobody';

/** Who states the name, after what the leaf says already: what a sanctions list states is a fact about it, with no confidence. */
function sourceOf(party: KnownParty | null, detail: string): string {
  if (party?.listing === undefined) {
    return party ? ` Source: ${party.source}, confidence ${party.confidence} of 100.` : '';
  }
  return detail.includes(party.listing.replace(/\.$/, '')) ? '' : ` ${party.listing}`;
}

/** A listing is a fact, but that the money came there is what the method says. */
function markOf(party: KnownParty | null | undefined): KnowledgeMark {
  return party?.listing === undefined ? (party?.basis ?? 'inference') : 'inference';
}

/** A trace as a watch follows it: what it watches now, and what each transaction was to it. */
class FollowedTrace implements SubjectReading {
  readonly #deps: TraceDeps;
  readonly #trace: Trace;
  readonly #steps: ReadonlyMap<string, TraceStep>;
  readonly #arrivals = new Map<string, TraceLeaf[]>();
  readonly targets: readonly WatchTarget[];
  /** What is still watched is as of the last indexed block, which may be later than that of the alert. */
  readonly #asOf: string;

  constructor(deps: TraceDeps, trace: Trace) {
    this.#deps = deps;
    this.#trace = trace;
    this.#steps = new Map(trace.steps.map((step) => [step.txid, step]));
    for (const leaf of trace.leaves) {
      const txid = txidOf(leaf.ref);
      if (isArrival(leaf)) this.#arrivals.set(txid, [...(this.#arrivals.get(txid) ?? []), leaf]);
    }
    this.targets = this.#listTargets();
    const tip = deps.ledgers.get(trace.request.chain).transfers.tip();
    this.#asOf = tip ? `, as of block ${tip.height.toLocaleString('en')}` : '';
  }

  get #chain(): ChainId {
    return this.#trace.request.chain;
  }

  #keysOf(addresses: readonly (string | null)[]): readonly AddressKey[] {
    const ledger = this.#deps.ledgers.get(this.#chain);
    const texts = new Set(addresses.filter((address) => address !== null));
    return [...texts].map((text) => readAddress(ledger, text).key);
  }

  /** Where money came from, where it went through, and where it rests. Not who it reached: what a service pays on is other money. */
  #listTargets(): readonly WatchTarget[] {
    const { seeds, steps, leaves } = this.#trace;
    const passed = steps.flatMap((step) => listStepParts(step, 'from'));
    const open = leaves.filter(isOpenEnd);
    const keys = this.#keysOf([...seeds, ...passed, ...open].map(({ address }) => address));
    return keys.map((key) => ({ chain: this.#chain, kind: 'address' as const, key }));
  }

  #format(asset: string, amount: bigint): string {
    return formatAsset(this.#deps.knowledge, this.#chain, formatAssetId(this.#chain, asset), amount);
  }

  #arrivalLines(leaves: readonly TraceLeaf[]): readonly AlertLine[] {
    return leaves.slice(0, MOST_ARRIVALS).map(({ address, party, asset, amount, detail }) => ({
      mark: markOf(party),
      name: party ? `Reached “${party.name}”`.slice(0, 200) : 'Reached',
      text: `${this.#format(asset, amount)}. ${detail}${sourceOf(party, detail)}`,
      ...(address === null ? {} : { chain: this.#chain, address }),
    }));
  }

  #restLine(): AlertLine {
    const open = this.#trace.leaves.filter(isOpenEnd);
    const assets = [...new Set(open.map(({ asset }) => asset))];
    const sums = assets.map((asset) => this.#format(asset, sumOf(open.filter((leaf) => leaf.asset === asset))));
    const words =
      open.length === 0 ? 'nothing: no traced money is left to follow' : `${open.length}, ${sums.join(', ')}`;
    return { mark: 'inference', name: 'Still watched', text: `${words}${this.#asOf}` };
  }

  stepAt(txid: string, height: number): SubjectStep | undefined {
    const step = this.#steps.get(txid);
    if (!step || step.height !== height) return undefined;
    const { request, state } = this.#trace;
    const [from, to] = [listStepParts(step, 'from'), listStepParts(step, 'to')];
    const asset = from[0]?.asset ?? to[0]?.asset ?? '';
    const followed = sumOf(from.filter((part) => part.asset === asset));
    const leaves = this.#arrivals.get(txid) ?? [];
    const arrived = sumOf(leaves.filter((leaf) => leaf.asset === asset));
    const [first] = leaves;
    const split = to.length > 1 ? `split in ${to.length}` : 'passed on whole';
    const hop: AlertLine = {
      mark: 'inference',
      name: `Hop ${step.hop}`,
      text: `${this.#format(asset, followed)} followed by ${request.method}, ${split}, fee ${this.#format('', step.feeTainted)}`,
    };
    return {
      changes: [{ asset: formatAssetId(this.#chain, asset), received: 0n, sent: followed }],
      touched: this.#keysOf(from.map(({ address }) => address)),
      arrivals: leaves.map(({ party, address }) => ({ name: nameOf(party, address), kind: party?.kind ?? 'stop-at' })),
      mark: markOf(first?.party),
      title: first
        ? `${this.#format(first.asset, arrived)} reached ${nameOf(first.party, first.address)}`
        : `${this.#format(asset, followed)} moved on, hop ${step.hop}`,
      summary: leaves.length > 0 ? `hop ${step.hop}, ${split}` : split,
      lines: [hop, ...this.#arrivalLines(leaves), this.#restLine()],
      notes: state === 'partial' ? ['The trace stopped at its budget: money beyond it is not followed.'] : [],
      facts: {
        ...{ hop: step.hop, followed: String(followed), asset, fee: String(step.feeTainted), method: request.method },
        ...{
          arrived: String(arrived),
          reached: first ? nameOf(first.party, first.address) : null,
          actor: first?.party?.key ?? null,
        },
        deposits: leaves.map(({ ref }) => ref).join(' '),
      },
    };
  }
}

/** Money as a trace request follows it, over every indexed block. Forward, a later block changes no earlier step. */
export async function followTrace(deps: TraceDeps, request: TraceRequest, read: ReadOptions): Promise<SubjectReading> {
  return new FollowedTrace(deps, await runFollowed(deps, request, read));
}

export async function runFollowed(deps: TraceDeps, request: TraceRequest, { signal }: ReadOptions): Promise<Trace> {
  const session = await getTracingEngine(deps, request.chain).openTrace(request, signal ? { signal } : {});
  return session.run(request.budget, { signal });
}

/** A request as text that says every default. */
export function encodeRequest(request: TraceRequest): string {
  return JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

export function decodeRequest(value: unknown): TraceRequest {
  return traceRequest.parse(value) as TraceRequest;
}
