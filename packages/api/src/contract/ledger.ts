import { addressRoutes } from './address.ts';
import { blockRoutes } from './block.ts';
import { chainRoutes } from './chain.ts';
import { historyRoutes } from './history.ts';
import { searchRoutes } from './search.ts';
import { transactionRoutes } from './transaction.ts';
import { transferRoutes } from './transfers.ts';

/** Every question to the ledger of a chain. */
export const ledgerRoutes = {
  ...addressRoutes,
  ...blockRoutes,
  ...chainRoutes,
  ...historyRoutes,
  ...searchRoutes,
  ...transactionRoutes,
  ...transferRoutes,
};
