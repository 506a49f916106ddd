import { createHash } from 'node:crypto';
import { formatUnits } from '@trailmark/core/amount';
import type { AssetStatement, StatementRate } from '@trailmark/core/statement/statement';
import type { Cell } from '../cell.ts';
import { encodeCsvRow } from '../csv.ts';
import { formatPrice } from '../request-packet-figures.ts';
import { createLineCells, LINE_COLUMNS } from './line-cells.ts';
import { listClosingFacts, listOpeningFacts } from './statement-facts.ts';
import { describeAsset, listGaps } from './statement-items.ts';
import type { StatementRows } from './statement-rows.ts';

const BALANCE_COLUMNS: readonly string[] = [
  'balances',
  'asset',
  'symbol',
  'opening',
  'in',
  'out',
  'fees',
  'closing',
  'gaps',
];

const RATE_COLUMNS: readonly string[] = ['rates', 'asset', 'symbol', 'day', 'price', 'source'];

/** What a line's `price_day` means: the close of one whole coin. */
function rateCells({ asset, day, nano, source }: StatementRate, assets: StatementRows['assets']): readonly Cell[] {
  return ['rate', asset, describeAsset(assets, asset).symbol, day, { number: formatPrice(nano) }, source];
}

/** One account: `opening + in - out - fees = closing`, in whole coins with all places. */
function balanceCells(balance: AssetStatement): readonly Cell[] {
  const { asset, opening, closing, fees, gaps } = balance;
  const amount = (units: bigint | undefined): Cell =>
    units === undefined ? 'not known' : { number: formatUnits(units, asset.decimals) };
  const sums = [amount(opening), amount(balance.in), amount(balance.out), amount(fees), amount(closing)];
  return ['balance', asset.id, asset.symbol, ...sums, { number: String(gaps.length) }];
}

/**
 * Facts, column names, rows of lines and after them of gaps, and what is known when all lines were read: balances, counts, and the
 * digest of the rows. Records of RFC 4180, a batch of lines per chunk: the ledger is read once, and nothing is kept.
 */
export async function* streamStatementCsv(rows: StatementRows): AsyncGenerator<Uint8Array> {
  yield Buffer.from(listOpeningFacts(rows.head).map(encodeCsvRow).join('') + encodeCsvRow(LINE_COLUMNS));
  const toRows = createLineCells(rows);
  const hash = createHash('sha256');
  let count = 0;
  function write(items: Iterable<Parameters<typeof toRows>[0]>): Uint8Array {
    let text = '';
    for (const item of items) {
      for (const cells of toRows(item)) {
        text += encodeCsvRow(cells);
        count++;
      }
    }
    const bytes = Buffer.from(text);
    hash.update(bytes);
    return bytes;
  }
  for await (const lines of rows.lines) yield write(lines.map((line) => ({ kind: 'line', line })));
  const end = rows.close();
  yield write(listGaps(end).map((gap) => ({ kind: 'gap', gap })));
  yield Buffer.from(
    [
      BALANCE_COLUMNS,
      ...end.balances.map(balanceCells),
      RATE_COLUMNS,
      ...end.rates.map((rate) => rateCells(rate, rows.assets)),
      ...listClosingFacts(end),
      ['rows', String(count)],
      ['sha256_of_rows', hash.digest('hex')],
    ]
      .map(encodeCsvRow)
      .join(''),
  );
}
