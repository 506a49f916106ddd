import type { StatementRequest } from '@trailmark/core/statement/statement';
import type { StatementLetterhead } from './letterhead.ts';

/** Subjects that a command names one by one; a larger set is named by the exported file. */
const MOST_NAMED = 5;

/** A word as a shell takes it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What the cover shows besides the statement, as options. */
function writeLetterhead({ agency, unit, particulars }: StatementLetterhead): string[] {
  const named = particulars.flatMap(({ name, value }) => ['--cover', `${name}=${value}`]);
  return [
    ...(agency === undefined ? [] : ['--agency', agency]),
    ...(unit === undefined ? [] : ['--unit', unit]),
    ...named,
  ];
}

/** The command line that makes a statement again: `trailmark statement btc:bc1q… --from … --to …`. */
export function writeStatementCommand(request: StatementRequest, letterhead: StatementLetterhead): string {
  const { subjects, from, to, zone, currency, priceRule, group, ownTransfers, spam, template, gapLimit } = request;
  const cover = writeLetterhead(letterhead);
  if (subjects.length > MOST_NAMED)
    return ['trailmark statement --file wallet-statement.json', ...cover.map(quote)].join(' ');
  const named = subjects.map(({ kind, chain, text }) => `${kind === 'address' ? '' : `${kind}:`}${chain}:${text}`);
  const words = [
    ...named,
    ...(from === null ? [] : ['--from', String(from)]),
    ...(to === null ? [] : ['--to', String(to)]),
    ...(zone === 'UTC' ? [] : ['--zone', zone]),
    ...(currency === 'USD' ? [] : ['--currency', currency]),
    ...(priceRule === 'day-close' ? [] : ['--price-rule', priceRule]),
    ...(group === 'transaction' ? [] : ['--group', group]),
    ...(ownTransfers ? [] : ['--no-own-transfers']),
    ...(spam ? ['--spam'] : []),
    ...(template === 'bank' ? [] : ['--template', template]),
    ...(gapLimit === 20 ? [] : ['--gap-limit', String(gapLimit)]),
    ...cover,
  ];
  return ['trailmark statement', ...words.map(quote)].join(' ');
}
