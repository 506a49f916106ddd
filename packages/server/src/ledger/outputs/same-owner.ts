import type { Owner } from '@trailmark/core/owner';

/** Byte comparison; cheaper than comparing two `ownerId` texts where it runs over every output of a page. */
export function isSameOwner(a: Owner, b: Owner): boolean {
  if (a.type !== b.type || a.payload.length !== b.payload.length) return false;
  for (let i = 0; i < a.payload.length; i++) if (a.payload[i] !== b.payload[i]) return false;
  return true;
}
