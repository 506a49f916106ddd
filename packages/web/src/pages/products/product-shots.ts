import lookupDark from '../../assets/products/explorer-label-dark.webp';
import lookupLight from '../../assets/products/explorer-label-light.webp';
import historyDark from '../../assets/products/explorer-address-dark.webp';
import historyLight from '../../assets/products/explorer-address-light.webp';
import transactionDark from '../../assets/products/explorer-transaction-dark.webp';
import transactionLight from '../../assets/products/explorer-transaction-light.webp';

/** Pictures of our own screens with the bundled data, made by e2e/make-product-shots.ts; all 1440 wide. */
export const PRODUCT_SHOTS = {
  transaction: {
    light: transactionLight,
    dark: transactionDark,
    alt: 'The explorer on the transaction of block 170: inputs, outputs, change, and a proof checked in the browser.',
    height: 1000,
  },
  address: {
    light: historyLight,
    dark: historyDark,
    alt: 'The page of an address: balance, coverage, and six transactions with running balance.',
    height: 900,
  },
  lookup: {
    light: lookupLight,
    dark: lookupDark,
    alt: 'The page of a labelled address: what two sources claim of it, with their dates, and that no list names it.',
    height: 900,
  },
} as const;
