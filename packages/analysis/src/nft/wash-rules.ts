import { backAndForthCollection } from './rules/back-and-forth-collection.ts';
import { backAndForthToken } from './rules/back-and-forth-token.ts';
import { buyerFundedSeller } from './rules/buyer-funded-seller.ts';
import { commonFunder } from './rules/common-funder.ts';
import { flashLoan } from './rules/flash-loan.ts';
import { fundedEachOther } from './rules/funded-each-other.ts';
import { instantRefund } from './rules/instant-refund.ts';
import { paidRing } from './rules/paid-ring.ts';
import { repeatedPurchase } from './rules/repeated-purchase.ts';
import { ring } from './rules/ring.ts';
import { sameWallet } from './rules/same-wallet.ts';
import { sellerFundedBuyer } from './rules/seller-funded-buyer.ts';
import type { WashRule } from './wash-rule.ts';

/** Every wash rule, heaviest first, as they are listed. */
export const WASH_RULES: readonly WashRule[] = [
  sameWallet,
  instantRefund,
  flashLoan,
  fundedEachOther,
  paidRing,
  backAndForthToken,
  ring,
  backAndForthCollection,
  repeatedPurchase,
  buyerFundedSeller,
  sellerFundedBuyer,
  commonFunder,
];

/** Names the rules with their versions: part of what a result is true of. */
export const WASH_RULES_VERSION = WASH_RULES.map(({ id, version }) => `${id}/${version}`).join(' ');
