import type { IngestStatus } from '@trailmark/ingest/worker-job';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import { toLogLine } from './log-line.ts';

const EVERY_MS = 250;

function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** One line of text about an ingest: what is done, how fast, from where, and when it should end. */
export function formatStatus(name: string, status: IngestStatus): string {
  const of = status.targetHeight === null ? '' : ` of ${formatCount(status.targetHeight)}`;
  const parts = [
    `${name} ${status.state}`,
    `height ${status.height === null ? 'not known' : formatCount(status.height)}${of}`,
    formatPlural(status.blocks, 'block'),
    formatPlural(status.transactions, 'transaction'),
    `${(status.bytes / 1e6).toFixed(1)} MB`,
    `${formatCount(status.transactionsPerSecond)} tx/s`,
    `from ${status.source}`,
  ];
  if (status.secondsLeft !== null && status.secondsLeft > 0)
    parts.push(`about ${formatSeconds(status.secondsLeft)} left`);
  if (status.filters) {
    const { fetched, byChance } = status.filters;
    parts.push(`${formatPlural(fetched, 'block')} fetched because of a match, ${formatCount(byChance)} by chance`);
  }
  return toLogLine([parts.join(', '), status.filters?.warning, status.message].filter(Boolean).join('. '));
}

/** Writes progress to the terminal: in place on a screen, line by line and rarely into a file. */
export class ProgressLine {
  private readonly name: string;
  private shownAt = 0;
  private last: IngestStatus | undefined;
  private lastState = '';

  constructor(name: string) {
    this.name = name;
  }

  show(status: IngestStatus): void {
    this.last = status;
    const now = performance.now();
    const isNew = status.state !== this.lastState || status.message !== null;
    if (!isNew && now - this.shownAt < (process.stdout.isTTY ? EVERY_MS : EVERY_MS * 20)) return;
    this.shownAt = now;
    this.lastState = status.state;
    const text = formatStatus(this.name, status);
    process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }

  end(): void {
    if (this.last && process.stdout.isTTY) process.stdout.write(`\r\x1b[K${formatStatus(this.name, this.last)}\n`);
  }
}
