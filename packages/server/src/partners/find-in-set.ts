import { TAG } from './fill-set.ts';

/** Places of one's own tags that are in a set. The set is read once, by its first four bytes. */
export function findInSet(set: Buffer, tags: Buffer): Set<number> {
  const places = new Map<number, number[]>();
  for (let i = 0; i * TAG < tags.length; i++) {
    const first = tags.readUInt32LE(i * TAG);
    places.set(first, [...(places.get(first) ?? []), i]);
  }
  const found = new Set<number>();
  for (let at = 0; at < set.length; at += TAG) {
    for (const i of places.get(set.readUInt32LE(at)) ?? []) {
      if (set.compare(tags, i * TAG, (i + 1) * TAG, at, at + TAG) === 0) found.add(i);
    }
  }
  return found;
}
