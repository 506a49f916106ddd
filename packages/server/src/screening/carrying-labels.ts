import { isClaimed } from '@trailmark/analysis/screening/rules/claim-of-rule';
import type { LabelReader } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import type { AssetExposure } from '@trailmark/core/screening/exposure';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { FiredRule, ScreeningRequest, Verdict } from '@trailmark/core/screening/screening';

/** Labels named for one rule. */
const MOST_LABELS = 20;

/** Labels that name the parties behind a rule on exposure, at the address of each that is nearest. */
function listLabels(
  { rule, asset, way, ring }: FiredRule,
  exposure: readonly AssetExposure[],
  ruleSet: ThreatRuleSet,
  idsAt: (address: string, categories: readonly string[]) => readonly string[],
): readonly string[] {
  const categories = ruleSet.rules.find(({ id }) => id === rule)?.categories ?? [];
  const parties = exposure
    .filter((one) => one.asset === asset)
    .flatMap((one) => one.parties)
    .filter((party) => party.way === way && party.ring === ring && isClaimed(party, categories));
  const ids = parties.flatMap(({ party, address }) => {
    const at = party.via ?? address;
    return at === null ? [] : idsAt(at, categories);
  });
  return [...new Set(ids)].slice(0, MOST_LABELS);
}

/** A verdict that names, for rules on exposure too, the labels it rests on: it can be repeated without them. */
export function nameLabels(
  verdict: Verdict,
  exposure: readonly AssetExposure[],
  {
    chain,
    labels,
    ruleSet,
  }: { readonly labels: LabelReader; readonly ruleSet: ThreatRuleSet } & Pick<ScreeningRequest, 'chain'>,
): Verdict {
  const network = networkOfChain(chain);
  if (network === undefined) return verdict;
  const idsAt = (address: string, categories: readonly string[]): readonly string[] =>
    labels.labelsOf(network, address).flatMap(({ id, category }) => (categories.includes(category) ? [id] : []));
  const fired = verdict.fired.map((one) =>
    one.labels.length > 0 || one.way === null ? one : { ...one, labels: listLabels(one, exposure, ruleSet, idsAt) },
  );
  return { ...verdict, fired };
}
