import type { ReportBlock, ReportRun, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import type { UnprovenReason } from '@trailmark/evidence/bundle/collect-accounts';
import type { UnplacedReason } from '@trailmark/evidence/bundle/collect-ledger';
import { writeAlternatives } from './alternatives-section.ts';
import { amountOf } from './claim-book.ts';
import type { Composition } from './composition.ts';
import { GENERAL_LIMITS } from './fixed-texts.ts';
import type { ItemFinding } from './item-findings.ts';
import type { FactTrace, FactUnproven } from './report-facts.ts';
import { contestRuns } from './trace-ends.ts';

/** Gaps of one trace, and names whose loss is stated one by one. */
const MOST_GAPS = 20;
const MOST_CHANGES = 10;

/** What a trace states is missing. */
function statedGaps({ id, gaps }: FactTrace): readonly ReportText[] {
  const stated = [...new Set(gaps)];
  const items = stated.slice(0, MOST_GAPS).map((gap): ReportText => [`Trace ${id}: `, { code: gap }]);
  const left = stated.length - items.length;
  return left > 0
    ? [...items, [`Trace ${id} states ${left} more ${left === 1 ? 'gap' : 'gaps'}; its call gives all.`]]
    : items;
}

function gapItems(report: Composition, findings: readonly ItemFinding[]): ReportText[] {
  const items: ReportText[] = [];
  for (const { trace } of findings.flatMap(({ traces }) => traces)) {
    for (const { asset } of trace.file.sums) {
      const cut = report.traceSum(trace, asset, 'cut');
      if (cut && cut.result.amount !== '0')
        items.push([amountOf(cut), ` of trace ${trace.id} was not followed, by the limits stated in section 6.`]);
    }
    items.push(...statedGaps(trace));
    if (trace.state === 'partial') items.push([`Trace ${trace.id} was ended by its budget and is not complete.`]);
  }
  return items;
}

function changeItems(findings: readonly ItemFinding[]): ReportText[] {
  const ends = findings.flatMap(({ traces }) => traces.flatMap((one) => [...one.ends.values()].flat()));
  const named = ends.filter((end): end is typeof end & { readonly label: Claim } => end.label !== undefined);
  const items = named
    .slice(0, MOST_CHANGES)
    .map(({ label, amount, name, contest }) => [
      'If claim ',
      { claim: label.id, text: label.id },
      ' is withdrawn, ',
      amountOf(amount),
      ` ends at an address without a name instead of ${name}`,
      ...contestRuns(contest),
      '.',
    ]);
  const left = named.length - items.length;
  const verb = left === 1 ? 'end has' : 'ends have';
  return left > 0
    ? [
        ...items,
        [`${left} more ${verb} a name that would be gone without its claim: the tables of ends in section 4 list all.`],
      ]
    : items;
}

/** Why a node left transactions of a chain of accounts without a proof, as the end of a sentence. */
const NODE_GAPS: Readonly<Record<UnprovenReason, string>> = {
  'no-node': 'no node of the chain was read when this was made',
  'no-answer': 'the node did not give a block, or not its receipts',
  contradicted: 'what the node gave as a block does not have the hash or the roots that it states',
  'other-block': 'the node has another block at the height than the index',
  'not-recomputed': 'a block has a form whose hash is not calculated here',
  'not-in-block': 'a block is proven, and a transaction that a source reports is not in it',
  'not-requested':
    'a block was not requested, because this is a preview, the node had stopped answering or there were too many',
};

/** The same where the index has a part of a block of the Bitcoin family, and an external source may have the path to it. */
const SOURCE_GAPS: Readonly<Record<UnplacedReason, string>> = {
  'no-block': 'the index does not know the block',
  'no-source': 'the index has a part of the block, and no source that gives the path to it is turned on',
  'not-allowed': 'the case does not allow the source, or the requests of this hour are used up',
  'no-answer': 'the source did not give the path to the block',
  contradicted: 'what the source gave does not lead to the block of the index',
  'not-requested':
    'nothing was requested from the source, because this is a preview, the source had stopped answering or there were too many',
};

const GAPS: Readonly<Record<FactUnproven['by'], Readonly<Record<string, string>>>> = {
  node: NODE_GAPS,
  source: SOURCE_GAPS,
};

const MOST_NAMED = 5;

/** How far the transactions of a chain are proven, and which are not for which reason. */
function writeUnproven({ chain, count, proven, by, gaps }: FactUnproven): ReportText {
  if (count === 0)
    return [`Every transaction of ${chain} in this report is in the bundle with its bytes and its path to a block.`];
  const which = proven === 0 ? 'every transaction' : 'some transactions';
  const rest =
    proven === 0
      ? 'The bundle has the rows of the index and no bytes that prove them.'
      : 'The bundle proves the others, and the verifier names each.';
  const runs = gaps.flatMap(({ reason, txids }, i): ReportRun[] => {
    const more = txids.length - MOST_NAMED;
    const named = txids.slice(0, MOST_NAMED).flatMap((txid, at): ReportRun[] => [at === 0 ? '' : ', ', { code: txid }]);
    return [
      `${i === 0 ? ' The reason: ' : '; '}${GAPS[by][reason] ?? reason} (`,
      ...named,
      more > 0 ? ` and ${more} more)` : ')',
    ];
  });
  const text = [`Not proven, its source states it: ${which} of ${chain} in this report. ${rest}`, ...runs];
  return runs.length === 0 ? text : [...text, '.'];
}

/** What was not followed, what is missing, and what would change the view. */
export function writeLimits(report: Composition, findings: readonly ItemFinding[]): readonly ReportBlock[] {
  const { unproven } = report.facts;
  const proofs = unproven.map(writeUnproven);
  const gaps = gapItems(report, findings);
  const changes = changeItems(findings);
  return [
    { kind: 'list', isFixed: true, items: [...GENERAL_LIMITS.map((text): ReportText => [text]), ...proofs] },
    { kind: 'heading', title: 'Gaps' },
    gaps.length > 0
      ? { kind: 'list', isFixed: true, items: gaps }
      : {
          kind: 'text',
          isFixed: true,
          text: [
            report.traces.length === 0
              ? 'No trace is part of this report: whether the index has gaps was not asked.'
              : 'The traces of this report state no gap.',
          ],
        },
    ...writeAlternatives(report, findings),
    { kind: 'heading', title: 'What would change this view' },
    {
      kind: 'list',
      isFixed: true,
      items: [...changes, ['Blocks, labels and prices that are newer than the versions in section 6.']],
    },
  ];
}
