import type { AssetId } from '@trailmark/core/ledger';
import type { LineGroup, StatementLeg, StatementLine } from '@trailmark/core/statement/statement';
import { createLocalDates } from './local-time.ts';
import type { StatementResult } from './statement-book.ts';

interface OpenGroup {
  readonly first: StatementLine;
  last: StatementLine;
  count: number;
  readonly legs: Map<AssetId, StatementLeg>;
  fee: StatementLeg | undefined;
  readonly numbers: number[];
}

/** Lines of one period that say the same of the same counterparty. */
function keyOf({ chain, type, rule, isSpam, parties, partyCount, legs }: StatementLine): string {
  const party = partyCount === 1 ? parties[0]?.address : String(partyCount > 1);
  const moved = legs.map(({ asset, amount }) => `${asset}${amount > 0n ? '+' : '-'}`);
  return [chain, type, rule, isSpam, party, ...moved].join(' ');
}

/** The sum of two amounts of one asset; without a price for both there is no value of the sum. */
function addLegs(a: StatementLeg | undefined, b: StatementLeg): StatementLeg {
  if (!a) return b;
  const value = a.value === undefined || b.value === undefined ? undefined : a.value + b.value;
  const tokenId = a.tokenId === b.tokenId ? a.tokenId : undefined;
  return { asset: a.asset, amount: a.amount + b.amount, tokenId, value };
}

function addLine(group: OpenGroup, line: StatementLine): void {
  group.count += 1;
  group.last = line;
  group.numbers.push(line.no);
  for (const leg of line.legs) group.legs.set(leg.asset, addLegs(group.legs.get(leg.asset), leg));
  if (line.fee) group.fee = addLegs(group.fee, line.fee);
}

/**
 * Puts lines of one day or month together, where they are of one chain, type and counterparty and move the same assets the
 * same way. Numbers are assigned again; balances are those at the end of the period.
 */
class LineGroups {
  /** New number of each line, by its old one. */
  readonly numbers = new Map<number, number>();
  private readonly periodOf: (time: number) => string;
  private readonly groups = new Map<string, OpenGroup>();
  private readonly balances = new Map<AssetId, bigint | undefined>();
  private period: string | undefined;
  private count = 0;

  constructor(group: 'day' | 'month', zone: string) {
    const dateOf = createLocalDates(zone);
    this.periodOf = (time) => dateOf(time)[group];
  }

  /** Lines of periods that have ended. */
  add(lines: readonly StatementLine[]): StatementLine[] {
    return lines.flatMap((line) => {
      const period = this.periodOf(line.time);
      // Clocks of blocks may go back a little: a period that has ended stays ended.
      const isNext = this.period === undefined || period > this.period;
      const ended = isNext ? this.end() : [];
      if (isNext) this.period = period;
      this.put(line);
      return ended;
    });
  }

  end(): StatementLine[] {
    const lines = [...this.groups.values()].map((group) => this.close(group));
    this.groups.clear();
    return lines;
  }

  private put(line: StatementLine): void {
    for (const { asset, amount } of line.balances) this.balances.set(asset, amount);
    const key = keyOf(line);
    const known = this.groups.get(key);
    const group = known ?? { first: line, last: line, count: 0, legs: new Map(), fee: undefined, numbers: [] };
    if (!known) this.groups.set(key, group);
    addLine(group, line);
  }

  private close({ first, last, count, legs, fee, numbers }: OpenGroup): StatementLine {
    this.count += 1;
    for (const number of numbers) this.numbers.set(number, this.count);
    const assets = [...new Set([...legs.keys(), ...(fee ? [fee.asset] : [])])];
    const balances = assets.map((asset) => ({ asset, amount: this.balances.get(asset) }));
    const whole = { ...first, no: this.count, legs: [...legs.values()], fee, balances };
    if (count === 1) return whole;
    const { height, time } = last;
    return { ...whole, height, time, txid: undefined, part: 0, parts: 1, arrival: undefined, note: `${count} lines` };
  }
}

/** The result with the numbers that lines have in groups. */
function renumber(result: StatementResult, { numbers }: LineGroups, lineCount: number): StatementResult {
  const of = (line: number) => numbers.get(line) ?? line;
  return {
    ...result,
    lineCount,
    balances: result.balances.map((row) => ({
      ...row,
      gaps: row.gaps.map((gap) => ({
        ...gap,
        beforeLine: gap.beforeLine === undefined ? undefined : (numbers.get(gap.beforeLine) ?? lineCount + 1),
      })),
    })),
    lots: result.lots.map((own) => ({
      ...own,
      lots: own.lots.map((lot) => (lot.line === undefined ? lot : { ...lot, line: of(lot.line) })),
      spends: own.spends.map((spend) => ({ ...spend, line: of(spend.line) })),
    })),
    bridges: result.bridges.map((pair) => ({ ...pair, line: of(pair.line) })),
  };
}

/** Lines as requested: one by one, or in groups of a day or a month of the zone. */
export async function* groupLines(
  lines: AsyncGenerator<readonly StatementLine[], StatementResult>,
  group: LineGroup,
  zone: string,
): AsyncGenerator<readonly StatementLine[], StatementResult> {
  if (group === 'transaction') return yield* lines;
  const groups = new LineGroups(group, zone);
  let count = 0;
  for (;;) {
    const next = await lines.next();
    const grouped = next.done ? groups.end() : groups.add(next.value);
    count += grouped.length;
    if (grouped.length > 0) yield grouped;
    if (next.done) return renumber(next.value, groups, count);
  }
}
