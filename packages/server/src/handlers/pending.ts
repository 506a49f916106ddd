import type { Contract } from '@trailmark/api/contract';
import type { accountLedgerRoutes } from '@trailmark/api/contract/account-ledger';
import type { sourceRoutes } from '@trailmark/api/contract/source';
import { AppError } from '@trailmark/core/errors';
import type { Handlers } from '../http/mount.ts';

const refuse = async (): Promise<never> => {
  throw new AppError('unavailable', 'This part is not there yet.');
};

export const pendingAccountHandlers: Pick<Handlers<Contract>, keyof typeof accountLedgerRoutes> = {
  listAccountChains: refuse,
  getAccount: refuse,
  listAccountTransactions: refuse,
  listAccountMoves: refuse,
  listAccountAssets: refuse,
  listAccountCounterparties: refuse,
  listAccountLinks: refuse,
  getAccountActivity: refuse,
  exportAccount: refuse,
  getAccountTransaction: refuse,
  listAccountBlocks: refuse,
  getAccountBlock: refuse,
};

export const pendingSourceHandlers: Pick<Handlers<Contract>, keyof typeof sourceRoutes> = {
  listSources: refuse,
  listSourceRequests: refuse,
  changeSource: refuse,
  fetchAddress: refuse,
};
