import { BLOCK_HOLDS_ALL } from '@trailmark/core/account-block';
import { formatDay } from '../outputs/sentences.ts';
import type { TimeWindow } from './address-history.ts';
import type { CrossingLedger } from './crossing-ledger.ts';

interface Run {
  readonly fromHeight: number;
  readonly toHeight: number;
}

/** Completely indexed heights, neighbouring runs joined. */
function listWhole(ledger: CrossingLedger): Run[] {
  const whole: Run[] =
    ledger.family === 'accounts'
      ? ledger.reader.heightRanges().filter(({ holds }) => (holds & BLOCK_HOLDS_ALL) !== 0)
      : ledger.reader.heightRanges().filter(({ wholeBlocks }) => wholeBlocks);
  const joined: Run[] = [];
  for (const { fromHeight, toHeight } of [...whole].sort((a, b) => a.fromHeight - b.fromHeight)) {
    const last = joined[joined.length - 1];
    if (last && fromHeight <= last.toHeight + 1)
      joined[joined.length - 1] = { fromHeight: last.fromHeight, toHeight: Math.max(last.toHeight, toHeight) };
    else joined.push({ fromHeight, toHeight });
  }
  return joined;
}

/** Which of the days in question are not completely indexed, in words; undefined where all are. */
export function formatNotIndexed(ledger: CrossingLedger, { from, to }: TimeWindow): string | undefined {
  const timeOf = (height: number): number => ledger.reader.block(height)?.time ?? 0;
  const runs = listWhole(ledger);
  const [first, last] = [runs[0], runs.at(-1)];
  const asked = `the days from ${formatDay(from)} to ${formatDay(to)}`;
  if (!first || !last) return `This server holds no whole blocks of ${ledger.name} for ${asked}.`;
  const around = runs.find(({ fromHeight, toHeight }) => timeOf(fromHeight) <= from && timeOf(toHeight) >= from);
  if (around && timeOf(around.toHeight) >= to) return undefined;
  const held = `${formatDay(timeOf(first.fromHeight))} to ${formatDay(timeOf(last.toHeight))}`;
  const what = around ? `only up to ${formatDay(timeOf(around.toHeight))} in one piece` : `${held}, and not all of it`;
  return `For ${asked} ${ledger.name} is not held whole here: what is held is ${what}.`;
}
