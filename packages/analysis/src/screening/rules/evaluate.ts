import type { BehaviourFinding } from '@trailmark/core/screening/behaviour';
import { type AssetExposure, type ExposureWay, isSumKnown, UNREAD } from '@trailmark/core/screening/exposure';
import type { ThreatLevel, ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { FiredRule, Screening, Verdict } from '@trailmark/core/screening/screening';
import { writeShare } from './figures.ts';
import { type Firing, fullWeight } from './fired.ts';
import { matchExposure } from './match-exposure.ts';
import { matchLabels } from './match-labels.ts';
import { addParts } from './waterfall.ts';

/** What a verdict is about: all a screening found of one subject. */
export interface ScreeningEvidence extends Pick<Screening, 'own' | 'inherited' | 'exposure' | 'behaviours'> {
  /** False where the ledger does not answer for the subject, such as a chain that is not indexed; the reason is a sentence. */
  readonly isKnown: boolean;
  readonly unknownReason?: string | null | undefined;
}

const NO_CLEARANCE = 'This is not a clearance.';

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function matchBehaviour(rule: ThreatRule, behaviours: readonly BehaviourFinding[]): Firing | undefined {
  const found = behaviours
    .filter(({ pattern }) => rule.patterns.includes(pattern.split('/')[0] ?? ''))
    .toSorted((a, b) => byText(a.pattern, b.pattern) || byText(a.sentence, b.sentence));
  if (found.length === 0) return undefined;
  const { weight, isCapped } = fullWeight(rule);
  return {
    ...{ rule: rule.id, title: rule.title, basis: rule.basis, weight, isCapped },
    ...{ category: null, way: null, ring: null, asset: null, amount: null, sharePpm: null, hops: null },
    reason: found.map(({ sentence }) => sentence).join(' '),
    rests: 'inference',
    labels: [],
    refs: [...new Set(found.flatMap(({ txids }) => txids))],
    ...{ party: null, address: null },
  };
}

function levelOf(score: number, { medium, high, severe }: ThreatRuleSet['bands']): ThreatLevel {
  if (score >= severe) return 'severe';
  if (score >= high) return 'high';
  return score >= medium ? 'medium' : 'low';
}

/**
 * What was traded away counts as not read as far as the other assets were not read: by the largest unread share among them, because
 * no trade states what its parts are worth of the whole.
 */
function unreadBehindTrades(
  exposure: readonly AssetExposure[],
  asset: AssetExposure['asset'],
  way: ExposureWay,
  remainders: AssetExposure['remainders'],
): bigint {
  const traded = remainders.find((one) => one.way === way && one.remainder === 'traded')?.amount ?? 0n;
  const shares = exposure
    .filter(({ tradedFrom }) => tradedFrom === asset)
    .map((other) => {
      const unread = other.remainders.filter((one) => one.way === way && UNREAD.includes(one.remainder));
      return unread.reduce((sum, { sharePpm }) => sum + sharePpm, 0);
    });
  return (traded * BigInt(Math.max(0, ...shares))) / 1_000_000n;
}

/** Directions of which too much was not read, in sentences. */
function listUnread(exposure: readonly AssetExposure[], { unreadSharePpm }: ThreatRuleSet): readonly string[] {
  // What trades made of an asset is part of it: its own row says how much was traded.
  const own = exposure.filter(({ tradedFrom }) => tradedFrom === undefined);
  const sentences = own.flatMap(({ asset, sides, remainders, symbol }) =>
    sides.flatMap((side) => {
      const { way, total } = side;
      const unread = remainders
        .filter((one) => one.way === way && UNREAD.includes(one.remainder))
        .reduce((sum, { amount }) => sum + amount, unreadBehindTrades(exposure, asset, way, remainders));
      if (isSumKnown(side) && unread * 1_000_000n <= total * BigInt(unreadSharePpm)) return [];
      const share = total === 0n ? '' : `${writeShare(Number((unread * 1_000_000n) / total))} of `;
      const what = `what it ${way === 'in' ? 'received' : 'sent'} in ${symbol.slice(0, 20).toWellFormed()}`;
      const sentence = `${share}${what} was not read.`;
      return [`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`];
    }),
  );
  return sentences.toSorted(byText);
}

function fire(rules: readonly ThreatRule[], evidence: ScreeningEvidence, ruleSet: ThreatRuleSet) {
  const untested: string[] = [];
  const firings = rules.flatMap((rule): readonly Firing[] => {
    if (rule.basis === 'direct' || rule.basis === 'indirect') {
      const match = matchExposure(rule, evidence.exposure, ruleSet);
      if (match.isUntested) untested.push(rule.id);
      return match.firings;
    }
    const found =
      rule.basis === 'behaviour'
        ? matchBehaviour(rule, evidence.behaviours)
        : matchLabels(rule, rule.basis === 'ownership' ? evidence.own : evidence.inherited, ruleSet);
    return found ? [found] : [];
  });
  const ids = untested.toSorted(byText).join(', ');
  const note = `Some days have no price: the least amount of money of ${untested.length === 1 ? 'rule' : 'the rules'} ${ids} could not be tested.`;
  return { firings, notes: untested.length === 0 ? [] : [note] };
}

/** Without a score no rule has a part of it. */
const withoutPart = (one: FiredRule): FiredRule => ({ ...one, part: 0 });

/**
 * The verdict of a rule set on one subject: the highest weight of all rules that fired, patterns together capped. A listing
 * decides also where the ledger was not read; below Medium, too little read is Unknown and never Low: what was not read may weigh
 * more. Pure: the order of what goes in does not matter.
 */
export function judge(
  evidence: ScreeningEvidence,
  ruleSet: ThreatRuleSet,
  { withoutRules }: { readonly withoutRules: readonly string[] } = { withoutRules: [] },
): Verdict {
  const rules = ruleSet.rules.filter(({ id }) => !withoutRules.includes(id));
  const { firings, notes } = fire(rules, evidence, ruleSet);
  const { fired, score } = addParts(firings, ruleSet.behaviourCap);
  const reasons = fired.map(({ reason }) => reason);
  const unread = listUnread(evidence.exposure, ruleSet);
  const reason = evidence.unknownReason ?? 'The ledger was not read.';
  const missing = evidence.isKnown ? unread : [reason, ...unread];
  if (score < ruleSet.bands.medium && missing.length > 0) {
    const sentences = [...missing, ...reasons, ...notes];
    return { state: 'unknown', level: 'unknown', score: null, sentences, fired: fired.map(withoutPart) };
  }
  if (fired.length === 0) {
    const sentences = [`No rule of the set fired. ${NO_CLEARANCE}`, ...notes];
    return { state: 'none', level: 'low', score: null, sentences, fired };
  }
  if (score === 0) {
    const sentences = [...reasons, `Only rules without weight fired. ${NO_CLEARANCE}`, ...notes];
    return { state: 'zero', level: 'low', score, sentences, fired };
  }
  return {
    state: 'scored',
    level: levelOf(score, ruleSet.bands),
    score,
    sentences: [...reasons, ...missing, ...notes],
    fired,
  };
}
