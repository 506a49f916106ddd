import { useQuery } from '@tanstack/react-query';
import { methodsQuery } from './queries.ts';

/** A method in one word or its initials: "FIFO" of "First in, first out (FIFO)", "Haircut" of "Haircut (in proportion)". */
export function shortenMethodName(name: string): string {
  const initials = /\(([A-Z]{2,8})\)/.exec(name)?.[1];
  return initials ?? name.replace(/\s*\([^)]*\)\s*$/, '');
}

/** Names of methods by their ids; the id itself until the server has sent them, or where it knows none. */
export function useMethodNames(): (id: string, length?: 'whole' | 'short') => string {
  const { data } = useQuery(methodsQuery());
  return (id, length = 'short') => {
    const name = data?.items.find((method) => method.id === id)?.name;
    if (name === undefined) return id;
    return length === 'short' ? shortenMethodName(name) : name;
  };
}
