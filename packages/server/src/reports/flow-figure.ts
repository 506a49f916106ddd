import { formatUnits } from '@trailmark/core/amount';
import type { FigureEdge, FigureNode, ReportFigure } from '@trailmark/core/report/report-document';
import type { Composition } from './composition.ts';
import { joinMovements, listMovements, type Movement, placeMovements } from './figure-movements.ts';
import type { FactTrace } from './report-facts.ts';
import { contestWords } from './trace-ends.ts';

const MOST_NODES = 28;
const MOST_COLUMN = 8;
const LAST_COLUMN = 6;

const shorten = (text: string): string => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text);

const MOST_NAME = 28;
const cutName = (name: string): string => (name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name);

interface Drawing {
  readonly movements: readonly Movement[];
  /** Columns of what is drawn. */
  readonly columns: ReadonlyMap<string, number>;
  readonly titles: readonly string[];
  /** Addresses that are not drawn, and lines between drawn places that lead back. */
  readonly left: { readonly addresses: number; readonly lines: number };
}

/** Columns in their order: every hop, and transactions of several payers between two where there are some. */
function listColumns(places: ReadonlyMap<string, number>): readonly number[] {
  const last = Math.max(0, ...places.values());
  const used = new Set(places.values());
  return Array.from({ length: last + 1 }, (_, at) => at).filter((at) => at % 2 === 0 || used.has(at));
}

/** The places with the most traced money, as many as can be read on paper. */
function choosePlaces(places: ReadonlyMap<string, number>, movements: readonly Movement[]): ReadonlySet<string> {
  const order = new Map(listColumns(places).map((at, column) => [at, column]));
  const weight = new Map<string, bigint>();
  for (const { from, to, amount } of movements)
    for (const id of [from, to]) weight.set(id, (weight.get(id) ?? 0n) + amount);
  const ranked = [...places.keys()].toSorted((a, b) => ((weight.get(b) ?? 0n) > (weight.get(a) ?? 0n) ? 1 : -1));
  const perColumn = new Map<number, number>();
  const shown = new Set<string>();
  for (const id of ranked) {
    const column = order.get(places.get(id) ?? 0) ?? 0;
    const count = perColumn.get(column) ?? 0;
    if (shown.size >= MOST_NODES || count >= MOST_COLUMN || column > LAST_COLUMN) continue;
    perColumn.set(column, count + 1);
    shown.add(id);
  }
  return shown;
}

function layOut(trace: FactTrace, asset: string): Drawing | undefined {
  const all = joinMovements(listMovements(trace, asset));
  const places = placeMovements(trace, asset, all);
  const shown = choosePlaces(places, all);
  const isForward = trace.direction === 'forward';
  const between = all.filter(({ from, to }) => shown.has(from) && shown.has(to));
  const movements = between.filter(({ from, to }) => {
    const [a = 0, b = 0] = [places.get(from), places.get(to)];
    return isForward ? b > a : a > b;
  });
  if (movements.length === 0) return undefined;
  const linked = new Set(movements.flatMap(({ from, to }) => [from, to]));
  const drawn = new Map([...places].filter(([id]) => linked.has(id)));
  const order = listColumns(drawn);
  // What is followed back ends where it begins: at the right.
  const ats = isForward ? order : order.toReversed();
  return {
    movements,
    columns: new Map([...drawn].map(([id, at]) => [id, ats.indexOf(at)])),
    titles: ats.map((at) => (at % 2 === 0 ? `Hop ${at / 2}` : 'Joined')),
    left: { addresses: places.size - drawn.size, lines: between.length - movements.length },
  };
}

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function describeLeft({ left: { addresses, lines } }: Drawing, path: string): string {
  const parts = [
    ...(addresses > 0 ? [countOf(addresses, 'address with a smaller amount', 'addresses with smaller amounts')] : []),
    ...(lines > 0
      ? [countOf(lines, 'line of money that comes back or stays', 'lines of money that comes back or stays')]
      : []),
  ];
  const verb = addresses + lines === 1 ? 'is' : 'are';
  return parts.length === 0 ? '' : `Not in the figure ${verb} ${parts.join(' and ')}: ${path} of the bundle has all.`;
}

function toNodes(
  report: Composition,
  trace: FactTrace,
  asset: string,
  { columns, movements }: Drawing,
  exhibits: ReadonlyMap<string, string>,
): readonly FigureNode[] {
  const leaves = trace.leaves.filter((leaf) => leaf.asset === asset);
  const ends = new Map(leaves.flatMap((leaf) => (leaf.address === null ? [] : [[leaf.address, leaf] as const])));
  const seeds = new Set(trace.seeds.filter((seed) => seed.asset === asset).map(({ address }) => address));
  const joined = new Set(
    movements.flatMap(({ from, to, fromAt, toAt }) => [
      ...(fromAt % 2 === 0 ? [] : [from]),
      ...(toAt % 2 === 0 ? [] : [to]),
    ]),
  );
  return [...columns].map(([id, column]): FigureNode => {
    if (joined.has(id))
      return {
        id,
        column,
        label: `tx ${id.slice(0, 4)}…${id.slice(-4)}`,
        about: '',
        exhibit: null,
        kind: 'transaction',
      };
    const end = ends.get(id);
    const contest = end?.party ? report.contest(id, trace.chain, end.party) : undefined;
    const about = end?.party ? `“${cutName(end.party.name)}”${contestWords(contest)}` : '';
    const kind = seeds.has(id) ? 'seed' : end ? 'end' : 'address';
    return { id, column, label: shorten(id), about, exhibit: exhibits.get(id) ?? null, kind };
  });
}

/** How the traced money of one asset went, at most as many nodes as can be read on paper, the largest first. */
export function drawTrace(
  report: Composition,
  trace: FactTrace,
  asset: string,
  exhibits: ReadonlyMap<string, string>,
): ReportFigure | undefined {
  const { symbol, decimals } = report.asset(trace, asset);
  const drawing = layOut(trace, asset);
  if (!drawing) return undefined;
  const nodes = toNodes(report, trace, asset, drawing, exhibits);
  const edges = drawing.movements.map(({ from, to, amount }): FigureEdge => {
    return { from, to, amount: trimAmount(formatUnits(amount, decimals)), isInference: true };
  });
  const path = `traces/${trace.id}.json`;
  const transactions = nodes.filter(({ kind }) => kind === 'transaction').length;
  const places = [
    countOf(nodes.length - transactions, 'address', 'addresses'),
    ...(transactions > 0 ? [countOf(transactions, 'transaction', 'transactions')] : []),
  ].join(' and ');
  const columns = countOf(drawing.titles.length, 'column', 'columns');
  return {
    ...{ nodes, edges, columns: drawing.titles },
    alt: `Picture of trace ${trace.id}: ${places} in ${columns}, and ${countOf(edges.length, 'line', 'lines')} with amounts in ${symbol}. ${path} of the bundle has each amount in full.`,
    caption: `Flow of trace ${trace.id}, ${trace.method}. Amounts in ${symbol}: the traced part of payments, shortened; ${path} of the bundle has each in full. The table of movements has whole payments.`,
    left: describeLeft(drawing, path),
  };
}

/** At most four places for a label on a line. What is less than they show is never drawn as nothing. */
function trimAmount(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction === '') return whole;
  const shown = `${whole}.${fraction.slice(0, 4)}`;
  return /[1-9]/.test(shown) ? shown : '< 0.0001';
}
