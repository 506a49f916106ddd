import type { AccountKey } from '@trailmark/core/account-block';

/**
 * The genesis account "Blackhole", TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy (genesis.block of java-tron's config.conf): fees were
 * credited to it until they were burned. The all-zero address T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb is another one.
 */
export const BLACKHOLE: AccountKey = '77944d19c052b73ee2286823aa83f8138cb7032f';

/**
 * From here fees are burned (committee proposal 54, network parameter 49, TIP-222). Its date, 8 March 2021, is in the
 * proposal list of tronprotocol/tips; the hour is not, so that day counts as burned whole.
 */
export const FEES_BURNED_FROM = Date.UTC(2021, 2, 8) / 1000;

/** Who a fee went to in a block of this time (seconds): the Blackhole account, and later nobody. */
export function feeRecipient(time: number): AccountKey {
  return time < FEES_BURNED_FROM ? BLACKHOLE : '';
}
