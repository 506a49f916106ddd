import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceEnd, TraceEnds } from '@trailmark/core/trace/trace-ends';

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

function describeFound(items: readonly TraceEnd[]): string {
  if (items.length === 0) return 'No end was found: nothing could be followed.';
  const agreed = items.filter((end) => end.least > 0n).length;
  const some = items.filter((end) => end.least === 0n && end.most > 0n).length;
  const bound = items.length - agreed - some;
  return `${count(items.length, 'end')}: ${agreed.toLocaleString('en')} get money under every method, ${some.toLocaleString('en')} only under some, and ${bound.toLocaleString('en')} can have got some but none by these methods.`;
}

function describeCost({ passes, transactionsRead }: Pick<TraceEnds, 'passes' | 'transactionsRead'>): string {
  const read = count(transactionsRead, 'transaction');
  const last = passes.at(-1);
  if (!last) return '';
  const limits = `${last.maxFanOut.toLocaleString('en')} payments a step and ${count(last.maxHops, 'hop')}`;
  if (passes.length === 1) return `One search within ${limits} was enough; with the methods ${read} were read.`;
  return `${count(passes.length, 'search', 'searches')}, the last within ${limits}, because limits were in the way; with the methods ${read} were read.`;
}

const MILLION = 1_000_000;

/** Millionths in words: "a 10,000th part". */
function describePart(ppm: number): string {
  return ppm === 1 ? 'a millionth' : `${((ppm / MILLION) * 100).toLocaleString('en', { maximumFractionDigits: 4 })} %`;
}

/** What the last search still left out. */
function describeOpen({ passes }: Pick<TraceEnds, 'passes'>, reach: Trace): string | undefined {
  const last = passes.at(-1);
  const small = reach.cuts.reduce((sum, { kind, count: cut }) => (kind === 'min-share' ? sum + cut : sum), 0);
  const parts = [
    ...(last && last.cutPayments > 0 ? [`${count(last.cutPayments, 'payment')} beyond the fan-out limit`] : []),
    ...(last && last.openTrails > 0 ? [`${count(last.openTrails, 'trail')} at the limit of hops or of work`] : []),
    ...(small > 0
      ? [`${count(small, 'payment')} of less than ${describePart(reach.request.stops.minSharePpm)} of what was taken`]
      : []),
  ];
  return parts.length === 0 ? undefined : `Not looked at: ${parts.join(', ')}. More ends can be there.`;
}

/** What was found, what it cost, what was not looked at. */
export function describeEnds(
  ends: Pick<TraceEnds, 'passes' | 'transactionsRead' | 'widened'>,
  items: readonly TraceEnd[],
  reach: Trace,
): readonly string[] {
  const { widened } = ends;
  const paid =
    widened.length === 0
      ? undefined
      : `${count(widened.length, 'address', 'addresses')} of the beginning paid more than the indexed receipts explain: all that went through ${widened.length === 1 ? 'it' : 'them'} is begun.`;
  return [describeFound(items), paid, describeCost(ends), describeOpen(ends, reach)].flatMap((each) => each ?? []);
}
