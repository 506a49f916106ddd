import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { secondsOfDay } from './tag-format.ts';

/** A label, and whether it is of the address or of another one of its cluster. */
export interface SummedLabel {
  readonly label: StoredLabel;
  readonly isInherited: boolean;
}

function weightOf({ confidence }: StoredLabel): number {
  return CONFIDENCE_LEVELS[confidence] / 100;
}

/** What weighs most, ties in order of first appearance; undefined of nothing. */
function heaviest(weights: ReadonlyMap<string, number>): string | undefined {
  let best: [string, number] | undefined;
  for (const entry of weights) if (best === undefined || entry[1] > best[1]) best = entry;
  return best?.[0];
}

function addUp(labels: readonly StoredLabel[], name: (label: StoredLabel) => string | undefined): Map<string, number> {
  const weights = new Map<string, number>();
  for (const label of labels) {
    const key = name(label);
    if (key !== undefined) weights.set(key, (weights.get(key) ?? 0) + weightOf(label));
  }
  return weights;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function toLabelSummary(name: string, group: readonly SummedLabel[], total: number, labels: LabelReader) {
  const own = group.map(({ label }) => label);
  const weight = own.reduce((sum, label) => sum + weightOf(label), 0);
  const publisher = (pack: string): string => labels.packs().find(({ id }) => id === pack)?.publisher ?? pack;
  return {
    label: name,
    count: own.length,
    confidence: weight / own.length,
    relevance: total === 0 ? 0 : weight / total,
    creators: distinct(own.map(({ pack }) => publisher(pack))),
    sources: distinct(own.map(({ source }) => source)),
    concepts: distinct(own.map(({ category }) => category)),
    lastmod: Math.max(0, ...own.map(({ asOf }) => secondsOfDay(asOf) ?? 0)),
    inherited_from: group.every(({ isInherited }) => isInherited) ? 'cluster' : undefined,
  };
}

/**
 * GraphSense's `TagSummary`: labels grouped by their text, concepts and actors weighted by the confidence of their sources.
 * It orders; it is no measure of truth, and labels that contradict each other all stay in `label_summary`.
 */
export function summariseTags(labels: LabelReader, summed: readonly SummedLabel[]) {
  const all = summed.map(({ label }) => label);
  const concepts = addUp(all, ({ category }) => category);
  const total = all.reduce((sum, label) => sum + weightOf(label), 0);
  const groups = Map.groupBy(summed, ({ label }) => label.label.toLowerCase());
  const best = heaviest(addUp(all, ({ label }) => label.toLowerCase()));
  const counts = Map.groupBy(all, ({ category }) => category as string);
  return {
    broad_category: heaviest(concepts) === 'exchange' ? 'exchange' : 'entity',
    tag_count: summed.filter(({ isInherited }) => !isInherited).length,
    tag_count_indirect: summed.filter(({ isInherited }) => isInherited).length,
    best_actor: heaviest(addUp(all, ({ actor }) => actor)),
    best_label: best === undefined ? undefined : groups.get(best)?.[0]?.label.label,
    label_summary: Object.fromEntries(
      [...groups].map(([key, group]) => [key, toLabelSummary(group[0]?.label.label ?? key, group, total, labels)]),
    ),
    concept_tag_cloud: Object.fromEntries(
      [...concepts].map(([id, weight]) => [id, { cnt: counts.get(id)?.length ?? 0, weighted: weight / total }]),
    ),
  };
}
