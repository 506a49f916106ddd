import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** A query that takes long: it can be cancelled, which ends it on the server too, and run again. */
export function useRun<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>, isWanted = true) {
  const client = useQueryClient();
  const [isCancelled, setCancelled] = useState(false);
  const query = useQuery({ ...options, enabled: isWanted && !isCancelled });
  const cancel = () => {
    setCancelled(true);
    void client.cancelQueries({ queryKey: options.queryKey });
  };
  const run = () => {
    setCancelled(false);
    if (isWanted) void query.refetch();
  };
  const { data, error, isFetching } = query;
  return { data, error, isFetching, isCancelled: isCancelled && data === undefined, cancel, run };
}
