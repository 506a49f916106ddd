import type { LineType, LotMethod, PriceRule, StatementTemplate } from '@trailmark/core/statement/statement';

export const TYPE_WORDS: Readonly<Record<LineType, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  'own-transfer': 'Own transfer',
  joint: 'Joint payment',
  swap: 'Swap',
  bridge: 'Bridge',
  wrap: 'Wrap',
  mint: 'Mint',
  burn: 'Burn',
  mining: 'Mining',
  reward: 'Reward',
  'validator-withdrawal': 'Validator withdrawal',
  stake: 'Stake',
  airdrop: 'Airdrop',
  'nft-buy': 'NFT bought',
  'nft-sale': 'NFT sold',
  approval: 'Approval',
  'failed-fee': 'Failed, fee only',
  call: 'Call, fee only',
};

export const METHOD_WORDS: Readonly<Record<LotMethod, string>> = {
  fifo: 'FIFO',
  lifo: 'LIFO',
  average: 'Average',
  'coin-exact': 'UTXO-exact',
};

export const PRICE_WORDS: Readonly<Record<PriceRule, string>> = {
  'day-close': 'close of the day',
  'previous-close': 'close of the day before',
};

export const TEMPLATE_WORDS: Readonly<Record<StatementTemplate, string>> = {
  bank: 'Bank statement',
  tax: 'Tax statement',
  exhibit: 'Court exhibit',
};

/** Units that an exact sum is "balanced to". */
const SMALLEST: Readonly<Record<string, string>> = {
  BTC: 'satoshi',
  ETH: 'wei',
  LTC: 'litoshi',
  DOGE: 'koinu',
  TRX: 'sun',
};

export function nameSmallest(symbol: string): string {
  return SMALLEST[symbol] ?? 'last unit';
}
