import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import { CUT_KINDS, STOP_REASONS } from '@trailmark/core/trace/stop-reason';
import type { Evidence } from '../../../components/evidence-mark.tsx';
import { shorten } from '../../../format/identifier.ts';

/** Why a trail ends, or what a cut left out, in words. */
export function describeStop(reason: string): string {
  const words: Readonly<Record<string, string>> = { ...STOP_REASONS, ...CUT_KINDS };
  return words[reason] ?? reason;
}

/** What a node is called: the examiner's label first, then what is claimed, then its identifier. */
export function nameNode(document: Pick<FlowDocument, 'marks'>, node: FlowNode): string {
  const label = document.marks[node.id]?.label;
  if (label) return label;
  if (node.party) return `“${node.party.name}”`;
  return node.kind === 'address' || node.kind === 'transaction' ? shorten(node.text) : node.text;
}

/** The mark of an attribution: never a fact, but for an entry of a sanctions list about the address itself. */
export function markOfParty({ basis, listing }: KnownParty): Evidence {
  return listing !== undefined && basis === 'claim' ? 'fact' : basis;
}

/** What an attribution rests on. An entry of a sanctions list is quoted, and has no confidence. */
export function describeParty({ name, source, confidence, listing }: KnownParty): string {
  return listing ?? `“${name}” by ${source}, confidence ${confidence} of 100`;
}

/** Payments at a node, in the order of the chain. */
export function edgesAt(document: FlowDocument, id: string, side: 'in' | 'out'): readonly FlowEdge[] {
  return Object.values(document.edges)
    .filter(({ from, to }) => (side === 'in' ? to : from) === id)
    .toSorted((a, b) => (a.firstHeight ?? 0) - (b.firstHeight ?? 0) || (a.id < b.id ? -1 : 1));
}

export interface Balance {
  readonly in: bigint;
  readonly out: bigint;
  readonly fee: bigint | null;
  /** In less out less fee: zero where all of the transaction is on the canvas. */
  readonly rest: bigint | null;
}

/** What a transaction's payments on the canvas come to. */
export function balanceOf(inputs: readonly FlowEdge[], outputs: readonly FlowEdge[], fee: string | null): Balance {
  const sum = (edges: readonly FlowEdge[]) => edges.reduce((total, { amount }) => total + BigInt(amount), 0n);
  const [into, out] = [sum(inputs), sum(outputs)];
  const paid = fee === null ? null : BigInt(fee);
  return { in: into, out, fee: paid, rest: paid === null ? null : into - out - paid };
}

/** Which output is considered change, and on whose word. */
export function describeChange(change: FlowNode['change']): string {
  if (!change || change.by === 'nobody') return 'No rule says which output is change.';
  const who = change.by === 'examiner' ? 'An examiner chose' : 'Rules conclude';
  const what = change.vout === null ? 'that no output is change' : `output ${change.vout} as change`;
  return `${who} ${what}.${change.isDisputed ? ' Other rules disagree.' : ''}`;
}
