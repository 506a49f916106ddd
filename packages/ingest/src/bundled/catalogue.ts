import { blocksOfEveryEra } from './blocks-every-era.ts';
import type { BundledSet } from './bundled-set.ts';
import { mainnetFirstBlocks } from './mainnet-0-4312.ts';
import { mainnetWindow } from './mainnet-100000-102999.ts';
import { wasabiAugust2021 } from './wasabi-2021-08.ts';

/** Alphabetical by id. */
export const BUNDLED_SETS = [
  blocksOfEveryEra,
  mainnetFirstBlocks,
  mainnetWindow,
  wasabiAugust2021,
] as const satisfies readonly BundledSet[];
