import { CATEGORIES } from '@trailmark/core/category';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { Actor, LabelPackVersion, LabelReader, StoredLabel } from '@trailmark/core/label';

/** Seconds of a day at midnight UTC. */
export function secondsOfDay(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000;
}

function findPack(labels: LabelReader, id: string): LabelPackVersion | undefined {
  return labels.packs().find((pack) => pack.id === id);
}

/** A label as GraphSense's `AddressTag`. `lastmod` is missing where the source gives no date. */
export function toAddressTag(labels: LabelReader, label: StoredLabel, cluster?: number | undefined) {
  const pack = findPack(labels, label.pack);
  return {
    address: label.address,
    entity: cluster,
    cluster,
    label: label.label,
    tag_type: 'actor',
    tagpack_title: pack?.title ?? label.pack,
    tagpack_is_public: label.visibility === 'public',
    tagpack_creator: pack?.publisher ?? '',
    tagpack_uri: pack?.url,
    is_cluster_definer: label.scope === 'cluster',
    currency: label.network.toUpperCase(),
    category: label.category,
    concepts: [label.category],
    actor: label.actor,
    source: label.source,
    lastmod: secondsOfDay(label.asOf),
    confidence: label.confidence,
    confidence_level: CONFIDENCE_LEVELS[label.confidence],
  };
}

/** An organisation as GraphSense's `Actor`. */
export function toGraphsenseActor(labels: LabelReader, actor: Actor) {
  const { id, label, uri, categories, jurisdictions, legalName } = actor;
  return {
    id,
    label,
    uri: uri ?? '',
    categories: categories.map((category) => ({ id: category, label: CATEGORIES[category].name })),
    jurisdictions: jurisdictions.map((code) => ({ id: code, label: code })),
    nr_tags: labels.labelsOfActor(id, { offset: 0, limit: 0 }).total,
    context: {
      uris: uri === undefined ? [] : [uri],
      images: [],
      refs: actor.contacts.map(({ page }) => page),
      coingecko_ids: [],
      defilama_ids: [],
      legal_name: legalName,
    },
  };
}
