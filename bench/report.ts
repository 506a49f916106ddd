import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { Section } from './harness.ts';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly node: string;
  readonly system: string;
  /** One-minute load before the run: above about 1 the absolute figures are low. */
  readonly load: number;
  /** As passed in by the caller, so that reports can be reproduced. */
  readonly date: string;
}

export function describeMachine(date: string): Machine {
  return {
    cpu: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${release()}`,
    load: loadavg()[0] ?? 0,
    date,
  };
}

function formatOutcome(isMet: boolean | undefined): string {
  if (isMet === undefined) return 'NOT MEASURED';
  return isMet ? 'PASS' : 'MISS';
}

/** What could not be measured here, by name; empty where everything was. */
export function formatNotMeasured(sections: readonly Section[]): string {
  const left = sections.flatMap(({ bars }) => bars).filter(({ isMet }) => isMet === undefined);
  return left.length === 0 ? '' : `Not measured here: ${left.map(({ work }) => work).join('; ')}.`;
}

/** The bars as a Markdown table. */
export function formatTable(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ bars }) => bars);
  const lines = rows.map(
    ({ work, measured, bar, isMet }) => `| ${work} | ${measured} | ${bar} | ${formatOutcome(isMet)} |`,
  );
  return ['| work | measured | bar | |', '|---|---|---|---|', ...lines].join('\n');
}

export function formatMachine({ cpu, cores, memoryGiB, node, system, load, date }: Machine): string {
  return `${cores} cores (${cpu}), ${memoryGiB} GiB, ${system}, Node ${node}, load ${load.toFixed(2)}, ${date}`;
}

export function writeReport(path: string, machine: Machine, sections: readonly Section[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ machine, sections }, undefined, 2)}\n`);
}
