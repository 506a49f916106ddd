import historyDark from '../../assets/products/address-search-dark.webp';
import historyLight from '../../assets/products/address-search-light.webp';
import nomadDark from '../../assets/products/address-search-nomad-dark.webp';
import nomadLight from '../../assets/products/address-search-nomad-light.webp';
import auditDark from '../../assets/products/audit-log-dark.webp';
import auditLight from '../../assets/products/audit-log-light.webp';
import proofDark from '../../assets/products/cluster-proof-dark.webp';
import proofLight from '../../assets/products/cluster-proof-light.webp';
import flowDark from '../../assets/products/coin-flow-dark.webp';
import flowLight from '../../assets/products/coin-flow-light.webp';
import lookupDark from '../../assets/products/exchange-lookup-dark.webp';
import lookupLight from '../../assets/products/exchange-lookup-light.webp';
import transactionDark from '../../assets/products/explorer-transaction-dark.webp';
import transactionLight from '../../assets/products/explorer-transaction-light.webp';
import labDark from '../../assets/products/training-lab-dark.webp';
import labLight from '../../assets/products/training-lab-light.webp';
import type { ProductShotProps } from './product-shot.tsx';

/** Pictures of our own screens with the bundled data, made by e2e/make-product-shots.ts; all 1440 wide. */
export const PRODUCT_SHOTS = {
  transaction: {
    light: transactionLight,
    dark: transactionDark,
    alt: 'The explorer on the transaction of block 170: inputs, outputs, change, and a proof checked in the browser.',
    height: 1000,
  },
  history: {
    light: historyLight,
    dark: historyDark,
    alt: 'Address History Search: what is not indexed is above the figures, then 180 transactions with filters and an export of all rows.',
    height: 1000,
    hasSideMenu: true,
  },
  account: {
    light: nomadLight,
    dark: nomadDark,
    alt: 'Address History Search on Ethereum: the Nomad bridge in August 2022, what is not indexed of it, and its payments by transaction with the token and what the protocol did.',
    height: 1000,
    hasSideMenu: true,
  },
  lookup: {
    light: lookupLight,
    dark: lookupDark,
    alt: 'Exchange lookup: who claims that an address belongs to a service, both views of its cluster, and the way to ask the service.',
    height: 1000,
    hasSideMenu: true,
  },
  proof: {
    light: proofLight,
    dark: proofDark,
    alt: 'Why two addresses are in one cluster: a chain of two transactions of block 546, each with its rule and confidence.',
    height: 1000,
    hasSideMenu: true,
  },
  flow: {
    light: flowLight,
    dark: flowDark,
    alt: 'Coin flow: a payment of 43.74 BTC of January 2011 by hops, with peel chains, where each trail ends, and sums that close.',
    height: 1000,
  },
  audit: {
    light: auditLight,
    dark: auditDark,
    alt: 'The audit log: time, person, role, action and object of every sign-in, search and change.',
    height: 900,
    hasSideMenu: true,
  },
  lab: {
    light: labLight,
    dark: labDark,
    alt: 'A training lab: questions about a cluster whose answers are marked against the ledger of the installation.',
    height: 900,
  },
} as const satisfies Record<string, ProductShotProps>;
