import type { CoinJoinDetector } from './detector.ts';
import { joinmarket } from './joinmarket.ts';
import { wasabi1 } from './wasabi-1.ts';
import { wasabi2 } from './wasabi-2.ts';
import { whirlpoolMix } from './whirlpool-mix.ts';
import { whirlpoolTx0 } from './whirlpool-tx0.ts';

/** Every detector, most specific first: of two findings of equal confidence the earlier one counts. */
export const COINJOIN_DETECTORS: readonly CoinJoinDetector[] = [
  whirlpoolMix,
  whirlpoolTx0,
  wasabi2,
  wasabi1,
  joinmarket,
];
