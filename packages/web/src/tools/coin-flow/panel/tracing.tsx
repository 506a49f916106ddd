import { useQuery } from '@tanstack/react-query';
import { describePlace, traceLineQuery } from '../trace-line.ts';
import { Working } from './working.tsx';

/** Work that takes a place among the traces: while it waits for one, its place in the queue. */
export function Tracing({ words }: { readonly words: string }) {
  const { data } = useQuery(traceLineQuery());
  const [place] = data?.own ?? [];
  return <Working words={place ? `Waiting for its turn. ${describePlace(place)}` : words} />;
}
