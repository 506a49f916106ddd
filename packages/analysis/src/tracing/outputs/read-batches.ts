import type { TraceBatching } from '../trace-session.ts';
import type { Pace } from './pace.ts';

/** Asks in batches, several at once, and hands back the answers in the order of the batches. */
export async function readBatches<Item, Answer>(
  items: readonly Item[],
  { batch, concurrency }: TraceBatching,
  pace: Pace,
  ask: (batch: readonly Item[]) => Promise<Answer>,
): Promise<Answer[]> {
  const batches: (readonly Item[])[] = [];
  for (let i = 0; i < items.length; i += batch) batches.push(items.slice(i, i + batch));
  const answers: Answer[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let i = next++; i < batches.length; i = next++) {
      pace.check();
      answers[i] = await ask(batches[i] ?? []);
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, batches.length) }, work));
  pace.check();
  return answers;
}
