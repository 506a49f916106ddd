import type { AssetKey } from '@trailmark/core/asset';
import { groupDigits } from '@trailmark/core/group-digits';
import type { SanctionListing } from '@trailmark/core/sanction-listing';
import {
  type AssetExposure,
  type ExposureSide,
  type ExposureWay,
  type PartyClaim,
  type PartyExposure,
  REMAINDERS,
  type Remainder,
  type RemainderShare,
} from '@trailmark/core/screening/exposure';
import type { Trace, TraceGap, TraceLeaf, TraceSum } from '@trailmark/core/trace/trace';
import { type NamedParty, partyOfLeaf, remainderOfLeaf } from './exposure-parties.ts';
import { splitListing } from './split-listing.ts';

const PPM = 1_000_000n;
/** Payments named for one party. */
const REFS = 20;

/** A direction of which only a part was read. */
export interface UnreadPart {
  /** All the subject received, or sent, read or not; undefined where nobody knows: shares are then of what was read. */
  readonly whole: bigint | undefined;
  readonly sentence: string;
}

/** What exposure is stated with, in addition to the traces. */
export interface ExposureContext {
  /** The address is the subject, or of the cluster that is screened with it. */
  isOwn(address: string): boolean;
  readonly asset: AssetKey;
  /** The asset of the subject that trades turned into this one; left out: `asset` is that of the subject. */
  readonly tradedFrom?: AssetKey | undefined;
  readonly symbol: string;
  readonly decimals: number;
  /** Hop of a leaf at a counterparty of the subject itself: 1 in the Bitcoin family, 0 on account chains. */
  readonly firstHop: 0 | 1;
  /** Millionths of the currency at the close of the day; undefined without a price. */
  fiat(amount: bigint, time: number): bigint | undefined;
  /** What of a direction the trace did not begin with, because it is too much to be read; undefined: it began with everything. */
  readonly unreadOf?: ((way: ExposureWay) => UnreadPart | undefined) | undefined;
  /** Every listing of a party at an address, in force or not; empty for one that is on no list. */
  listingsOf(party: NamedParty, address: string | null): readonly SanctionListing[];
  /** Every category that labels give a party at an address, each by its strongest claim, in the order of their ids. */
  claimsOf(party: NamedParty, address: string | null): readonly PartyClaim[];
}

const writeHeight = (height: string): string => groupDigits(Number(height));

/** Millionths, rounded down: shares of one side never add up to more than the whole. */
export function toPpm(amount: bigint, total: bigint): number {
  return total <= 0n ? 0 : Number((amount * PPM) / total);
}

interface Gathered {
  readonly party: NamedParty;
  readonly others: readonly PartyClaim[];
  readonly ring: PartyExposure['ring'];
  readonly leaves: TraceLeaf[];
}

/**
 * What trades turned into other assets, and what they brought from outside. Money of the subject's asset that came back through
 * another one was never gone; of another asset all of it came through trades.
 */
function tradedOf({ convertedIn, convertedOut }: TraceSum, tradedFrom: AssetKey | undefined) {
  if (tradedFrom !== undefined) return { away: convertedOut, brought: convertedIn };
  const net = convertedOut - convertedIn;
  return net > 0n ? { away: net, brought: 0n } : { away: 0n, brought: -net };
}

/** The leaves of one trace by what they state about the money. */
class SortedLeaves {
  readonly parties = new Map<string, Gathered>();
  readonly remainders = new Map<Remainder, bigint>();
  /** Money that the subject itself still has: it was not sent. */
  kept = 0n;
  readonly #isForward: boolean;
  readonly #context: ExposureContext;

  constructor({ leaves, request, sums }: Trace, context: ExposureContext) {
    const { asset, tradedFrom } = context;
    this.#context = context;
    this.#isForward = request.direction === 'forward';
    for (const leaf of leaves) if (leaf.asset === asset) this.#sort(leaf);
    const sum = sums.find((row) => row.asset === asset);
    if (!sum) return;
    this.#addRemainder('limits', sum.cut);
    this.#addRemainder('fees', sum.fees);
    this.#addRemainder(request.stops.followSwaps ? 'traded' : 'undecoded', tradedOf(sum, tradedFrom).away);
  }

  #addRemainder(remainder: Remainder, amount: bigint): void {
    this.remainders.set(remainder, (this.remainders.get(remainder) ?? 0n) + amount);
  }

  #sort(leaf: TraceLeaf): void {
    if (leaf.address !== null && this.#context.isOwn(leaf.address) && this.#sortOwn(leaf)) return;
    const party = partyOfLeaf(leaf);
    if (party) this.#addParty(party, leaf);
    else this.#addRemainder(remainderOfLeaf(leaf), leaf.amount);
  }

  /** What ended at the subject itself. False where the reason says more than the place. */
  #sortOwn(leaf: TraceLeaf): boolean {
    const isHeld = remainderOfLeaf(leaf) === 'held';
    if (isHeld && this.#isForward) this.kept += leaf.amount;
    else if (partyOfLeaf(leaf)) this.#addRemainder('own', leaf.amount);
    else return false;
    return true;
  }

  #addParty(party: NamedParty, leaf: TraceLeaf): void {
    const ring = leaf.hop <= this.#context.firstHop ? 'direct' : 'indirect';
    const others = this.#context.claimsOf(party, leaf.address).filter(({ category }) => category !== party.category);
    const key = JSON.stringify([ring, party.category, party.key, ...others.map(({ category }) => category)]);
    const found = this.parties.get(key);
    if (found) found.leaves.push(leaf);
    else this.parties.set(key, { party, others, ring, leaves: [leaf] });
  }
}

function compareLeaves(a: TraceLeaf, b: TraceLeaf): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0;
}

function sumOf(leaves: readonly TraceLeaf[]): bigint {
  return leaves.reduce((sum, { amount }) => sum + amount, 0n);
}

function valueLeaves(leaves: readonly TraceLeaf[], { fiat }: ExposureContext): bigint | null {
  let sum = 0n;
  for (const { amount, time } of leaves) {
    const value = fiat(amount, time);
    if (value === undefined) return null;
    sum += value;
  }
  return sum;
}

function toPartyExposure(
  { party, others, ring, leaves }: Gathered,
  way: ExposureWay,
  total: bigint,
  context: ExposureContext,
): PartyExposure {
  const amount = sumOf(leaves);
  const sorted = leaves.toSorted(compareLeaves);
  const minHops = leaves.reduce((least, { hop }) => Math.min(least, hop), Number.MAX_SAFE_INTEGER);
  const nearest = sorted.find(({ hop, address }) => hop === minHops && address !== null);
  const times = leaves.map(({ time }) => time);
  return {
    way,
    ring,
    category: party.category,
    party,
    ...(others.length === 0 ? {} : { others }),
    address: nearest?.address ?? null,
    amount,
    sharePpm: toPpm(amount, total),
    ends: leaves.length,
    minHops: Math.max(1, minHops + 1 - context.firstHop),
    firstTime: times.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER),
    lastTime: times.reduce((a, b) => Math.max(a, b), 0),
    listing: splitListing(
      leaves.map(({ amount, time, address }) => ({
        ...{ amount, time, money: context.fiat(amount, time), listings: context.listingsOf(party, address) },
      })),
    ),
    money: valueLeaves(leaves, context),
    refs: sorted.slice(0, REFS).map(({ ref }) => ref),
  };
}

/** Runs of missing blocks that are named. */
const RUNS = 3;

/** What the trace did not know: missing blocks in one sentence, of which there can be very many, the rest as it was found. */
function describeGaps(gaps: readonly TraceGap[]): string[] {
  const isRun = ({ kind, where }: TraceGap): boolean => kind === 'heights-missing' && /^\d+(-\d+)?$/.test(where);
  const runs = gaps.filter(isRun).map(({ where }) => where.split('-').map(writeHeight).join(' to '));
  const left = runs.length - RUNS;
  const more = left > 0 ? `, and ${left} more ${left === 1 ? 'range' : 'ranges'}` : '';
  const missing = `Not all blocks are indexed: ${runs.slice(0, RUNS).join(', ')}${more} are missing or not whole.`;
  return [...(runs.length > 0 ? [missing] : []), ...gaps.filter((gap) => !isRun(gap)).map(({ message }) => message)];
}

/** A direction without a trace: nothing was paid in it, or it could not be traced, and then all of it is unread. */
export interface UntracedWay {
  readonly way: ExposureWay;
  readonly unread: UnreadPart | undefined;
}

interface MeasuredSide {
  readonly side: ExposureSide;
  readonly parties: readonly PartyExposure[];
  readonly remainders: readonly RemainderShare[];
}

function measureSide(trace: Trace, context: ExposureContext): MeasuredSide {
  const way: ExposureWay = trace.request.direction === 'forward' ? 'out' : 'in';
  const sum = trace.sums.find(({ asset }) => asset === context.asset);
  const { parties, remainders, kept } = new SortedLeaves(trace, context);
  const brought = sum ? tradedOf(sum, context.tradedFrom).brought : 0n;
  // What trades brought above what was given for it did not come from the subject: prices moved.
  const added = (sum?.added ?? 0n) + (context.tradedFrom === undefined ? brought : 0n);
  const read = (sum?.began ?? 0n) + (sum?.added ?? 0n) + brought - kept;
  const unread = context.unreadOf?.(way);
  const total = unread?.whole !== undefined && unread.whole > read ? unread.whole : read;
  remainders.set('budget', (remainders.get('budget') ?? 0n) + total - read);
  return {
    side: {
      way,
      total,
      added,
      transactionsRead: trace.counts.transactionsRead,
      isPartial: trace.state === 'partial' || unread !== undefined,
      gaps: [...(unread ? [unread.sentence] : []), ...describeGaps(trace.gaps)],
    },
    parties: [...parties.values()].map((found) => toPartyExposure(found, way, total, context)),
    remainders: REMAINDERS.flatMap((remainder) => {
      const amount = remainders.get(remainder) ?? 0n;
      return amount === 0n ? [] : [{ way, remainder, amount, sharePpm: toPpm(amount, total) }];
    }),
  };
}

/** All that is known of a direction without a trace. Where not even its sum is known, its total is 0 and it is partial. */
function measureUntraced({ way, unread }: UntracedWay): MeasuredSide {
  const total = unread?.whole ?? 0n;
  // A sum of nothing is known, whatever could not be read.
  const isRead = unread === undefined || unread.whole === 0n;
  return {
    side: { way, total, added: 0n, transactionsRead: 0, isPartial: !isRead, gaps: isRead ? [] : [unread.sentence] },
    parties: [],
    remainders: total === 0n ? [] : [{ way, remainder: 'budget', amount: total, sharePpm: toPpm(total, total) }],
  };
}

/** Other assets of the trades on the way, in either direction, those of most trades first. */
export function listTradedAssets(traces: readonly Trace[], asset: AssetKey): readonly AssetKey[] {
  const counts = new Map<AssetKey, number>();
  for (const { steps } of traces) {
    for (const step of steps) {
      const conversions = step.family === 'accounts' ? step.conversions : [];
      for (const { from, to, moreFrom = [], moreTo = [] } of conversions) {
        for (const part of [from, to, ...moreFrom, ...moreTo])
          counts.set(part.asset, (counts.get(part.asset) ?? 0) + 1);
      }
    }
  }
  counts.delete(asset);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([key]) => key);
}

const namesOf = ({ others = [] }: PartyExposure): string => others.map(({ category }) => category).join(' ');

/** Directions in the requested order, direct before indirect, the largest amount first. */
function compareParties(a: PartyExposure, b: PartyExposure): number {
  if (a.way !== b.way) return a.way < b.way ? -1 : 1;
  if (a.ring !== b.ring) return a.ring < b.ring ? -1 : 1;
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  if (a.party.key !== b.party.key) return a.party.key < b.party.key ? -1 : 1;
  const [one, two] = [namesOf(a), namesOf(b)];
  return one < two ? -1 : one > two ? 1 : 0;
}

/**
 * Exposure of a subject in one asset, from a trace back from what it received and one forward from what it sent. Every unit
 * of a side is with a party or in a remainder: total = Σ parties + Σ remainders, because each trace adds up.
 */
export function measureExposure(ways: readonly (Trace | UntracedWay)[], context: ExposureContext): AssetExposure {
  const sides = ways.map((one) => ('way' in one ? measureUntraced(one) : measureSide(one, context)));
  return {
    asset: context.asset,
    ...(context.tradedFrom === undefined ? {} : { tradedFrom: context.tradedFrom }),
    symbol: context.symbol,
    decimals: context.decimals,
    sides: sides.map(({ side }) => side),
    parties: sides.flatMap(({ parties }) => parties).toSorted(compareParties),
    remainders: sides.flatMap(({ remainders }) => remainders),
  };
}
