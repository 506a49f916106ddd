import { compareRuleSets } from '@trailmark/analysis/screening/rules/compare-rule-sets';
import { judge, type ScreeningEvidence } from '@trailmark/analysis/screening/rules/evaluate';
import { parseRuleSet, readRuleSet } from '@trailmark/analysis/screening/rules/parse-rule-set';
import type { ThreatRulesCheck, ThreatRulesPreview } from '@trailmark/api/contract/threat-rules';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { Screening, Verdict } from '@trailmark/core/screening/screening';
import type { Caller } from '../../casework/caller.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { hashRuleSet } from '../default-rules.ts';
import type { PastScreening, PastScreenings } from './past-screenings.ts';
import { readRulesInForce } from './read-rule-sets.ts';

/** Past screenings that a draft is tried on: so many of cases, and so many of one's own. */
const TRIED = 20;

/** What is wrong with a draft, and what it changes. */
export async function checkDraft(
  casework: CaseworkContext,
  caller: Caller,
  content: unknown,
): Promise<ThreatRulesCheck> {
  const { ruleSet, faults, notes } = readRuleSet(content);
  if (!ruleSet) return { faults: [...faults], notes: [], hash: null, changes: [] };
  const inForce = await readRulesInForce(casework, caller);
  const changes = [...compareRuleSets(inForce.ruleSet, ruleSet)];
  return { faults: [], notes: [...notes], hash: hashRuleSet(ruleSet).hash, changes };
}

/** What a stored screening found. One of which no direction was read, and that came to no verdict on the ledger, was not read. */
function toEvidence({ own, inherited, exposure, behaviours, verdict }: Screening): ScreeningEvidence {
  const isRead = exposure.some(({ sides }) => sides.length > 0) || verdict.state === 'none' || verdict.state === 'zero';
  const unknownReason = verdict.state === 'unknown' ? verdict.sentences[0] : undefined;
  return { own, inherited, exposure, behaviours, isKnown: isRead, unknownReason };
}

function toPreviewed({ level, state, score, sentences }: Verdict) {
  return { level, state, score, sentence: sentences[0] ?? '' };
}

interface Tried {
  readonly past: PastScreening;
  readonly before: Verdict;
  readonly after: Verdict;
}

function tryOn(past: PastScreening, inForce: ThreatRuleSet, draft: ThreatRuleSet): Tried {
  const evidence = toEvidence(past.screening);
  const { withoutRules } = past.screening.request;
  return { past, before: judge(evidence, inForce, { withoutRules }), after: judge(evidence, draft, { withoutRules }) };
}

/** Rules that say nothing about the difference between subjects, with the counts. */
function noteCounts(counts: readonly { rule: string; fired: number }[], tried: number): string[] {
  const all = counts.filter(({ fired }) => fired === tried).map(({ rule }) => rule);
  const none = counts.filter(({ fired }) => fired === 0).length;
  return [
    ...(all.length === 0
      ? []
      : [`Fires for all past screenings (${tried}), and so tells none apart: ${all.join(', ')}.`]),
    ...(none === 0 ? [] : [`${none} of ${counts.length} rules fire for none of the past screenings (${tried}).`]),
  ];
}

/** Judges past screenings by a draft and by the rules in force. Throws `invalid` for what is no rule set. */
export async function previewDraft(
  casework: CaseworkContext,
  caller: Caller,
  content: unknown,
  stored: PastScreenings,
): Promise<ThreatRulesPreview> {
  const draft = parseRuleSet(content);
  const inForce = await readRulesInForce(casework, caller);
  const past = await stored.list(caller, TRIED);
  if (past.length === 0)
    return { screenings: 0, ofCases: 0, changed: [], rules: [], notes: ['No past screenings yet.'] };
  const tried = past.map((one) => tryOn(one, inForce.ruleSet, draft));
  const counts = draft.rules.map(({ id }) => ({
    rule: id,
    fired: tried.filter(({ after }) => after.fired.some(({ rule }) => rule === id)).length,
  }));
  const changed = tried.filter(({ before, after }) => before.score !== after.score || before.state !== after.state);
  return {
    screenings: past.length,
    ofCases: past.filter(({ caseNumber }) => caseNumber !== null).length,
    changed: changed.map(({ past: { id, caseNumber, screenedAt, screening }, before, after }) => ({
      ...{ id, caseNumber, screenedAt, chain: screening.request.chain, subject: screening.request.subject.text },
      ...{ before: toPreviewed(before), after: toPreviewed(after) },
    })),
    rules: counts,
    notes: noteCounts(counts, past.length),
  };
}
