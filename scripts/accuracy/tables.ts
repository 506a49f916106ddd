import { type Share, wilsonInterval } from './wilson.ts';

/** A table of a Markdown page; a column is aligned to the right where its title begins with `>`. */
export function formatTable(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.map(String).join(' | ')} |`;
  const rule = titles.map((title) => (title.startsWith('>') ? '---:' : '---'));
  return [line(titles.map((title) => title.replace(/^>/, ''))), line(rule), ...rows.map(line)].join('\n');
}

/** `98.5 %`, with a second digit after the point where the first would hide that a share is short of all or above none. */
export function formatRate(rate: number): string {
  const percent = rate * 100;
  const text = percent > 99.9 || percent < 0.1 ? percent.toFixed(2) : percent.toFixed(1);
  if (text === '0.00' || text === '100.00') return `${text.slice(0, -1)} %`;
  return `${text} %`;
}

/** `97.2 % (96.0–98.1 %)`: the share and Wilson's 95 % interval; `–` for a share of nothing. */
export function formatShare(share: Share): string {
  const interval = wilsonInterval(share);
  if (!interval) return '–';
  const low = formatRate(interval.low).replace(' %', '');
  return `${formatRate(share.hits / share.total)} (${low}–${formatRate(interval.high)})`;
}

/** `12 of 345`. */
export function formatCount({ hits, total }: Share): string {
  return `${hits} of ${total}`;
}
