import { formatUnits } from '@trailmark/core/amount';
import type { FigureEdge, FigureNode, ReportFigure } from '@trailmark/core/report/report-document';
import type { Composition } from './composition.ts';
import type { FactStep, FactTrace } from './report-facts.ts';
import { contestWords } from './trace-ends.ts';

const MOST_NODES = 28;
const MOST_COLUMN = 8;

interface Movement {
  readonly from: string;
  readonly to: string;
  readonly hop: number;
  readonly amount: bigint;
}

/** Traced movements between addresses, hop by hop; of the Bitcoin family from each address that paid to each that was paid. */
function listMovements({ steps, direction }: FactTrace): readonly Movement[] {
  const hops: Movement[] = [];
  const add = (step: FactStep, from: string | null, to: string | null, tainted: string): void => {
    if (tainted !== '0')
      hops.push({ from: from ?? step.txid, to: to ?? step.txid, hop: step.hop, amount: BigInt(tainted) });
  };
  for (const step of steps) {
    for (const { from, to, tainted } of step.transfers ?? []) add(step, from, to, tainted);
    const payer = step.inputs?.find(({ tainted }) => tainted !== '0')?.address ?? null;
    const paid =
      direction === 'forward' ? (step.outputs ?? []) : (step.outputs ?? []).filter(({ tainted }) => tainted !== '0');
    for (const { address, tainted } of paid) add(step, payer, address, tainted);
  }
  return hops;
}

/** One line a pair of addresses. Money that comes back to where it was is a line of the table and none of the figure. */
function joinMovements(movements: readonly Movement[]): readonly Movement[] {
  const joined = new Map<string, Movement>();
  for (const one of movements) {
    if (one.from === one.to) continue;
    const key = `${one.from} ${one.to}`;
    const known = joined.get(key);
    joined.set(key, known ? { ...known, amount: known.amount + one.amount } : one);
  }
  return [...joined.values()];
}

function placeNodes(trace: FactTrace, movements: readonly Movement[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const { address } of trace.seeds) if (address !== null) columns.set(address, 0);
  for (const { from, to, hop } of movements) {
    if (!columns.has(from)) columns.set(from, Math.max(0, hop - 1));
    const at = Math.max(hop, (columns.get(from) ?? 0) + 1);
    if (!columns.has(to)) columns.set(to, at);
  }
  return columns;
}

const shorten = (text: string): string => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text);

const MOST_NAME = 28;
const cutName = (name: string): string => (name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name);

/** How the traced money of one asset went, at most as many nodes as can be read on paper, the largest first. */
export function drawTrace(
  report: Composition,
  trace: FactTrace,
  exhibits: ReadonlyMap<string, string>,
): ReportFigure | undefined {
  const [{ asset = '' } = {}] = trace.seeds;
  const { symbol, decimals } = report.asset(trace, asset);
  const all = joinMovements(listMovements(trace));
  const columns = placeNodes(trace, all);
  const weight = new Map<string, bigint>();
  for (const { from, to, amount } of all) for (const id of [from, to]) weight.set(id, (weight.get(id) ?? 0n) + amount);
  const ends = new Map(trace.leaves.flatMap((leaf) => (leaf.address === null ? [] : [[leaf.address, leaf] as const])));
  const ranked = [...columns.keys()].toSorted((a, b) => ((weight.get(b) ?? 0n) > (weight.get(a) ?? 0n) ? 1 : -1));
  const perColumn = new Map<number, number>();
  const shown = new Set<string>();
  for (const id of ranked) {
    const column = columns.get(id) ?? 0;
    const count = perColumn.get(column) ?? 0;
    if (shown.size >= MOST_NODES || count >= MOST_COLUMN || column > 6) continue;
    perColumn.set(column, count + 1);
    shown.add(id);
  }
  const drawn = all.filter(
    ({ from, to }) => shown.has(from) && shown.has(to) && (columns.get(to) ?? 0) > (columns.get(from) ?? 0),
  );
  if (drawn.length === 0) return undefined;
  const linked = new Set(drawn.flatMap(({ from, to }) => [from, to]));
  const seeds = new Set(trace.seeds.map(({ address }) => address));
  const nodes = [...columns]
    .filter(([id]) => linked.has(id))
    .map(([id, column]): FigureNode => {
      const end = ends.get(id);
      const contest = end?.party ? report.contest(id, trace.chain, end.party) : undefined;
      const about = end?.party ? `“${cutName(end.party.name)}”${contestWords(contest)}` : '';
      return {
        id,
        column,
        label: shorten(id),
        about,
        exhibit: exhibits.get(id) ?? null,
        kind: seeds.has(id) ? 'seed' : end ? 'end' : 'address',
      };
    });
  const edges = drawn.map(
    ({ from, to, amount }): FigureEdge => ({
      from,
      to,
      amount: trimAmount(formatUnits(amount, decimals)),
      isInference: true,
    }),
  );
  const last = Math.max(...nodes.map(({ column }) => column));
  const left = columns.size - nodes.length;
  return {
    ...{ nodes, edges, columns: Array.from({ length: last + 1 }, (_, hop) => `Hop ${hop}`) },
    alt: `Picture of trace ${trace.id}: ${nodes.length} addresses in ${last + 1} columns, one a hop, and ${edges.length} lines with amounts in ${symbol}. The table that follows lists every movement.`,
    caption: `Flow of trace ${trace.id}, ${trace.method}. Amounts in ${symbol}, traced part, shortened; full values in the table.`,
    left: left > 0 ? `${left} addresses with smaller amounts are in the table and not in the figure.` : '',
  };
}

/** At most four places for a label on a line. What is less than they show is never drawn as nothing. */
function trimAmount(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction === '') return whole;
  const shown = `${whole}.${fraction.slice(0, 4)}`;
  return /[1-9]/.test(shown) ? shown : '< 0.0001';
}
