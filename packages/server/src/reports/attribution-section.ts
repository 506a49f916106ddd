import type { ReportBlock, ReportRun } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { showClaim } from './claim-book.ts';
import type { Composition } from './composition.ts';
import type { ItemFinding } from './item-findings.ts';
import { contestRuns } from './trace-ends.ts';

/** Labels that the agency contests. It is a statement of the agency as of this report: no label, amount or trace is changed by it. */
function writeContests(contests: readonly Claim[]): readonly ReportBlock[] {
  if (contests.length === 0) return [];
  return [
    {
      kind: 'table',
      caption:
        'Labels used that the agency of this report contests. An appeal changes no label, no amount and no trace: where it is right, the name is not.',
      columns: [
        { title: 'Address', width: 30, align: 'left' },
        { title: 'Name', width: 18, align: 'left' },
        { title: 'What the agency states', width: 25, align: 'left' },
        { title: 'As of, UTC', width: 18, align: 'left' },
        { title: 'Claim', width: 9, align: 'left' },
      ],
      rows: contests.map((claim) => ({
        mark: 'claim',
        cells: [
          [{ code: String(claim.result.address) }],
          [showClaim(claim, { value: 'name' })],
          [showClaim(claim, { value: 'note' })],
          [showClaim(claim, { value: 'asOf' })],
          [claim.id],
        ],
        isSum: false,
      })),
    },
  ];
}

/** Where the row of a label is, behind its source. */
function originRuns(claim: Claim): readonly ReportRun[] {
  return claim.result.pack === null
    ? []
    : [
        '; pack ',
        showClaim(claim, { value: 'pack' }, ' ', { value: 'packVersion' }),
        ', row ',
        showClaim(claim, { value: 'row' }),
      ];
}

const viaRuns = (claim: Claim): readonly ReportRun[] =>
  claim.result.via === null ? [] : [': ', { code: String(claim.result.via) }];

/** Every name that a source gives to an address, with the source. */
export function writeAttribution(
  { book, traces }: Composition,
  findings: readonly ItemFinding[],
): readonly ReportBlock[] {
  const all = findings.flatMap(({ traces }) => traces.flatMap(({ ends }) => [...ends.values()].flat()));
  const used = all.flatMap(({ label }) => label ?? []);
  const labels = [...new Set(used)].filter((claim) => book.claims.includes(claim));
  const contests = [...new Set(all.flatMap(({ contest }) => contest ?? []))];
  const contestOf = ({ result }: Claim) =>
    contests.find((one) => one.result.address === result.address && one.result.name === result.name);
  if (labels.length === 0)
    return [
      {
        kind: 'text',
        isFixed: true,
        text: [
          traces.length === 0
            ? 'No trace is part of this report, and no label is used in it. That is no clearance of any address.'
            : 'No source names an address at which a trace of this report ends. That is no clearance.',
        ],
      },
    ];
  return [
    {
      kind: 'table',
      caption:
        'Labels used. Confidence is that of the source, in hundredths. A direct label is of the address itself; one that is inherited is of another address of its cluster, which is named. The pack, its version and the row are by their hashes, as labels.json of the bundle has them.',
      columns: [
        { title: 'Address', width: 26, align: 'left' },
        { title: 'Name', width: 15, align: 'left' },
        { title: 'Source', width: 21, align: 'left' },
        { title: 'As of', width: 9, align: 'left' },
        { title: 'Confidence', width: 10, align: 'right' },
        { title: 'Basis', width: 12, align: 'left' },
        { title: 'Claim', width: 7, align: 'left' },
      ],
      rows: labels.map((claim) => ({
        mark: 'claim',
        cells: [
          [{ code: String(claim.result.address) }],
          [showClaim(claim, { value: 'name' }), ...contestRuns(contestOf(claim))],
          [showClaim(claim, { value: 'source' }), ...originRuns(claim)],
          [showClaim(claim, { value: 'asOf' })],
          [claim.result.listing === undefined ? showClaim(claim, { value: 'confidence' }) : 'entry of a list'],
          [showClaim(claim, { value: 'basis' }), ...viaRuns(claim)],
          [claim.id],
        ],
        isSum: false,
      })),
    },
    ...writeContests(contests),
  ];
}
