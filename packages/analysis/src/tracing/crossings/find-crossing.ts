import type { ChainId } from '@trailmark/core/chain';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Crossing, CrossingAnswer } from '@trailmark/core/trace/crossing';
import type { TraceLeaf } from '@trailmark/core/trace/trace';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import { formatDay, formatDays } from '../outputs/sentences.ts';
import { isAddressOf, MOST_LOOKED_AT, readAddressHistory, type TimeWindow } from './address-history.ts';
import { type BridgeEvent, normaliseMessage } from './bridge-event.ts';
import type { CrossingLedger, CrossingLedgers } from './crossing-ledger.ts';
import { formatNotIndexed } from './indexed-window.ts';
import { describeSeconds, findJoint, type Joint, type SidePart, skewOf, toCrossing } from './join-events.ts';
import { findLikely, LIKELY_LOSS_PERCENT, LIKELY_SECONDS } from './likely-payments.ts';
import { chainOfNetwork } from './network-chains.ts';
import { findTransaction, readEvents } from './read-events.ts';

/** Days within which the other side is looked for. */
export const CROSSING_DAYS = 30;
const DAY_SECONDS = 86_400;
const TX_HASH = /^[0-9a-f]{64}$/;

/** A place of a trace that ended at a bridge. */
export interface BridgeLeaf {
  readonly chain: ChainId;
  readonly direction: TraceDirection;
  readonly leaf: Pick<TraceLeaf, 'ref' | 'asset' | 'amount'>;
}

interface Answered {
  readonly outcome: CrossingAnswer['outcome'];
  readonly sentence: string;
  readonly crossings?: readonly Crossing[];
}

interface Search {
  readonly near: CrossingLedger;
  readonly side: SidePart;
  readonly isForward: boolean;
  readonly traced: bigint;
  readonly read: ReadOptions;
}

interface Found extends SidePart {
  readonly joint: Joint;
}

/** Words of a stranger, short and in quotes. */
function quote(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').slice(0, 60)}"`;
}

function windowOf({ side, isForward, near }: Search, far: CrossingLedger): TimeWindow {
  const { time } = side.event;
  const skew = skewOf(near, far);
  return isForward
    ? { from: time - skew, to: time + CROSSING_DAYS * DAY_SECONDS }
    : { from: time - CROSSING_DAYS * DAY_SECONDS, to: time + skew };
}

function isInWindow({ time }: BridgeEvent, { from, to }: TimeWindow): boolean {
  return time >= from && time <= to;
}

/** Hexadecimal addresses differ in case and in 0x only by custom. */
function plainAddress(text: string): string {
  return /^(?:0x)?([0-9a-f]{40})$/i.exec(text)?.[1]?.toLowerCase() ?? text;
}

function isSameAddress(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && plainAddress(a) === plainAddress(b);
}

/** A payment in that names another receiver was not answered by this payment out; one that was sent back names its payer. */
function isForReceiver(out: BridgeEvent, into: BridgeEvent): boolean {
  const { address } = out.counterpart;
  if (address === undefined || isSameAddress(address, into.address)) return true;
  return out.chain === into.chain && isSameAddress(out.address, into.address);
}

function toFound(search: Search, event: BridgeEvent, window: TimeWindow): Found[] {
  const { side, isForward } = search;
  if (event.ref === undefined || event.ref === side.ref || !isInWindow(event, window)) return [];
  if (event.kind === side.event.kind) return [];
  const [out, into] = isForward ? [side.event, event] : [event, side.event];
  if (out.chain === into.chain && into.height < out.height) return [];
  const joint = findJoint(out, into);
  return joint && isForReceiver(out, into) ? [{ event, ref: event.ref, joint }] : [];
}

/** Where on the other chain the money may show: whom it was to be paid to, or who may have paid it in. */
function counterAddress({ side, near, isForward }: Search, far: CrossingLedger): string | undefined {
  const { counterpart, address } = side.event;
  if (counterpart.address !== undefined) return counterpart.address;
  // Backward nobody names the payer: on chains whose addresses are alike the receiver often paid in under the same one.
  const isAlike = near.family === 'accounts' && far.family === 'accounts';
  return !isForward && isAlike ? (address ?? undefined) : undefined;
}

interface Looked {
  readonly found: readonly Found[];
  readonly isCut: boolean;
}

async function lookIn(search: Search, far: CrossingLedger, window: TimeWindow): Promise<Looked> {
  const { side, isForward, read } = search;
  const { message } = side.event.counterpart;
  const named = message === undefined ? '' : normaliseMessage(message);
  const byHash = !isForward && TX_HASH.test(named) ? await findTransaction(far, named, read) : [];
  const first = (await readEvents(far, byHash, read)).flatMap((event) => toFound(search, event, window));
  const address = counterAddress(search, far);
  if (first.length > 0 || address === undefined || !isAddressOf(far, address)) return { found: first, isCut: false };
  const direction = isForward ? 'in' : 'out';
  const history = await readAddressHistory(far, address, { direction, window }, read);
  const events = await readEvents(far, history.positions, read);
  return { found: events.flatMap((event) => toFound(search, event, window)), isCut: history.isCut };
}

function crossingOf({ side, isForward, traced }: Search, found: Found): Crossing {
  const [out, into] = isForward ? [side, found] : [found, side];
  return toCrossing({ out, into }, { isForward, amount: traced }, found.joint);
}

function formatFound(
  far: CrossingLedger,
  { certainty, seconds, basis, from, to }: Crossing,
  isForward: boolean,
): string {
  const what = isForward ? `Paid out on ${far.name}` : `Paid in on ${far.name}`;
  return `${what} on ${formatDay((isForward ? to : from).time)}, ${describeSeconds(seconds, isForward)}: ${certainty}. ${basis}`;
}

async function lookForLikely(search: Search, far: CrossingLedger): Promise<Answered | undefined> {
  const { near, side, read } = search;
  const address = counterAddress(search, far);
  if (!search.isForward || address === undefined || !isAddressOf(far, address)) return undefined;
  const { time } = side.event;
  const window = { from: time - skewOf(near, far), to: time + LIKELY_SECONDS };
  const candidates = await findLikely({ near, far }, side.event, address, window, read);
  if (candidates.length === 0) return undefined;
  const basis = `The same receiver, the same kind of money, at most ${LIKELY_LOSS_PERCENT} percent less, within one day. Nothing names the payment in.`;
  const joint: Joint = { certainty: 'likely', message: null, basis };
  const crossings = candidates.map((candidate) => crossingOf(search, { ...candidate, joint }));
  const count = `${crossings.length} ${crossings.length === 1 ? 'payment fits' : 'payments fit'}`;
  const sentence = `No payment on ${far.name} names this one. By receiver, amount and time ${count}: likely at most, and never followed by itself.`;
  return { outcome: 'several', sentence, crossings };
}

function formatNothing(search: Search, far: CrossingLedger, isCut: boolean): Answered {
  const { isForward, side } = search;
  const address = counterAddress(search, far);
  const days = formatDays(CROSSING_DAYS);
  if (address === undefined || !isAddressOf(far, address)) {
    const why = address === undefined ? 'names no address there' : `names ${quote(address)}, which is no address there`;
    const hash = side.event.counterpart.message;
    const isNamed = !isForward && hash !== undefined && TX_HASH.test(normaliseMessage(hash));
    if (isNamed)
      return {
        outcome: 'not-found',
        sentence: `${far.name} holds no payment into the bridge under the transaction it names.`,
      };
    return {
      outcome: 'unreadable',
      sentence: `What this side says ${why} (${far.name}), so that nothing can be looked up.`,
    };
  }
  const looked = isCut ? `The first ${MOST_LOOKED_AT} payments of` : 'The payments of';
  const where = isForward ? 'after' : 'before';
  const sentence = `${looked} ${quote(address)} on ${far.name} within ${days} ${where} it hold none that names this one.`;
  return { outcome: 'not-found', sentence };
}

async function searchChain(search: Search, far: CrossingLedger): Promise<Answered> {
  const window = windowOf(search, far);
  const { found, isCut } = await lookIn(search, far, window);
  const crossings = found.map((each) => crossingOf(search, each));
  const [only] = crossings;
  if (only && crossings.length === 1)
    return { outcome: 'found', sentence: formatFound(far, only, search.isForward), crossings };
  if (only)
    return {
      outcome: 'several',
      sentence: `${crossings.length} payments on ${far.name} give the same message. Which of them it is has to be decided by hand.`,
      crossings,
    };
  const likely = await lookForLikely(search, far);
  if (likely) return likely;
  const nothing = formatNothing(search, far, isCut);
  const missing = nothing.outcome === 'not-found' ? formatNotIndexed(far, window) : undefined;
  return missing === undefined
    ? nothing
    : { outcome: 'not-held', sentence: `${missing} In what is held the other side is not seen.` };
}

/** Where this side names no network, every indexed chain is searched for the transaction it names. */
async function searchAll(search: Search, { list }: CrossingLedgers): Promise<Answered> {
  const { message } = search.side.event.counterpart;
  if (message === undefined || !TX_HASH.test(normaliseMessage(message)))
    return {
      outcome: 'unreadable',
      sentence: 'This side names neither a network nor a transaction, so that nothing can be looked up.',
    };
  const crossings: Crossing[] = [];
  let at: CrossingLedger | undefined;
  for (const far of list()) {
    const { found } = await lookIn(search, far, windowOf(search, far));
    if (found.length > 0) at = far;
    crossings.push(...found.map((each) => crossingOf(search, each)));
  }
  const [only] = crossings;
  if (at && only && crossings.length === 1)
    return { outcome: 'found', sentence: formatFound(at, only, search.isForward), crossings };
  if (only)
    return {
      outcome: 'several',
      sentence: `${crossings.length} payments are named by this side. Which it is has to be decided by hand.`,
      crossings,
    };
  const names = list().map(({ name }) => name);
  const held = names.length === 0 ? 'none' : names.join(', ');
  return {
    outcome: 'not-held',
    sentence: `It names a transaction and no network. None of the chains held here (${held}) has that payment into the bridge.`,
  };
}

async function answer(search: Search, ledgers: CrossingLedgers): Promise<Answered> {
  const { network } = search.side.event.counterpart;
  if (network === undefined) return searchAll(search, ledgers);
  const chain = chainOfNetwork(network);
  if (chain === undefined)
    return {
      outcome: 'not-held',
      sentence: `The other side is on ${quote(network)}, a network that this software does not read.`,
    };
  const far = ledgers.find(chain);
  if (!far)
    return {
      outcome: 'not-held',
      sentence: `The other side is on ${ledgers.nameOf(chain)}, of which this server holds nothing.`,
    };
  return searchChain(search, far);
}

/** The events of the leaf's own transaction that its payment took part in: mostly one. */
function pickEvents(events: readonly BridgeEvent[], { leaf, direction }: BridgeLeaf): readonly BridgeEvent[] {
  const kind = direction === 'forward' ? 'bridge-out' : 'bridge-in';
  const fitting = events.filter((event) => event.kind === kind && event.asset === leaf.asset);
  const exact = fitting.filter(({ ref }) => ref === leaf.ref);
  if (exact.length > 0) return exact;
  return fitting.length === 1 ? fitting : [];
}

/**
 * Looks for the other side of a bridge a trail ended at: forward for the payment out, backward for the payment in. Only what both
 * ledgers say counts; what is merely alike is listed as likely. Rejects with `unavailable` or `inconsistent` of the readers.
 */
export async function findCrossing(
  ledgers: CrossingLedgers,
  place: BridgeLeaf,
  read: ReadOptions = {},
): Promise<CrossingAnswer> {
  const { chain, leaf, direction } = place;
  const head = { chain, ref: leaf.ref };
  const near = ledgers.find(chain);
  if (!near)
    return {
      ...head,
      outcome: 'not-held',
      sentence: `This server holds nothing of ${ledgers.nameOf(chain)}.`,
      crossings: [],
    };
  const txid = normaliseMessage(leaf.ref.split(/[:#]/)[0] ?? '');
  const positions = TX_HASH.test(txid) ? await findTransaction(near, txid, read) : [];
  const events = pickEvents(await readEvents(near, positions, read), place);
  if (events.length === 0)
    return {
      ...head,
      outcome: 'unreadable',
      sentence: 'No protocol known here says of this one payment where it went over a bridge.',
      crossings: [],
    };
  const answers: Answered[] = [];
  for (const event of events) {
    const side = { event, ref: event.ref ?? leaf.ref };
    const traced = event.paid > 0n ? (leaf.amount * event.amount) / event.paid : 0n;
    const search = { near, side, isForward: direction === 'forward', traced, read };
    answers.push(await answer(search, ledgers));
  }
  const [only] = answers;
  if (only && answers.length === 1) return { ...head, crossings: [], ...only };
  return { ...head, ...joinAnswers(answers) };
}

/** One payment that went over in several messages: which of the traced units took which way nobody says. */
function joinAnswers(answers: readonly Answered[]): Answered & { readonly crossings: readonly Crossing[] } {
  const crossings = answers.flatMap((each) => each.crossings ?? []);
  const said = answers.map(({ sentence }) => sentence).join(' ');
  const sentence = `The payment went over the bridge in ${answers.length} messages, and each takes its part by proportion. ${said}`;
  const [first] = answers;
  return { outcome: crossings.length > 0 ? 'several' : (first?.outcome ?? 'unreadable'), sentence, crossings };
}
