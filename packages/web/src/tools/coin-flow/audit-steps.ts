import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';

type Step = TraceAnswer['trace']['steps'][number];

/** One line of the audit, in the smallest unit. `difference` is zero, or the trace is wrong. */
export interface AuditLine {
  readonly txid: string;
  readonly hop: number;
  readonly height: number;
  readonly time: number;
  readonly into: bigint;
  readonly added: bigint;
  readonly out: bigint;
  readonly fee: bigint;
  readonly difference: bigint;
  /** Whether a sum can be made: money of accounts rests between transactions, so only its moves are listed. */
  readonly isBalanced: boolean;
}

function sumTainted(parts: readonly { readonly tainted: bigint }[]): bigint {
  return parts.reduce((sum, { tainted }) => sum + tainted, 0n);
}

/** What a step came to. Backward a fee takes no part: what was sought from the outputs is what the inputs gave. */
export function toAuditLine(step: Step, direction: TraceDirection): AuditLine {
  const { txid, hop, height, time, added } = step;
  const head = { txid, hop, height, time, added, fee: step.feeTainted };
  if (step.family === 'accounts')
    return {
      ...head,
      into: sumTainted(step.transfers),
      out: sumTainted(step.transfers),
      difference: 0n,
      isBalanced: false,
    };
  const [into, out] = [sumTainted(step.inputs), sumTainted(step.outputs)];
  const difference =
    direction === 'forward' ? into + added - out - step.feeTainted : out + added - into - step.feeTainted;
  return { ...head, into, out, difference, isBalanced: true };
}

/** Lines whose transaction id begins with a text, or all; only those that differ on request. */
export function filterLines(lines: readonly AuditLine[], text: string, onlyDifferent: boolean): readonly AuditLine[] {
  const wanted = text.trim().toLowerCase().replace(/^0x/, '');
  return lines.filter((line) => line.txid.startsWith(wanted) && (!onlyDifferent || line.difference !== 0n));
}
