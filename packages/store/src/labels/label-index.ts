import { createHash } from 'node:crypto';
import { CONFIDENCE_LEVELS } from '@trailmark/core/confidence';
import type { LabelReader, StoredLabel } from '@trailmark/core/label';
import { NETWORK_IDS, type NetworkId } from '@trailmark/core/network';
import type { ActorIndex } from './actor-index.ts';
import { hashAddress } from './address-table.ts';
import type { LabelSegment } from './label-segment.ts';

const MOST_WORDS = 8;

function byConfidence(a: StoredLabel, b: StoredLabel): number {
  return CONFIDENCE_LEVELS[b.confidence] - CONFIDENCE_LEVELS[a.confidence];
}

function toVersion(segments: readonly LabelSegment[], actors: ActorIndex): string {
  if (segments.length === 0 && actors.version === undefined) return 'none';
  const parts = segments.map(({ pack }) => `${pack.id} ${pack.version}`);
  return createHash('sha256')
    .update([...parts, `actors ${actors.version ?? 'none'}`].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

/** Exact names first, then names that begin with the text, then the rest. */
function rank(label: StoredLabel, text: string): number {
  const name = label.label.toLowerCase();
  return name === text ? 0 : name.startsWith(text) ? 1 : 2;
}

/** The packs in force as one reader. Packs are queried in the order of their ids, so every answer has a fixed order. */
export function createLabelIndex(unordered: readonly LabelSegment[], actors: ActorIndex): LabelReader {
  const segments = unordered.toSorted((a, b) => (a.pack.id < b.pack.id ? -1 : 1));
  const packs = segments.map(({ pack }) => pack);
  const byNetwork = new Map(NETWORK_IDS.map((id) => [id, segments.filter((segment) => segment.holds(id))]));
  const segmentsOf = (network: NetworkId): readonly LabelSegment[] => byNetwork.get(network) ?? [];
  const dates = packs.map(({ asOf }) => asOf).sort();
  return {
    version: toVersion(segments, actors),
    asOf: dates.at(-1),
    labelCount: packs.reduce((sum, pack) => sum + pack.labelCount, 0),
    packs: () => packs,
    labelsOf(network, address) {
      const hash = hashAddress(network, address);
      const labels: StoredLabel[] = [];
      for (const segment of segmentsOf(network)) {
        const rows = segment.findRows(hash, network, address);
        for (let row = rows?.from ?? 0; row < (rows?.to ?? 0); row++) labels.push(segment.get(row));
      }
      return labels.length > 1 ? labels.sort(byConfidence) : labels;
    },
    has(network, address) {
      const candidates = segmentsOf(network);
      if (candidates.length === 0) return false;
      const hash = hashAddress(network, address);
      return candidates.some((segment) => segment.findRows(hash, network, address) !== undefined);
    },
    *addresses(network) {
      for (const segment of segments) yield* segment.addressesOn(network);
    },
    labelsOfActor(actor, { offset, limit }) {
      const items: StoredLabel[] = [];
      let total = 0;
      for (const segment of segments) {
        const rows = segment.rowsOfActor(actor);
        const from = Math.max(0, offset - total);
        for (const row of rows.slice(from, from + limit - items.length)) items.push(segment.get(row));
        total += rows.length;
      }
      return { items, total };
    },
    search(text, limit) {
      const wanted = text.trim().toLowerCase();
      const words = wanted.split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS);
      if (words.length === 0) return [];
      const found = segments.flatMap((segment) => segment.search(words, limit).map((row) => segment.get(row)));
      return found.toSorted((a, b) => rank(a, wanted) - rank(b, wanted)).slice(0, limit);
    },
    actor: (id) => actors.get(id),
    searchActors: (filter, page) => actors.search(filter, page),
  };
}
