import type { AccountSet } from './account-set.ts';
import { cryptopunksSales } from './cryptopunks-sales.ts';
import { ethereum15000000 } from './eth-15000000.ts';
import { ethereum17173049 } from './eth-17173049.ts';
import { harmonyFlows, lifiFlows, phishingFlows } from './illicit-flows.ts';
import { nomadBridge } from './nomad.ts';
import { tronFirstBlocks } from './tron-0-10000.ts';

/** Alphabetical by id. */
export const ACCOUNT_SETS: readonly AccountSet[] = [
  cryptopunksSales,
  ethereum15000000,
  ethereum17173049,
  harmonyFlows,
  lifiFlows,
  phishingFlows,
  nomadBridge,
  tronFirstBlocks,
];
