import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import type { Knowledge } from '../knowledge/knowledge.ts';

function leaveOut(whole: LabelReader, ids: ReadonlySet<string>): LabelReader {
  const keep = (labels: readonly StoredLabel[]): readonly StoredLabel[] => labels.filter(({ id }) => !ids.has(id));
  return {
    whole,
    version: whole.version,
    asOf: whole.asOf,
    labelCount: whole.labelCount,
    labelsOf: (network, address) => keep(whole.labelsOf(network, address)),
    has: (network, address) => keep(whole.labelsOf(network, address)).length > 0,
    labelsOfActor: (actor, page) => whole.labelsOfActor(actor, page),
    search: (text, limit) => keep(whole.search(text, limit)),
    actor: (id) => whole.actor(id),
    searchActors: (filter, page) => whole.searchActors(filter, page),
    packs: () => whole.packs(),
    ...(whole.addresses ? { addresses: (network) => whole.addresses?.(network) ?? [] } : {}),
  };
}

/** The same knowledge without some labels, to see what a verdict rests on. */
export function withoutLabels(knowledge: Knowledge, ids: readonly string[]): Knowledge {
  if (ids.length === 0) return knowledge;
  const labels = leaveOut(knowledge.labels(), new Set(ids));
  return { ...knowledge, labels: () => labels };
}
