import type { CategoryId } from '@trailmark/core/category';
import type { StoredLabel } from '@trailmark/core/label';
import { LEAD_RULE, VERDICT_RULES, WARNING_RULES } from './catalogue.ts';
import type { Evidence, Finding, Verdict, Warning } from './finding.ts';
import { findHost } from './nested-service.ts';
import type { AttributionSubject } from './subject.ts';
import { plural } from './wording.ts';

/** Whose address it is, as far as the evidence goes. `unknown` is an answer of its own: not clean, not private. */
export interface AttributionDecision {
  readonly verdict: Verdict;
  readonly sentence: string;
  /** 0 to 100, of the finding the verdict rests on; undefined when unknown. */
  readonly confidence: number | undefined;
  /** The claim the verdict rests on. */
  readonly label: StoredLabel | undefined;
  readonly category: CategoryId | undefined;
  /** Actor ids: who deals with the customer, and who holds the keys where that is another. */
  readonly operator: string | undefined;
  readonly host: string | undefined;
  readonly evidence: readonly Evidence[];
  readonly warnings: readonly Warning[];
}

function usageEvidence({ use }: AttributionSubject): Evidence[] {
  if (use.status !== 'seen') return [];
  const places = [use.first, use.last].flatMap((position) => position ?? []);
  return [
    {
      kind: 'fact',
      sentence: `The indexed blocks show ${plural(use.receives, 'output')} received and ${plural(use.spends, 'output')} spent.`,
      confidence: undefined,
      label: undefined,
      positions: [...new Set(places)],
      via: undefined,
    },
  ];
}

function unknownSentence({ use }: AttributionSubject, lead: Finding | undefined): string {
  const where = {
    seen: 'no label source names this address, a member of its conservative cluster, or a service it is swept to',
    'not-seen': 'no label source names this address, and it is in no indexed block',
    'no-ledger': 'no label source names this address, and clusters of its network are not indexed',
  }[use.status];
  const more = lead ? ' There is a lead in the expanded view.' : '';
  return `Unknown: ${where}. That says nothing good or bad of it.${more}`;
}

function dedupe(evidence: readonly Evidence[]): Evidence[] {
  const seen = new Set<string>();
  return evidence.filter(({ kind, label, via, sentence }) => {
    const key = `${kind} ${label?.id ?? sentence} ${via ?? ''}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/**
 * Decides from claims, clusters and flows. Pure: the same subject, the same decision. Contradictions are listed side by side
 * and nothing is averaged.
 */
export function decideAttribution(subject: AttributionSubject): AttributionDecision {
  const findings = VERDICT_RULES.flatMap((rule) => rule.find(subject) ?? []);
  const lead = LEAD_RULE.find(subject);
  const finding = findings[0] ?? (subject.view === 'expanded' ? lead : undefined);
  const nested = finding && findHost(subject, finding);
  const all = [...findings, ...(lead ? [lead] : [])].flatMap(({ evidence }) => evidence);
  return {
    verdict: finding?.verdict ?? 'unknown',
    sentence: finding?.sentence ?? unknownSentence(subject, lead),
    confidence: finding?.confidence,
    label: finding?.label,
    category: finding?.category,
    operator: nested ? operatorOf(nested.operatorLabel, nested.hostId) : finding?.label.actor,
    host: nested?.hostId,
    evidence: dedupe([...all, ...usageEvidence(subject)]),
    warnings: WARNING_RULES.flatMap((rule) => rule.warn(subject, finding)),
  };
}

/** An operator that a source files under its host has no entry of its own. */
function operatorOf({ actor }: StoredLabel, host: string | undefined): string | undefined {
  return actor === host ? undefined : actor;
}
