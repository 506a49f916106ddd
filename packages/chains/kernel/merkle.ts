// The merkle tree of a block, four nodes at a time.
import { doubleHash64x4 } from './sha256';

/** True after `merkleRoot` where two equal neighbours were hashed together: CVE-2012-2459. */
export let mutated: bool = false;

function equalHashes(a: usize, b: usize): bool {
  if (load<u64>(a) != load<u64>(b)) return false;
  return load<u64>(a, 8) == load<u64>(b, 8) && load<u64>(a, 16) == load<u64>(b, 16) && load<u64>(a, 24) == load<u64>(b, 24);
}

/**
 * Root over `count` (at least 1) hashes at `leaves`, to `to`. `scratch` holds 32 * count + 512 bytes and may be
 * `leaves`. The last hash of an odd level is paired with itself; that pair alone is no mutation.
 */
export function merkleRoot(leaves: usize, count: u32, scratch: usize, to: usize): void {
  mutated = false;
  if (scratch != leaves) memory.copy(scratch, leaves, <usize>count << 5);
  while (count > 1) {
    for (let i: u32 = 0; i + 1 < count; i += 2) {
      const pair = scratch + (<usize>i << 5);
      if (equalHashes(pair, pair + 32)) mutated = true;
    }
    if (count & 1) {
      memory.copy(scratch + (<usize>count << 5), scratch + (<usize>(count - 1) << 5), 32);
      count++;
    }
    count >>= 1;
    for (let i: u32 = 0; i < count; i += 4) doubleHash64x4(scratch + (<usize>i << 6), scratch + (<usize>i << 5));
  }
  memory.copy(to, scratch, 32);
}
