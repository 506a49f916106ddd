import type { AlertLine } from '@trailmark/core/alert';
import type { KnowledgeMark } from '@trailmark/core/case';
import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import { type AssetChange, coinOf, findAssetKey } from '@trailmark/core/ledger';
import type { WatchCondition, WatchFold } from '@trailmark/core/watch';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { TouchedTransaction } from './read-hits.ts';
import { findWatchRule, WATCH_RULES } from './rules/catalogue.ts';
import { netOf, type RuleWorld, type WatchHit } from './rules/watch-rule.ts';

/** What became of one transaction under the conditions of a watch. */
export type HitOutcome =
  | {
      readonly kind: 'met';
      readonly hit: WatchHit;
      readonly mark: KnowledgeMark;
      readonly lines: readonly AlertLine[];
      readonly unknown: readonly string[];
    }
  | { readonly kind: 'folded'; readonly reason: WatchFold }
  | { readonly kind: 'not-met' };

const NOT_MET: HitOutcome = { kind: 'not-met' };
const ORDER = new Map(WATCH_RULES.map(({ id }, index) => [id, index]));
const MARKS: readonly KnowledgeMark[] = ['fact', 'inference', 'claim'];

/** Below this nobody moves money: a payment in of less is an advertisement or a trace of a watcher. Ten-thousandths of the coin. */
const DUST_TEN_THOUSANDTHS = 3n;

function isDust(change: AssetChange, chain: ChainId, world: RuleWorld): boolean {
  const places = world.decimals(change.asset);
  if (change.asset !== coinOf(chain) || change.sent > 0n || places === undefined) return false;
  return change.received < (DUST_TEN_THOUSANDTHS * 10n ** BigInt(places)) / 10_000n;
}

/** A token that nobody vouches for, which arrived unasked. */
function isSpam(
  { asset, received, sent }: AssetChange,
  chain: ChainId,
  { tokens }: Pick<Knowledge, 'tokens'>,
): boolean {
  const key = asset === coinOf(chain) ? undefined : findAssetKey(chain, asset);
  if (key === undefined || key === '' || sent > received) return false;
  return tokens.find(chain as AccountChainId, key) === undefined;
}

function findFold(
  hit: WatchHit,
  {
    chain,
    folds,
    knowledge,
    world,
  }: {
    readonly chain: ChainId;
    readonly folds: readonly WatchFold[];
    readonly knowledge: Knowledge;
    readonly world: RuleWorld;
  },
): WatchFold | undefined {
  const { change, touched } = hit;
  if (folds.includes('zero-value') && change.received === 0n && change.sent === 0n) return 'zero-value';
  // Whoever watches a token wants all of it.
  if (folds.includes('spam') && touched.length > 0 && isSpam(change, chain, knowledge)) return 'spam';
  if (folds.includes('dust') && isDust(change, chain, world)) return 'dust';
  return undefined;
}

async function checkAll(hit: WatchHit, conditions: readonly WatchCondition[], world: RuleWorld): Promise<HitOutcome> {
  const lines: AlertLine[] = [];
  const unknown: string[] = [];
  let mark: KnowledgeMark = 'fact';
  const sorted = conditions.toSorted((a, b) => (ORDER.get(a.rule) ?? 0) - (ORDER.get(b.rule) ?? 0));
  for (const { rule: id, setting } of sorted) {
    const rule = findWatchRule(id);
    if (!rule) return NOT_MET;
    const answer = await rule.check(hit, setting, world);
    if (answer.met === 'unknown') unknown.push(`${rule.name}: ${answer.words}.`);
    else if (!answer.met) return NOT_MET;
    mark = MARKS[Math.max(MARKS.indexOf(mark), MARKS.indexOf(answer.mark))] ?? mark;
    lines.push({
      mark: answer.mark,
      name: rule.describe(setting),
      text: `${answer.words} (${rule.id} v${rule.version})`,
    });
  }
  return { kind: 'met', hit, mark, lines, unknown };
}

/**
 * What a transaction is to a watch: the asset that meets all its conditions, the largest first. What a rule cannot know counts as
 * met and is named: an alert too many is better than silence because blocks are missing.
 */
export async function evaluateHit(
  { changes, ...transaction }: TouchedTransaction,
  watch: { readonly conditions: readonly WatchCondition[]; readonly folds: readonly WatchFold[] },
  { chain, knowledge, world }: { readonly chain: ChainId; readonly knowledge: Knowledge; readonly world: RuleWorld },
): Promise<HitOutcome> {
  let folded: WatchFold | undefined;
  const hits = changes.map((change): WatchHit => ({ ...transaction, change }));
  for (const hit of hits.toSorted((a, b) => (netOf(b) > netOf(a) ? 1 : netOf(b) < netOf(a) ? -1 : 0))) {
    const outcome = await checkAll(hit, watch.conditions, world);
    if (outcome.kind !== 'met') continue;
    const reason = findFold(hit, { chain, folds: watch.folds, knowledge, world });
    if (reason === undefined) return outcome;
    folded ??= reason;
  }
  return folded === undefined ? NOT_MET : { kind: 'folded', reason: folded };
}
