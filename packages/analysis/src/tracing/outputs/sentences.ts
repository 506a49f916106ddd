import type { CoinJoinFinding } from '@trailmark/core/cluster';
import { groupDigits } from '@trailmark/core/group-digits';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { HeightRun } from './indexed-heights.ts';

const DAY_SECONDS = 86_400;
/** Runs of heights named in one sentence. */
const RUNS_NAMED = 3;

export function formatNumber(value: number | bigint): string {
  return groupDigits(value);
}

/** `2011-01-19`. */
export function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function formatCount(count: number, one: string): string {
  return `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** `1 day, 23 h 0 min 5 s`: to the second, so that a length just above a limit does not read as the limit. */
export function formatLength(seconds: number): string {
  const [hours, minutes] = [Math.floor((seconds % DAY_SECONDS) / 3_600), Math.floor((seconds % 3_600) / 60)];
  return `${formatCount(Math.floor(seconds / DAY_SECONDS), 'day')}, ${hours} h ${minutes} min ${seconds % 60} s`;
}

export function formatDays(days: number): string {
  return formatCount(days, 'day');
}

function formatRun({ from, to }: HeightRun): string {
  return from === to ? formatNumber(from) : `${formatNumber(from)} to ${formatNumber(to)}`;
}

/** `Heights 10 to 20, 31 and 4 more runs are not held whole`. */
export function formatMissing(runs: readonly HeightRun[]): string {
  const named = runs.slice(0, RUNS_NAMED).map(formatRun).join(', ');
  const more = runs.length - RUNS_NAMED;
  const isOne = runs.length === 1 && runs[0]?.from === runs[0]?.to;
  const rest = more > 0 ? ` and ${more} more ${more === 1 ? 'run' : 'runs'}` : '';
  return `${isOne ? 'Height' : 'Heights'} ${named}${rest} ${isOne ? 'is' : 'are'} not held whole`;
}

const POOLING: Readonly<Record<KnownParty['kind'], string>> = {
  service: 'a service pools funds, so what leaves it is not the same money',
  mixer: 'a mixer hands out other money than it takes in',
  bridge: 'what goes in comes out on another chain',
  contract: 'it pools funds, so what leaves it is not the same money',
  sanctioned: 'trails end at sanctioned addresses',
  named: 'it is known by name',
};

/** Names come from strangers: quoted, never interpreted. */
export function formatParty({ kind, name, basis, source, asOf, confidence, via, listing }: KnownParty): string {
  if (listing !== undefined) {
    const subject = via === undefined ? 'The address' : `${via}, of the same cluster`;
    return `${subject}: ${listing.replace(/\.$/, '')}; ${POOLING[kind]}.`;
  }
  const said = basis === 'claim' ? 'The address is said to be' : 'The address is inferred to be';
  const member = via ? `, by a label on ${via} of the same cluster` : '';
  const when = asOf ? `, ${asOf}` : '';
  return `${said} “${name}” (${source}${when}, confidence ${confidence}${member}): ${POOLING[kind]}.`;
}

export function formatCoinJoin(txid: string, finding: CoinJoinFinding, isForward: boolean): string {
  const { detector, version, confidence, participants, denominations } = finding;
  const set = participants === undefined ? 'an anonymity set of unknown size' : `an anonymity set of ${participants}`;
  const named = denominations.slice(0, RUNS_NAMED).map(formatNumber).join(', ');
  const equal = named ? `, with equal outputs of ${named} units` : '';
  const verb = isForward ? 'Enters' : 'Comes out of';
  return `${verb} ${txid}, a CoinJoin by the rule ${detector}/${version} (confidence ${confidence}): ${set} at best${equal}.`;
}
