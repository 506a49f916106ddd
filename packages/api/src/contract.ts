import { addressRoutes } from './contract/address.ts';
import { ledgerRoutes } from './contract/ledger.ts';

/** Every route of API version 1, below `/api/v1`. */
export const contract = { ...addressRoutes, ...ledgerRoutes } as const;
export type Contract = typeof contract;
export type RouteName = keyof Contract;

export const API_BASE = '/api/v1';
