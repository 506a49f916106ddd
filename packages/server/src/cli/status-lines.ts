import { formatCount, formatPlural } from '../answers/format-count.ts';

interface IndexedRange {
  readonly fromHeight: number;
  readonly toHeight: number;
  readonly blocks: number;
  readonly source: string;
}

interface IndexedTip {
  readonly height: number;
  /** Empty where the source did not say. */
  readonly hash: string;
}

/** Scattered runs of one source are summarised in one line: a set of single transactions has thousands. */
function foldBySource(ranges: readonly IndexedRange[]): IndexedRange[] {
  const folded: IndexedRange[] = [];
  for (const range of ranges) {
    const last = folded.at(-1);
    if (last?.source !== range.source) {
      folded.push(range);
      continue;
    }
    folded[folded.length - 1] = { ...last, toHeight: range.toHeight, blocks: last.blocks + range.blocks };
  }
  return folded;
}

function formatRange({ fromHeight, toHeight, blocks, source }: IndexedRange): string {
  const isWhole = blocks === toHeight - fromHeight + 1;
  const count = isWhole ? '' : ` (${formatPlural(blocks, 'block')} of them)`;
  return `  heights ${formatCount(fromHeight)} to ${formatCount(toHeight)}${count}: ${source}`;
}

/** What one chain holds, in lines for a terminal. */
export function formatHoldings(
  name: string,
  held: {
    readonly transactions: number;
    readonly tip: IndexedTip | undefined;
    readonly ranges: readonly IndexedRange[];
  },
): string[] {
  const { tip } = held;
  const hash = tip?.hash ? ` (${tip.hash})` : '';
  const highest = tip ? `highest block ${formatCount(tip.height)}${hash}` : 'no blocks';
  return [
    `${name}: ${formatPlural(held.transactions, 'transaction')}, ${highest}.`,
    ...foldBySource(held.ranges).map(formatRange),
  ];
}
