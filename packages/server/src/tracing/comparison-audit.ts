import { type AuditGroup, toAuditGroups } from '@trailmark/analysis/tracing/audit-rows';
import { getTraceMethod } from '@trailmark/analysis/tracing/catalogue';
import { toTransactionGroups } from '@trailmark/analysis/tracing/transaction-audit';
import type { AssetKey } from '@trailmark/core/asset';
import { CUT_KINDS, STOP_REASONS } from '@trailmark/core/trace/stop-reason';
import type { Trace } from '@trailmark/core/trace/trace';
import type { AuditEnd, TraceAudit } from '@trailmark/documents/trace-audit';
import type { TraceAsOf } from './trace-as-of.ts';

export interface AuditScope {
  readonly trace: Trace;
  readonly asOf: TraceAsOf;
  /** SHA-256 of the trace. */
  readonly hash: string;
  readonly formatAsset: (asset: AssetKey) => string;
}

function toText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}

function aboutOf({ trace, asOf, hash }: AuditScope): TraceAudit['about'] {
  const { request, state, counts } = trace;
  const method = getTraceMethod(request.method);
  return [
    ['trace hash (SHA-256)', hash],
    ['state', state],
    ['chain', request.chain],
    ['direction', request.direction],
    ['method', `${request.method} ${method.name}`],
    ['what the method does', method.sentence],
    ...method.conventions.map((convention) => ['convention', convention] as const),
    ['caution', method.caution],
    ['source of the method', method.source],
    ['parameters', toText(request.params)],
    ['seeds', toText(request.seeds)],
    ['incident', request.incident ?? ''],
    ['stop rules', toText(request.stops)],
    ['choices of the examiner', toText(request.choices)],
    ['budget', `${request.budget} transactions, of which ${counts.transactionsRead} were read`],
    ...Object.entries(asOf).map(([name, value]) => [`as of: ${name}`, String(value ?? 'not known')] as const),
    ...(trace.statement
      ? [
          [
            'account chains',
            'Steps lays open each transaction in one asset: traced money its accounts held before and after it. Accounts has the same by account, and OwnMoney what is not traced.',
          ] as const,
        ]
      : []),
    [
      'how to read it',
      'Checks adds the lines of each step, Sums those of each asset; both are formulas over the sheets.',
    ],
    ['amounts', 'Integers in the smallest unit. Long amounts stand in columns of nine digits, lowest first.'],
    ['backward traces', 'A trail runs against the payments: what was paid out comes in.'],
  ];
}

function placeText(group: AuditGroup, formatAsset: AuditScope['formatAsset']): TraceAudit['groups'][number] {
  return { ...group, asset: formatAsset(group.asset) };
}

/** By transaction; where the trace keeps books of accounts, also by account. */
function toGroups({ trace, formatAsset }: AuditScope): Pick<TraceAudit, 'groups' | 'accounts' | 'own'> {
  const write = (groups: readonly AuditGroup[]) => groups.map((group) => placeText(group, formatAsset));
  if (!trace.statement) return { groups: write(toAuditGroups(trace)) };
  return {
    groups: write(toTransactionGroups(trace)),
    accounts: write(toAuditGroups(trace)),
    own: trace.statement.own.map(({ address, asset, ...money }) => {
      return { account: address, asset: formatAsset(asset), ...money };
    }),
  };
}

/** A trace as the workbook takes it. */
export function toTraceAudit(scope: AuditScope): TraceAudit {
  const { trace, formatAsset } = scope;
  const seeds = trace.seeds.map(({ ref, address, asset, amount }): AuditEnd => {
    const head = { ref, place: address, asset: formatAsset(asset), amount };
    return { ...head, reason: 'seed', detail: '', party: null };
  });
  return {
    about: aboutOf(scope),
    seeds,
    ...toGroups(scope),
    leaves: trace.leaves.map(({ ref, address, asset, amount, reason, detail, party }) => {
      const head = { ref, place: address, asset: formatAsset(asset), amount };
      return { ...head, reason: STOP_REASONS[reason], detail, party: party?.name ?? null };
    }),
    cuts: trace.cuts.map(({ at, asset, amount, kind, count, detail }) => {
      const text = `${CUT_KINDS[kind]}: ${count} payments. ${detail}`.trim();
      return { ref: at, place: null, asset: formatAsset(asset), amount, reason: kind, detail: text, party: null };
    }),
    assets: trace.sums.map(({ asset }) => formatAsset(asset)),
    gaps: trace.gaps.map(({ kind, where, message }) => [kind, where, message] as const),
  };
}
