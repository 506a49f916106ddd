import type { TraceBatching } from '../trace-session.ts';

/** Requests many things in batches, a few at once; the answers are in the order of the batches. */
export async function readBatches<T, R>(
  items: readonly T[],
  { batch, concurrency }: TraceBatching,
  ask: (batch: readonly T[]) => Promise<R>,
): Promise<R[]> {
  const batches: T[][] = [];
  for (let at = 0; at < items.length; at += batch) batches.push(items.slice(at, at + batch));
  const answers: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let own = next++; own < batches.length; own = next++) answers[own] = await ask(batches[own] ?? []);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, batches.length) }, work));
  return answers;
}
