import { contractOrigin } from './contract-origin.ts';
import { depositAddress } from './deposit-address.ts';
import type { FindingRule } from './finding-rule.ts';
import { firstFunder } from './first-funder.ts';
import { gasSponsor } from './gas-sponsor.ts';
import { passThrough } from './pass-through.ts';

/** Every rule about one address, in the order findings are listed. */
export const FINDING_RULES: readonly FindingRule[] = [
  depositAddress,
  passThrough,
  firstFunder,
  gasSponsor,
  contractOrigin,
];
