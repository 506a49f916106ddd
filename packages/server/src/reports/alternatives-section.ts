import type { ReportBlock, ReportRow, ReportText } from '@trailmark/core/report/report-document';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { amountOf, joinIds } from './claim-book.ts';
import type { Composition } from './composition.ts';
import type { ItemFinding } from './item-findings.ts';
import type { FactAlternative, FactLeaf, FactTrace } from './report-facts.ts';
import { contestRuns, type EndRow, placeOf } from './trace-ends.ts';

/** What of another trace ends where an end of the first one is: at the same party, address or output. */
function matches({ party, address, name }: EndRow, leaf: FactLeaf): boolean {
  if (party) return leaf.party?.key === party.key;
  return address !== null ? !leaf.party && leaf.address === address : name === `output ${leaf.ref}`;
}

function toRow(name: ReportText, claims: readonly (Claim | undefined)[]): ReportRow {
  const known = claims.filter((claim) => claim !== undefined);
  const cells = claims.map((claim): ReportText => (claim ? [amountOf(claim)] : ['nothing']));
  return { mark: 'inference', cells: [name, ...cells, [joinIds(known)]], isSum: false };
}

/** Both figures of every end of one asset, of what ends elsewhere by the other method alone, and of what is no end. */
function listRows(
  report: Composition,
  of: FactTrace,
  other: FactTrace,
  asset: string,
  ends: readonly EndRow[],
): readonly ReportRow[] {
  const leaves = other.leaves.filter((leaf) => leaf.asset === asset && leaf.amount !== '0');
  const end = (own: readonly FactLeaf[]) =>
    own.length === 0 ? undefined : report.traceEnd(other, asset, own, placeOf(own));
  const named = ends.filter(({ reason }) => reason !== 'several');
  const rows = named.map((row) => {
    const { name, party, amount, contest } = row;
    const about: ReportText = party ? [name, ...contestRuns(contest)] : [{ code: name }];
    return toRow(about, [amount, end(leaves.filter((leaf) => matches(row, leaf)))]);
  });
  const rest = leaves.filter((leaf) => !named.some((row) => matches(row, leaf)));
  const together = ends.find(({ reason }) => reason === 'several')?.amount;
  const others = rest.map((leaf) => ({ ...leaf, reason: 'several' }));
  const sums = [of, other].map(({ file }) => file.sums.find((sum) => sum.asset === asset));
  const parts = (['cut', 'fees'] as const).flatMap((part) => {
    if (sums.every((sum) => (sum?.[part] ?? '0') === '0')) return [];
    const claims = [of, other].map((trace) => report.traceSum(trace, asset, part));
    return [toRow([part === 'cut' ? 'Not followed' : 'Transaction fees'], claims)];
  });
  return [
    ...rows,
    ...(rest.length > 0 || together ? [toRow(['Every other end'], [together, end(others)])] : []),
    ...parts,
  ];
}

function writeOne(
  report: Composition,
  { of, method }: FactAlternative,
  other: FactTrace,
  findings: readonly ItemFinding[],
): readonly ReportBlock[] {
  const found = findings.flatMap(({ traces }) => traces).find(({ trace }) => trace.id === of);
  const [asset] = [...(found?.ends.keys() ?? [])];
  if (!found || asset === undefined) return [];
  const rows = listRows(report, found.trace, other, asset, found.ends.get(asset) ?? []);
  const column = (title: string, width: number, align: 'left' | 'right' = 'left') => ({ title, width, align });
  const path = `traces/${other.id}.json`;
  const state = other.state === 'partial' ? ' It was ended by its budget and is not complete.' : '';
  return [
    {
      ...{ kind: 'table', rows },
      caption: `Ends of trace ${of} by two methods: which part of a payment is the traced money is a convention, and this is how far the figures depend on it. The bundle has the other run as ${path}.${state}`,
      columns: [
        column('End', 38),
        column(found.trace.method, 22, 'right'),
        column(method, 22, 'right'),
        column('Claims', 18),
      ],
    },
  ];
}

/** The first traces by one other method, end by end, and which traces were not run by another. */
export function writeAlternatives(report: Composition, findings: readonly ItemFinding[]): readonly ReportBlock[] {
  const { alternatives } = report.facts;
  if (report.traces.length === 0) return [];
  const left = alternatives.flatMap(({ of, why }) => (why === null ? [] : [`${of}: ${why}`]));
  const compared = new Set(alternatives.map(({ of }) => of));
  const further = report.traces.flatMap(({ id }) => (compared.has(id) ? [] : [id]));
  const notes = [
    ...(left.length > 0 ? [`Not run by another method: ${left.join('; ')}.`] : []),
    ...(further.length > 0
      ? [`Of each coin flow its first trace is run by another method; not so ${further.join(', ')}.`]
      : []),
    'The bundle has each trace with every step, so that any other method can be applied to the same transactions.',
  ];
  return [
    { kind: 'heading', title: 'Alternatives considered' },
    ...alternatives.flatMap((one) => (one.trace ? writeOne(report, one, one.trace, findings) : [])),
    { kind: 'list', isFixed: true, items: notes.map((text) => [text]) },
  ];
}
