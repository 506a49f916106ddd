import { createHash } from 'node:crypto';
import type { StatementResult } from '@trailmark/analysis/statement/statement-book';
import type { StatementAnswer } from '@trailmark/api/contract/statement';
import { writeLineJson } from '@trailmark/core/statement/line-json';
import type { AssetLots } from '@trailmark/core/statement/lots';
import { LOT_METHODS, type StatementLine } from '@trailmark/core/statement/statement';
import { hashPlain } from '../answers/content-hash.ts';
import type { OpenStatement } from './run-statement.ts';

/** SHA-256 over lines as they come, each as canonical JSON. */
export function createLineHash(): { add(lines: readonly StatementLine[]): void; digest(): string } {
  const hash = createHash('sha256');
  return {
    add(lines) {
      let text = '';
      for (const line of lines) text += `${writeLineJson(line)}\n`;
      hash.update(text);
    },
    digest: () => hash.digest('hex'),
  };
}

function toLots(lots: AssetLots): StatementAnswer['lots'][number] {
  const toTaken = (taken: ReadonlyMap<string, bigint>) => [...taken].map(([lot, amount]) => ({ lot, amount }));
  return {
    ...lots,
    lots: lots.lots.map(({ asset: _, ...lot }) => lot),
    results: lots.results.map(({ asset: _, taken, ...result }) => ({ ...result, taken: toTaken(taken) })),
    spends: lots.spends.map(({ takes, coins, ...spend }) => ({
      ...spend,
      coins: [...coins],
      takes: LOT_METHODS.flatMap((method) => (takes[method] ? [{ method, parts: [...takes[method]] }] : [])),
    })),
  };
}

/** The statement without its lines, with a hash over both. */
export function toStatementAnswer(open: OpenStatement, result: StatementResult, linesHash: string): StatementAnswer {
  const { request, asOf, rules, subjects, addressCount, transactionCount } = open;
  // They follow from the table of prices, whose version is in the hash.
  const { lots, points, bridges, rates: _, ...sums } = result;
  const head = { request, asOf, rules, subjects, addressCount, transactionCount, ...sums };
  const answer = {
    ...head,
    lots: lots.map(toLots),
    points: [...points].map(([asset, list]) => ({ asset, points: list })),
    bridges,
  };
  const hash = hashPlain({ ...answer, lines: linesHash });
  return { ...answer, hash } as StatementAnswer;
}
