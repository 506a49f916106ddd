import { z } from 'zod';
import { lenient, numberField, stringifySearch } from '../../search-params.ts';

export const TOPICS = ['explorer', 'history', 'attribution', 'account'] as const;
export const TOPIC_WORDS: Readonly<Record<(typeof TOPICS)[number], string>> = {
  explorer: 'Explorer and proof',
  history: 'Address history',
  attribution: 'Exchanges and clusters',
  account: 'Your account',
};

export const tutorialsSearch = z.object({
  q: lenient(z.string().max(100)),
  topic: lenient(z.enum(TOPICS)),
});
export type TutorialsSearch = z.output<typeof tutorialsSearch>;

/** `t`: the second at which it begins. */
export const tutorialSearch = z.object({ t: lenient(numberField) });

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function tutorialsUrl(search: Loose<TutorialsSearch> = {}): string {
  return `/video-tutorials${stringifySearch(search)}`;
}

export function tutorialUrl(id: string, t?: number): string {
  return `/video-tutorials/${encodeURIComponent(id)}${stringifySearch({ t })}`;
}
