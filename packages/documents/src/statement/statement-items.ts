import type { StatementAsset, StatementGap, StatementLine } from '@trailmark/core/statement/statement';
import type { StatementDocument } from './statement-document.ts';
import type { StatementRows } from './statement-rows.ts';

/** One row of the list of lines: a line, or a gap at its place among them. */
export type StatementItem =
  | { readonly kind: 'line'; readonly line: StatementLine }
  | { readonly kind: 'gap'; readonly gap: StatementGap };

/** Gaps in the order they are shown. A gap without a line opens before the first line, or after the last. */
export function listGaps({ balances }: Pick<StatementDocument, 'balances'>): StatementGap[] {
  return balances
    .flatMap(({ gaps }) => gaps)
    .sort((a, b) => (a.beforeLine ?? 0) - (b.beforeLine ?? 0) || a.fromTime - b.fromTime);
}

/** Lines with the gaps between them, in batches as they are read. */
export async function* readItems(
  document: Pick<StatementDocument, 'balances' | 'lines'>,
): AsyncGenerator<readonly StatementItem[]> {
  let open = listGaps(document);
  const isDue = (gap: StatementGap, line: StatementLine) =>
    gap.beforeLine === undefined ? gap.fromTime <= line.time : gap.beforeLine <= line.no;
  for await (const lines of document.lines) {
    if (open.length === 0) {
      yield lines.map((line) => ({ kind: 'line', line }));
      continue;
    }
    const items: StatementItem[] = [];
    for (const line of lines) {
      for (const gap of open.filter((one) => isDue(one, line))) items.push({ kind: 'gap', gap });
      open = open.filter((one) => !isDue(one, line));
      items.push({ kind: 'line', line });
    }
    yield items;
  }
  if (open.length > 0) yield open.map((gap) => ({ kind: 'gap', gap }));
}

const UNKNOWN: Omit<StatementAsset, 'id'> = {
  symbol: 'unknown asset',
  statedName: undefined,
  decimals: 0,
  isUnverified: true,
};

/** How a document names an asset; one that it does not describe is counted in its smallest unit. */
export function describeAsset(assets: StatementRows['assets'], id: string): StatementAsset {
  return assets.get(id) ?? { id, ...UNKNOWN };
}
