import type { ScreeningAnswer } from '@trailmark/api/contract/screening';
import { formatUnits } from '@trailmark/core/amount';
import { CATEGORIES } from '@trailmark/core/category';

import { type AssetExposure, type ExposureSide, isSumKnown, type Remainder } from '@trailmark/core/screening/exposure';
import type { ScreenedCluster, Verdict } from '@trailmark/core/screening/screening';

const LEVELS = { unknown: 'Unknown', low: 'Low', medium: 'Medium', high: 'High', severe: 'Severe' } as const;
const WAYS = { in: 'received', out: 'sent' } as const;
const REMAINDER_WORDS: Readonly<Record<Remainder, string>> = {
  mined: 'made by the chain',
  held: 'with addresses nobody names',
  fees: 'fees',
  destroyed: 'destroyed',
  own: 'came back to the subject',
  undecoded: 'in a contract or a trade nobody decoded',
  traded: 'traded for another asset, stated there',
  hops: 'beyond the hop limit',
  limits: 'beyond other limits of the question',
  hub: 'not read: an account with too many transfers',
  budget: 'not read: the limit of transactions',
  gap: 'not read: not indexed',
};

function describeVerdict({ state, level, score }: Verdict): string {
  if (state === 'none') return `${LEVELS[level]}: no rule fired`;
  return score === null ? LEVELS[level] : `${LEVELS[level]}, score ${score} of 100`;
}

/** Printable text of one line: names come from labels, and are hostile. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them, so they are what must go.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ').slice(0, 400);
}

const formatShare = (ppm: number): string => `${(ppm / 10_000).toFixed(2)} %`;

function listSide(side: ExposureSide, exposure: AssetExposure): string[] {
  const { way, total } = side;
  const { symbol, decimals, parties, remainders, tradedFrom } = exposure;
  const amountOf = (amount: bigint): string => `${formatUnits(amount, decimals)} ${symbol}`;
  const row = (share: number, amount: bigint, words: string): string =>
    `    ${formatShare(share).padStart(9)}  ${amountOf(amount)}  ${words}`;
  return [
    `  ${WAYS[way]} ${isSumKnown(side) ? amountOf(total) : 'an amount that was not read'}${tradedFrom === undefined ? '' : ' through trades on the way'}`,
    ...parties
      .filter((party) => party.way === way)
      .map(({ ring, category, party, sharePpm, amount, minHops }) => {
        const hops = minHops === 1 ? '1 hop' : `${minHops} hops`;
        return row(sharePpm, amount, `${ring}  ${CATEGORIES[category].name}: ${party.name} (${hops})`);
      }),
    ...remainders
      .filter((one) => one.way === way)
      .map(({ remainder, sharePpm, amount }) => row(sharePpm, amount, REMAINDER_WORDS[remainder])),
  ];
}

function describeCluster({ rule, size, root, read }: ScreenedCluster): string {
  return `  cluster of ${size} by ${rule}, first address ${root}: payments of ${read.length} of them were traced`;
}

/** One screening as lines for a terminal. */
export function formatScreening({ screening, asOf, ruleSet, hash }: ScreeningAnswer): string {
  const { request, verdict, own, cluster, exposure, behaviours, limits } = screening;
  const lines = [
    `${request.subject.text} (${request.chain}): ${describeVerdict(verdict)}`,
    ...verdict.sentences.map((sentence) => `  ${sentence}`),
    ...own.map(({ label, category, source, asOf: day }) => {
      return `  label: ${CATEGORIES[category].name}: ${label} (${source}${day === null ? '' : `, ${day}`})`;
    }),
    ...(cluster ? [describeCluster(cluster)] : []),
    ...exposure.flatMap((one) => one.sides.flatMap((side) => listSide(side, one))),
    ...behaviours.map(({ pattern, sentence }) => `  pattern ${pattern}: ${sentence}`),
    ...limits.map((limit) => `  limit: ${limit}`),
    `  as of height ${asOf.height ?? 'none'}, labels ${asOf.labels}, prices ${asOf.prices}, rules ${ruleSet.name} (${ruleSet.hash.slice(0, 12)}), ${asOf.software}`,
    `  hash ${hash}`,
  ];
  return lines.map(oneLine).join('\n');
}
