import { addressRoutes } from './contract/address.ts';
import { clusterRoutes } from './contract/cluster.ts';
import { labelRoutes } from './contract/label.ts';
import { ledgerRoutes } from './contract/ledger.ts';
import { lookupRoutes } from './contract/lookup.ts';
import { priceRoutes } from './contract/price.ts';

/** Every route of API version 1, below `/api/v1`. */
export const contract = {
  ...addressRoutes,
  ...clusterRoutes,
  ...labelRoutes,
  ...ledgerRoutes,
  ...lookupRoutes,
  ...priceRoutes,
} as const;
export type Contract = typeof contract;
export type RouteName = keyof Contract;

export const API_BASE = '/api/v1';
