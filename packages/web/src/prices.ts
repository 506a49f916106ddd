import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { api } from './api.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

const KEY = 'currency';
const DEFAULT = 'USD';
const listeners = new Set<() => void>();

function readCurrency(): string {
  try {
    const kept = sessionStorage.getItem(KEY) ?? DEFAULT;
    return /^[A-Z]{3}$/.test(kept) ? kept : DEFAULT;
  } catch {
    return DEFAULT;
  }
}

let chosen: string | undefined;

function currentCurrency(): string {
  chosen ??= readCurrency();
  return chosen;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function remember(currency: string): void {
  chosen = currency;
  try {
    sessionStorage.setItem(KEY, currency);
  } catch {
    // A blocked storage only means that the choice is not remembered.
  }
  for (const listener of listeners) listener();
}

/** Puts the currency into the address bar, so that a link shows what its sender saw. */
function showInUrl(router: ReturnType<typeof useRouter>, currency: string): void {
  const { pathname, searchStr, hash } = router.latestLocation;
  const search = stringifySearch({ ...parseSearch(searchStr), currency });
  const href = `${pathname}${search}${hash === '' ? '' : `#${hash}`}`;
  void router.navigate({ href, replace: true, resetScroll: false, hashScrollIntoView: false });
}

/** Assets, currencies and sources of the server's price table; it changes when somebody imports one. */
export function pricesQuery() {
  return queryOptions({
    queryKey: ['prices'],
    queryFn: ({ signal }) => api.call('listPrices', { signal }),
    staleTime: 300_000,
  });
}

/** In which currency the page states values, and what it calls the sources of prices. */
export interface ValueSettings {
  readonly currency: string;
  /** What can be chosen; only the present one until the server has answered. */
  readonly currencies: readonly string[];
  readonly choose: (currency: string) => void;
  /** Name of the source of a price, for people; its id where the server gave no name. */
  readonly nameSource: (id: string) => string;
}

/**
 * The currency of every value on the page: that of the address bar, else the one last chosen in this session. One that the
 * server does not have gives way to the dollar.
 */
export function useValues(): ValueSettings {
  const { data } = useQuery(pricesQuery());
  const router = useRouter();
  const linked = useSearch({ strict: false, select: (search) => search.currency });
  const kept = useSyncExternalStore(subscribe, currentCurrency);
  const wanted = linked ?? kept;
  const currency = data === undefined || data.currencies.includes(wanted) ? wanted : DEFAULT;
  const isHidden = linked === undefined && kept !== DEFAULT && currency === kept;
  useEffect(() => {
    // Several parts of a page ask for values; the first of them is enough.
    if (isHidden && !('currency' in parseSearch(router.latestLocation.searchStr))) showInUrl(router, kept);
  }, [isHidden, kept, router]);
  return useMemo(() => {
    const sources = data?.assets.flatMap(({ sources: list }) => list) ?? [];
    const names = new Map(sources.map(({ id, name }) => [id, name]));
    return {
      currency,
      currencies: data?.currencies ?? [currency],
      choose: (next) => {
        remember(next);
        showInUrl(router, next);
      },
      nameSource: (id) =>
        id
          .split('+')
          .map((part) => names.get(part) ?? part)
          .join(', converted at the reference rate of '),
    };
  }, [data, currency, router]);
}
