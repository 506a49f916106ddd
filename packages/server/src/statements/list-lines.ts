import type { Contract } from '@trailmark/api/contract';
import type { StatementLineAnswer } from '@trailmark/api/contract/statement';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { ReadOptions } from '@trailmark/core/read-options';
import {
  priceDayOf,
  type StatementLine,
  type StatementRate,
  type StatementRequest,
} from '@trailmark/core/statement/statement';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { KeptStatements } from './kept-statements.ts';
import { openStatement } from './run-statement.ts';

type Query = RouteInput<Contract['listStatementLines']>['body'];

function hasWords(line: StatementLine, words: string): boolean {
  const wanted = words.toLowerCase();
  const texts = [
    line.txid,
    line.arrival?.txid,
    line.note,
    ...line.own,
    ...line.parties.flatMap(({ address, label }) => [address, label]),
  ];
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}

function movesAsset({ legs, fee }: StatementLine, asset: string): boolean {
  return fee?.asset === asset || legs.some((leg) => leg.asset === asset);
}

function isUnpriced({ legs, fee }: StatementLine): boolean {
  return [...legs, ...(fee ? [fee] : [])].some(({ value }) => value === undefined);
}

function isDirection({ legs }: StatementLine, direction: 'in' | 'out'): boolean {
  return legs.some(({ amount }) => (direction === 'in' ? amount > 0n : amount < 0n));
}

/** Whether a line is among those that were requested. */
function isWanted(line: StatementLine, { asset, types, direction, words, unpriced }: Query): boolean {
  return (
    (types === undefined || types.length === 0 || types.includes(line.type)) &&
    (asset === undefined || movesAsset(line, asset)) &&
    (direction === undefined || isDirection(line, direction)) &&
    (unpriced !== true || isUnpriced(line)) &&
    (words === undefined || words === '' || hasWords(line, words))
  );
}

function hasFilter({ asset, types, direction, words, unpriced }: Query): boolean {
  return [asset, types?.[0], direction, words || undefined, unpriced || undefined].some((one) => one !== undefined);
}

/** Reads lines again for a page: to the end where a filter has to count them, else no further than the page. */
async function readPage(deps: TraceDeps, query: Query, lineCount: number, read: ReadOptions) {
  const { request, offset, limit } = query;
  const isFiltered = hasFilter(query);
  const open = await openStatement(deps, request, { read, keepsSums: false });
  const page: StatementLine[] = [];
  let total = 0;
  for await (const batch of open.lines()) {
    for (const line of batch) {
      if (!isWanted(line, query)) continue;
      if (total >= offset && page.length < limit) page.push(line);
      total += 1;
    }
    if (!isFiltered && page.length === limit) break;
  }
  return { lines: page, total: isFiltered ? total : lineCount };
}

type Page = RouteOutput<Contract['listStatementLines']>;

/** The prices behind the values of some lines. */
function chooseRates(
  lines: readonly StatementLine[],
  rates: readonly StatementRate[],
  { priceRule }: StatementRequest,
): StatementRate[] {
  const wanted = new Set(
    lines.flatMap(({ time, legs, fee }) =>
      [...legs, ...(fee ? [fee] : [])].map(({ asset }) => `${asset} ${priceDayOf(time, priceRule)}`),
    ),
  );
  return rates.filter(({ asset, day }) => wanted.has(`${asset} ${day}`));
}

/** One page of the lines that a filter leaves. What is not kept is read again. */
export async function listLines(deps: TraceDeps, kept: KeptStatements, query: Query, read: ReadOptions): Promise<Page> {
  const { request, offset, limit } = query;
  const { answer, lines, result } = await kept.get(request, read);
  const toPage = (page: readonly StatementLine[], total: number): Page => ({
    lines: page as StatementLineAnswer[],
    total,
    rates: chooseRates(page, result.rates, request),
  });
  const end = offset + limit;
  if (lines.length === answer.lineCount || (!hasFilter(query) && end <= lines.length)) {
    const wanted = hasFilter(query) ? lines.filter((line) => isWanted(line, query)) : lines;
    const total = hasFilter(query) ? wanted.length : answer.lineCount;
    return toPage(wanted.slice(offset, end), total);
  }
  const page = await readPage(deps, query, answer.lineCount, read);
  return toPage(page.lines, page.total);
}
