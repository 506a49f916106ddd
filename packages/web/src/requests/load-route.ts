import type { Contract, RouteName } from '@trailmark/api/contract';
import type { alertCountRoutes } from '@trailmark/api/contract/alert-count';
import type { homeRoutes } from '@trailmark/api/contract/home';
import type { jobRoutes } from '@trailmark/api/contract/job';
import type { labelRoutes } from '@trailmark/api/contract/label';
import type { ledgerRoutes } from '@trailmark/api/contract/ledger';
import type { priceRoutes } from '@trailmark/api/contract/price';
import type { sourceRoutes } from '@trailmark/api/contract/source';
import type { Route } from '@trailmark/api/route';

const ALERT_COUNTS = async (): Promise<Partial<Contract>> =>
  (await import('@trailmark/api/contract/alert-count')).alertCountRoutes;
const CHAINS = async (): Promise<Partial<Contract>> => (await import('@trailmark/api/contract/chain')).chainRoutes;
const LEDGER = async (): Promise<Partial<Contract>> => (await import('@trailmark/api/contract/ledger')).ledgerRoutes;
const LABELS = async (): Promise<Partial<Contract>> => (await import('@trailmark/api/contract/label')).labelRoutes;
const PRICES = async (): Promise<Partial<Contract>> => (await import('@trailmark/api/contract/price')).priceRoutes;
const SOURCES = async (): Promise<Partial<Contract>> => (await import('@trailmark/api/contract/source')).sourceRoutes;

const HOME = async (): Promise<Partial<Contract>> => (await import('@trailmark/api/contract/home')).homeRoutes;
const JOBS = async (): Promise<Partial<Contract>> => (await import('@trailmark/api/contract/job')).jobRoutes;

type ExplorerRoutes = typeof ledgerRoutes &
  typeof labelRoutes &
  typeof priceRoutes &
  typeof sourceRoutes &
  typeof homeRoutes &
  typeof alertCountRoutes &
  Pick<typeof jobRoutes, 'countOpenJobs'>;

/** The part of the explorer is loaded separately: its first view waits for no other part of the contract. */
const PARTS: Readonly<Record<keyof ExplorerRoutes, () => Promise<Partial<Contract>>>> = {
  getAddress: LEDGER,
  listAddressTransactions: LEDGER,
  listAddressTransfers: LEDGER,
  listAddressAssets: LEDGER,
  listAddressUtxos: LEDGER,
  listStatedBalances: LEDGER,
  listAddressCounterparties: LEDGER,
  listAddressLinks: LEDGER,
  getAddressActivity: LEDGER,
  exportAddress: LEDGER,
  bulkAddresses: LEDGER,
  deriveKey: LEDGER,
  getTransaction: LEDGER,
  getRawTransaction: LEDGER,
  getTransactionEvidence: LEDGER,
  getTransactionProof: LEDGER,
  listBlocks: LEDGER,
  getBlock: LEDGER,
  listBlockTransactions: LEDGER,
  listChains: CHAINS,
  search: LEDGER,
  scanText: LEDGER,
  bulkLabels: LABELS,
  getAddressLabels: LABELS,
  listPrices: PRICES,
  getDailyPrices: PRICES,
  listSources: SOURCES,
  listSourceRequests: SOURCES,
  changeSource: SOURCES,
  fetchAddress: SOURCES,
  countAlerts: ALERT_COUNTS,
  countOpenJobs: JOBS,
  find: HOME,
  listVisits: HOME,
  keepVisit: HOME,
  pinVisit: HOME,
  clearVisits: HOME,
  getHome: HOME,
};

const isOfExplorer = (name: RouteName): name is keyof ExplorerRoutes => name in PARTS;

/** A route by its name, with the part of the contract it is in. */
export async function loadRoute(name: RouteName): Promise<Route> {
  const part = isOfExplorer(name) ? (await PARTS[name]())[name] : undefined;
  if (part) return part;
  const { contract } = await import('@trailmark/api/contract');
  return contract[name];
}
