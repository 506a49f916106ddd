import { chanceOfFalseMatch } from './block-filter.ts';

/** Beyond so many scripts filters serve nobody: blocks match by chance too often. */
const MOST_SCRIPTS = 50_000;

/** The sentence that says what so many scripts mean for block filters; undefined where they are not too many. */
export function describeTooManyScripts(scripts: number): string | undefined {
  if (scripts <= MOST_SCRIPTS) return undefined;
  const share = (chanceOfFalseMatch(scripts) * 100).toFixed(1);
  return (
    `Block filters serve at most ${MOST_SCRIPTS.toLocaleString('en')} scripts, and these are ${scripts.toLocaleString('en')}: ` +
    `${share} % of all blocks would match by chance and be fetched whole, and with more scripts most blocks. Read whole blocks instead.`
  );
}
