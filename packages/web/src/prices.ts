import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { api } from './api.ts';

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

function choose(currency: string): void {
  chosen = currency;
  try {
    sessionStorage.setItem(KEY, currency);
  } catch {
    // A blocked storage only means that the choice is not remembered.
  }
  for (const listener of listeners) listener();
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
  /** What can be chosen; only the present one until the server has said. */
  readonly currencies: readonly string[];
  readonly choose: (currency: string) => void;
  /** Name of the source of a price, for people; its id where the server gave no name. */
  readonly nameSource: (id: string) => string;
}

/** The currency of every value on the page, kept for the session. A currency the server lost gives way to the dollar. */
export function useValues(): ValueSettings {
  const { data } = useQuery(pricesQuery());
  const wanted = useSyncExternalStore(subscribe, currentCurrency);
  const currency = data === undefined || data.currencies.includes(wanted) ? wanted : DEFAULT;
  return useMemo(() => {
    const sources = data?.assets.flatMap(({ sources: list }) => list) ?? [];
    const names = new Map(sources.map(({ id, name }) => [id, name]));
    return {
      currency,
      currencies: data?.currencies ?? [currency],
      choose,
      nameSource: (id) =>
        id
          .split('+')
          .map((part) => names.get(part) ?? part)
          .join(', converted at the reference rate of '),
    };
  }, [data, currency]);
}
