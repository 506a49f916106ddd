import { decodeHex } from '@trailmark/core/hex';
import type { AddressKey } from '@trailmark/core/ledger';
import { decodeOwner, type Owner } from '@trailmark/core/owner';

interface Member {
  readonly owner: Owner;
  readonly key: AddressKey;
}

/** Owners of a set, distinguished from others by their bytes: making a text for each owner of each transaction costs more than the rest. */
export class OwnerSet {
  readonly #members = new Map<number, Member[]>();

  /** Keys that are no owner's are left out. */
  constructor(keys: Iterable<AddressKey>) {
    for (const key of keys) {
      const owner = decodeOwner(decodeHex(key));
      if (!owner) continue;
      const start = startOf(owner.payload);
      const known = this.#members.get(start);
      if (known) known.push({ owner, key });
      else this.#members.set(start, [{ owner, key }]);
    }
  }

  /** The key of an owner of the set; undefined for everybody else, and for nobody. */
  keyOf(owner: Owner | undefined): AddressKey | undefined {
    if (!owner) return undefined;
    return this.#members.get(startOf(owner.payload))?.find((member) => isSame(member.owner, owner))?.key;
  }
}

function startOf(payload: Uint8Array): number {
  return (payload[0] ?? 0) + (payload[1] ?? 0) * 0x100 + (payload[2] ?? 0) * 0x1_0000 + (payload[3] ?? 0) * 0x100_0000;
}

function isSame(a: Owner, b: Owner): boolean {
  if (a.type !== b.type || a.payload.length !== b.payload.length) return false;
  for (let i = 0; i < a.payload.length; i++) if (a.payload[i] !== b.payload[i]) return false;
  return true;
}
