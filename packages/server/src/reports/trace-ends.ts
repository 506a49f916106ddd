import type { ReportRun } from '@trailmark/core/report/report-document';
import { STOP_REASONS } from '@trailmark/core/trace/stop-reason';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import type { FactLeaf, FactParty, FactTrace } from './report-facts.ts';

/** A place where traced money ends, as one row of the money table. */
export interface EndRow {
  readonly trace: FactTrace;
  readonly asset: string;
  readonly name: string;
  readonly address: string | null;
  readonly party: FactParty | null;
  readonly reason: string;
  readonly lastTime: number;
  readonly amount: Claim;
  /** Null where the payments are of several days or no price is known. */
  readonly value: Claim | undefined;
  readonly label: Claim | undefined;
  /** What the agency states against the label. */
  readonly contest: Claim | undefined;
}

/** What can be done about money at an end. */
const ADVICE: Readonly<Record<string, string>> = {
  service: 'Service: ask to hold, request records',
  bridge: 'Bridge: continue on the other chain',
  unspent: 'Not moved as of the tip; key holder only',
  held: 'Not moved as of the tip; key holder only',
  mixer: 'None known',
  coinjoin: 'None known',
  sanctioned: 'Listed: report and ask to hold',
};

export function adviseOn({ reason, party }: Pick<EndRow, 'reason' | 'party'>): string {
  if (party?.kind === 'service') return ADVICE.service ?? '';
  return ADVICE[reason] ?? 'Not followed further';
}

/** Whether somebody can still act on money at an end. */
export function isOpen({ reason, party }: Pick<EndRow, 'reason' | 'party'>): boolean {
  return party?.kind === 'service' || (reason in ADVICE && reason !== 'mixer' && reason !== 'coinjoin');
}

/** What the agency states against a label, behind the name that the label gives. */
export function contestRuns(contest: Claim | undefined): readonly ReportRun[] {
  return contest ? [' (', showClaim(contest, { value: 'note' }), ')'] : [];
}

/** The same in a few words, for a figure and for the sentence of another claim. */
export function contestWords(contest: Pick<Claim, 'result'> | undefined): string {
  if (!contest) return '';
  return contest.result.state === 'open' ? ' (contested by the agency)' : ' (found wrong by the agency)';
}

const MOST_ROWS = 40;

function nameOf({ party, address, ref }: FactLeaf): string {
  return party ? `“${party.name}”` : (address ?? `output ${ref}`);
}

/** Where an amount ends, in the words of an inference: names are for claims of their sources. */
export function placeOf(leaves: readonly FactLeaf[]): string {
  const [first] = leaves;
  const places = new Set(leaves.map(({ address, ref }) => address ?? `output ${ref}`));
  if (first?.reason === 'several') return 'the smaller ends together';
  return places.size === 1 ? ([...places][0] ?? '') : `${places.size} addresses`;
}

function keyOf({ party, address, ref, reason }: FactLeaf): string {
  return JSON.stringify([party?.key ?? address ?? ref, reason]);
}

function toEnd(
  report: Composition,
  trace: FactTrace,
  asset: string,
  leaves: readonly FactLeaf[],
  name: string,
): EndRow {
  const [first] = leaves;
  const days = new Set(leaves.map(({ time }) => Math.floor(time / 86_400)));
  const party = first?.party ?? null;
  const named = party && first?.address ? ([first.address, trace.chain, party] as const) : undefined;
  const contest = named && report.contest(...named);
  const amount = report.traceEnd(trace, asset, leaves, placeOf(leaves));
  const address = new Set(leaves.map((leaf) => leaf.address)).size === 1 ? (first?.address ?? null) : null;
  const lastTime = Math.max(...leaves.map(({ time }) => time));
  return {
    ...{ trace, asset, name, address, party, lastTime, amount, reason: first?.reason ?? '' },
    value: days.size === 1 ? report.value(amount, report.asset(trace, asset), lastTime) : undefined,
    label: named && report.label(...named),
    contest,
  };
}

/** The ends of one asset of a trace, the largest first; the smallest beyond what a table holds are one row. */
export function listEnds(report: Composition, trace: FactTrace, asset: string, most = MOST_ROWS): readonly EndRow[] {
  const groups = [
    ...Map.groupBy(
      trace.leaves.filter((leaf) => leaf.asset === asset && leaf.amount !== '0'),
      keyOf,
    ).values(),
  ];
  const size = (leaves: readonly FactLeaf[]) => leaves.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  groups.sort((a, b) => (size(b) > size(a) ? 1 : size(b) < size(a) ? -1 : 0));
  const shown = groups.slice(0, groups.length > most ? most - 1 : most);
  const rows = shown.map((leaves) => toEnd(report, trace, asset, leaves, nameOf(leaves[0] as FactLeaf)));
  const rest = groups.slice(shown.length).flat();
  if (rest.length === 0) return rows;
  const others = rest.map((leaf) => ({ ...leaf, party: null, address: null, reason: 'several' }));
  return [...rows, toEnd(report, trace, asset, others, 'the smaller ends together')];
}

export function describeReason(reason: string): string {
  return reason in STOP_REASONS ? STOP_REASONS[reason as keyof typeof STOP_REASONS] : 'Several reasons';
}
