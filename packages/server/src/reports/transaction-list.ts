import type { ReportBlock, ReportRow } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { joinIds, showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { noteCut } from './cut-note.ts';

const MOST_ROWS = 1_000;

/** The transaction that a fact of the ledger is of. */
function txidOf({ inputs, result }: Claim): string {
  return typeof inputs.txid === 'string' ? inputs.txid : (String(result.ref ?? '').split(/[:#]/)[0] ?? '');
}

interface Listed {
  readonly txid: string;
  readonly chain: string;
  readonly time: number;
  readonly traces: readonly string[];
}

/** Transactions of the traces in the order of time, each with the traces that it is a step of. */
function listTransactions({ traces }: Composition): readonly Listed[] {
  const byId = new Map<string, Listed>();
  for (const { id, chain, steps } of traces) {
    for (const { txid, time } of steps) {
      const key = `${chain} ${txid}`;
      const known = byId.get(key);
      byId.set(key, { txid, chain, time, traces: [...new Set([...(known?.traces ?? []), id])] });
    }
  }
  return [...byId.values()].sort((a, b) => a.time - b.time || (a.txid < b.txid ? -1 : 1));
}

/** Every transaction of the traces, with what the report states of it. */
export function writeTransactionList(report: Composition): readonly ReportBlock[] {
  const all = listTransactions(report);
  if (all.length === 0) return [];
  const facts = Map.groupBy(
    report.book.claims.filter(({ mark, result }) => mark === 'fact' && result.time !== undefined),
    txidOf,
  );
  const rows = all.slice(0, MOST_ROWS).map(({ txid, chain, traces }): ReportRow => {
    const own = facts.get(txid) ?? [];
    const [first] = own;
    const [time, height] = first
      ? [showClaim(first, { time: 'time' }), showClaim(first, { value: 'height' })]
      : ['–', '–'];
    const ids = own.length > 0 ? joinIds(own) : '–';
    return {
      mark: first ? 'fact' : null,
      cells: [[time], [height], [{ code: txid }], [chain], [traces.join(', ')], [ids]],
      isSum: false,
    };
  });
  const column = (title: string, width: number, align: 'left' | 'right' = 'left') => ({ title, width, align });
  return [
    { kind: 'heading', title: 'Transactions' },
    {
      ...{ kind: 'table', rows },
      caption:
        'Transactions of the traces, in the order of time. A transaction without a claim is a step in which the report states no payment.',
      columns: [
        column('Time, UTC', 14),
        column('Block', 10, 'right'),
        column('Transaction', 44),
        column('Chain', 8),
        column('Traces', 10),
        column('Claims', 14),
      ],
    },
    ...noteCut({ shown: rows.length, all: all.length }, 'transactions', 'the trace files of the bundle'),
  ];
}
