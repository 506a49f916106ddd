import type { ReportBlock, ReportRow } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { joinIds } from './claim-book.ts';
import type { Composition } from './composition.ts';
import type { FactParty, FactTrace } from './report-facts.ts';
import { contestRuns } from './trace-ends.ts';

const MOST_ROWS = 400;

/** What an address is in a trace, the most telling first. */
type Part = 'begins' | 'ends' | 'passes';

type Place = readonly [address: string | null, part: Part, party: FactParty | null];

interface Named {
  readonly chain: string;
  readonly address: string;
  readonly parts: Map<string, Part>;
  party: FactParty | null;
}

/** Addresses of a trace: where it begins, where it ends, and what it passes through. */
function listPlaces({ seeds, leaves, steps }: FactTrace): readonly Place[] {
  const passed = steps.flatMap(({ inputs = [], outputs = [], transfers = [] }) => [
    ...[...inputs, ...outputs].flatMap(({ address, tainted }) => (tainted === '0' ? [] : [address])),
    ...transfers.flatMap(({ from, to, tainted }) => (tainted === '0' ? [] : [from, to])),
  ]);
  return [
    ...seeds.map(({ address }): Place => [address, 'begins', null]),
    ...leaves.filter(({ amount }) => amount !== '0').map(({ address, party }): Place => [address, 'ends', party]),
    ...passed.map((address): Place => [address, 'passes', null]),
  ];
}

function collect({ traces }: Composition): readonly Named[] {
  const named = new Map<string, Named>();
  for (const trace of traces) {
    for (const [address, part, party] of listPlaces(trace)) {
      if (address === null) continue;
      const key = `${trace.chain} ${address}`;
      const own = named.get(key) ?? { chain: trace.chain, address, parts: new Map<string, Part>(), party: null };
      if (!own.parts.has(trace.id)) own.parts.set(trace.id, part);
      own.party ??= party;
      named.set(key, own);
    }
  }
  return [...named.values()];
}

/** Every address through which traced money goes, with its part in each trace and what a source says of it. */
export function writeAddressList(report: Composition): readonly ReportBlock[] {
  const all = collect(report);
  const rows = all.slice(0, MOST_ROWS).map(({ chain, address, parts, party }): ReportRow => {
    const claim = party ? report.label(address, chain, party) : undefined;
    const contest = party ? report.contest(address, chain, party) : undefined;
    const name = party ? [`“${party.name}”`, ...contestRuns(contest)] : ['none'];
    const ids = joinIds([claim, contest].filter((one): one is Claim => one !== undefined));
    const about = [...parts].map(([trace, part]) => `${part} ${trace}`).join(', ');
    return {
      mark: claim ? 'claim' : null,
      cells: [[{ code: address }], [chain], [about], name, [ids === '' ? '–' : ids]],
      isSum: false,
    };
  });
  const column = (title: string, width: number) => ({ title, width, align: 'left' as const });
  const left = all.length - rows.length;
  return [
    { kind: 'heading', title: 'Addresses' },
    {
      ...{ kind: 'table', rows },
      caption:
        'Addresses of the traces, those where a trace begins or ends before those that it passes through. A name is the statement of its source; an address without one is not cleared.',
      columns: [
        column('Address', 38),
        column('Chain', 7),
        column('Part in traces', 22),
        column('Name by a source', 23),
        column('Claim', 10),
      ],
    },
    ...(left > 0
      ? [
          {
            ...({ kind: 'text', isFixed: true } as const),
            text: [`${left} more addresses that traces pass through are in the trace files of the bundle.`],
          },
        ]
      : []),
  ];
}
