import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AddressLabels, LabelsAsOf } from '@trailmark/api/contract/label';
import type { ChainId } from '@trailmark/core/chain';
import { type NetworkId, networkOfChain } from '@trailmark/core/network';
import { useMemo } from 'react';
import { api } from './api.ts';

/** What the server takes in one call. */
const BATCH = 1000;
const STALE_MS = 300_000;

interface Waiting {
  readonly address: string;
  readonly resolve: (labels: LoadedLabels | null) => void;
  readonly reject: (error: unknown) => void;
}

/** What is claimed of an address, with the version of the labels that say so. */
export type LoadedLabels = AddressLabels & { readonly asOf?: LabelsAsOf };

/** Labels of the addresses on a page, as far as they are loaded. */
export interface LabelsOnPage {
  readonly byAddress: ReadonlyMap<string, AddressLabels>;
  /** They could not be loaded: that no label is shown then says nothing. */
  readonly hasFailed: boolean;
  /** Version of the labels; undefined until one is loaded. */
  readonly asOf?: LabelsAsOf | undefined;
}

export type FetchLabels = (
  network: NetworkId,
  addresses: readonly string[],
  publicOnly: boolean,
) => Promise<readonly LoadedLabels[]>;

const fetchLabels: FetchLabels = async (network, addresses, publicOnly) => {
  const body = { addresses: addresses.map((address) => ({ network, address })), publicOnly };
  const { items, labels } = await api.call('bulkLabels', { body });
  return items.map((item) => ({ ...item, asOf: labels }));
};

/**
 * Gathers the addresses that are requested in one tick, from whichever parts of the page, into calls of up to 1,000.
 * Null means an address that the server refused, such as a script without an address.
 */
export function createLabelLoader(load: FetchLabels) {
  const queues = new Map<string, Waiting[]>();

  async function send(network: NetworkId, publicOnly: boolean, waiting: readonly Waiting[]): Promise<void> {
    try {
      const items = await load(network, [...new Set(waiting.map(({ address }) => address))], publicOnly);
      const byAddress = new Map(items.map((item) => ['input' in item ? String(item.input) : item.address, item]));
      for (const { address, resolve } of waiting) resolve(byAddress.get(address) ?? null);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  return (network: NetworkId, address: string, publicOnly: boolean) =>
    new Promise<LoadedLabels | null>((resolve, reject) => {
      const key = `${network}:${publicOnly}`;
      const queue = queues.get(key);
      if (queue) {
        queue.push({ address, resolve, reject });
        return;
      }
      const fresh: Waiting[] = [{ address, resolve, reject }];
      queues.set(key, fresh);
      setTimeout(() => {
        queues.delete(key);
        for (let from = 0; from < fresh.length; from += BATCH)
          void send(network, publicOnly, fresh.slice(from, from + BATCH));
      }, 0);
    });
}

const loadLabel = createLabelLoader(fetchLabels);

async function loadAll(client: QueryClient, network: NetworkId, addresses: readonly string[], publicOnly: boolean) {
  const found = await Promise.all(
    addresses.map((address) =>
      client.fetchQuery({
        queryKey: ['label', network, publicOnly, address],
        queryFn: () => loadLabel(network, address, publicOnly),
        staleTime: STALE_MS,
      }),
    ),
  );
  return new Map(found.flatMap((labels, i) => (labels ? [[addresses[i] ?? '', labels] as const] : [])));
}

const NOTHING: ReadonlyMap<string, LoadedLabels> = new Map();

/** Version of the labels shown; undefined where they were loaded from several, one before and one after a change. */
function findVersion(labels: ReadonlyMap<string, LoadedLabels>): LabelsAsOf | undefined {
  const [first, ...others] = [...labels.values()].map(({ asOf }) => asOf);
  return others.every((asOf) => asOf?.version === first?.version) ? first : undefined;
}

/**
 * Labels of the addresses a screen shows, each loaded once and kept. Test networks have none. `publicOnly` on pages for
 * visitors: only labels that may be shown to them.
 */
export function useLabels(
  chain: ChainId,
  addresses: readonly string[],
  { publicOnly = false }: { readonly publicOnly?: boolean } = {},
): LabelsOnPage {
  const client = useQueryClient();
  const network = networkOfChain(chain);
  // A script without an address cannot carry a label.
  const wanted = [...new Set(addresses)].filter((address) => !address.startsWith('script:')).sort();
  const { data, error } = useQuery({
    queryKey: ['labels', network, publicOnly, wanted.join(' ')],
    queryFn: () => (network ? loadAll(client, network, wanted, publicOnly) : NOTHING),
    enabled: network !== undefined && wanted.length > 0,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const byAddress = data ?? NOTHING;
    return { byAddress, hasFailed: error !== null, asOf: findVersion(byAddress) };
  }, [data, error]);
}
