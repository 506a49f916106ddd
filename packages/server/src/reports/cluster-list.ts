import type { ReportBlock, ReportRow } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { MOST_ADDRESSES, MOST_PROOFS } from './collect-clusters.ts';
import type { Composition } from './composition.ts';

/** What was looked at: who is not listed was not shown to be apart. */
const COMPARED = `Of each chain with outputs, the first ${MOST_ADDRESSES} addresses at which traces begin or end were compared, where their clusters are indexed.`;
const INTRODUCTION =
  'Two addresses are in one cluster where transactions spend coins of both together; only this rule (the conservative view) is used here. Each proof is a path of such transactions, which a verifier runs again. That one person has the keys of both is an inference.';

/** Addresses of the report that one cluster joins, each pair with its proof in the bundle. */
export function writeClusterList(report: Composition): readonly ReportBlock[] {
  const { clusters } = report.facts;
  if (!report.traces.some(({ steps }) => steps.some(({ outputs = [] }) => outputs.length > 0)))
    return [
      { kind: 'heading', title: 'Clusters' },
      {
        ...{ kind: 'text', isFixed: true },
        text: ['No trace of this report follows outputs, which are what addresses are joined by: none were compared.'],
      },
    ];
  if (clusters.length === 0)
    return [
      { kind: 'heading', title: 'Clusters' },
      {
        ...{ kind: 'text', isFixed: true },
        text: [
          `${COMPARED} No two addresses among them are joined by co-spending in what is indexed. That is no statement that different people have their keys.`,
        ],
      },
    ];
  const rows = clusters.map((proof): ReportRow => {
    const claim: Claim = report.cluster(proof);
    return {
      mark: 'inference',
      cells: [
        [{ code: proof.from }],
        [{ code: proof.to }],
        [{ claim: claim.id, text: String(proof.steps) }],
        [claim.id],
      ],
      isSum: false,
    };
  });
  const column = (title: string, width: number, align: 'left' | 'right' = 'left') => ({ title, width, align });
  return [
    { kind: 'heading', title: 'Clusters' },
    { kind: 'text', isFixed: true, text: [`${INTRODUCTION} ${COMPARED} At most ${MOST_PROOFS} proofs are included.`] },
    {
      ...{ kind: 'table', rows },
      caption: 'Addresses of this report in one cluster, with proofs in the bundle.',
      columns: [column('Address', 39), column('Is joined with', 39), column('Steps', 10, 'right'), column('Claim', 12)],
    },
  ];
}
