import { addressPoisoning } from './address-poisoning.ts';
import { addressReuse } from './address-reuse.ts';
import { approvalDrain } from './approval-drain.ts';
import type { Behaviour } from './behaviour-rule.ts';
import { bridgeUse } from './bridge-use.ts';
import { coinJoinUse } from './coinjoin-use.ts';
import { depositShape } from './deposit-shape.ts';
import { dormancyThenBurst } from './dormancy-then-burst.ts';
import { dustReceipt } from './dust-receipt.ts';
import { fanIn } from './fan-in.ts';
import { fanOut } from './fan-out.ts';
import { firstFunder } from './first-funder.ts';
import { highValueBurst } from './high-value-burst.ts';
import { mixerUse } from './mixer-use.ts';
import { multiVictimDrain } from './multi-victim-drain.ts';
import { newAccountEmptied } from './new-account-emptied.ts';
import { peelChain } from './peel-chain.ts';
import { rapidPassThrough } from './rapid-pass-through.ts';
import { roundAmounts } from './round-amounts.ts';
import { staggeredThenSilent } from './staggered-then-silent.ts';
import { structuring } from './structuring.ts';
import { swapUse } from './swap-use.ts';
import { timeZone } from './time-zone.ts';

/** Every pattern, in the order findings are listed: risks, observations, what others did to the subject. */
export const BEHAVIOURS: readonly Behaviour[] = [
  peelChain,
  coinJoinUse,
  mixerUse,
  rapidPassThrough,
  structuring,
  highValueBurst,
  staggeredThenSilent,
  newAccountEmptied,
  multiVictimDrain,
  dormancyThenBurst,
  fanIn,
  fanOut,
  swapUse,
  bridgeUse,
  depositShape,
  firstFunder,
  roundAmounts,
  addressReuse,
  timeZone,
  dustReceipt,
  addressPoisoning,
  approvalDrain,
];
