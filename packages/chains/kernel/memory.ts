// Memory beyond the static data. Nothing is freed: the areas of one call are laid out again by the next.

/** First free address, on a cache line. */
export const BASE: usize = (__heap_base + 63) & ~63;

// @ts-ignore: decorator
@inline
export function align(address: usize, to: usize): usize {
  return (address + to - 1) & ~(to - 1);
}

/** Grows memory so that every address below `end` exists. False where the engine refuses. */
export function ensure(end: u64): bool {
  const have = <u64>memory.size() << 16;
  if (end <= have) return true;
  if (end > 0xffff0000) return false;
  return memory.grow(<i32>((end - have + 0xffff) >> 16)) >= 0;
}
