import { isChainId } from '@trailmark/core/chain';
import { z } from 'zod';
import { lenient, numberField, stringifySearch } from '../../search-params.ts';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Longer texts than this do not fit an address bar; they stay in the page. */
export const SHARED_TEXT_LIMIT = 2000;

export const METHOD_NAMES = ['haircut', 'fifo', 'lifo', 'poison'] as const;
export const VIEWS = ['sensitivity', 'batches', 'stored', 'appeals'] as const;

const momentField = z.string().regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/);

/** The options of a screening, as far as they differ from the defaults. Shares in millionths, amounts in the smallest unit. */
const optionFields = {
  ways: lenient(z.enum(['in', 'out'])),
  method: lenient(z.enum(METHOD_NAMES)),
  hops: lenient(numberField),
  share: lenient(numberField),
  amount: lenient(z.string().regex(/^\d{1,40}$/)),
  from: lenient(momentField),
  to: lenient(momentField),
  /** As the ledger keys assets; `coin` is the chain's own. */
  asset: lenient(z.string().max(60)),
  budget: lenient(numberField),
  /** With the addresses of its cluster. */
  cluster: lenient(z.enum(['yes'])),
  /** Trades of one asset for another are followed. */
  swaps: lenient(z.enum(['yes'])),
  /** Trails continue behind services. */
  services: lenient(z.enum(['through'])),
};

/** State of the tool in the address bar: what is screened, how, and which view of the answer is open. */
export const threatSearch = z.object({
  /** A pasted text with several subjects. */
  q: lenient(z.string().max(SHARED_TEXT_LIMIT)),
  chain: lenient(z.string().refine(isChainId)),
  address: lenient(z.string().min(1).max(200)),
  tx: lenient(z.string().min(1).max(200)),
  ...optionFields,
  /** Rules and labels that are left out, comma-separated. */
  withoutRules: lenient(z.string().max(2000)),
  withoutLabels: lenient(z.string().max(1000)),
  view: lenient(z.enum(VIEWS)),
  /** A batch, whose grid has a search of its own. */
  batch: lenient(z.uuid()),
  /** A stored screening, and an earlier one it is compared with. */
  stored: lenient(z.uuid()),
  earlier: lenient(z.uuid()),
  /** Asset whose exposure is shown, where there are several. */
  shown: lenient(z.string().max(120)),
});
export type ThreatSearch = z.output<typeof threatSearch>;

const PATH = '/address-threat';

export function threatUrl(search: Loose<ThreatSearch> = {}): string {
  return `${PATH}${stringifySearch(search)}`;
}

/** A stored screening; with another of the same subject, what is different between them. */
export function storedUrl(stored: string, earlier?: string): string {
  return threatUrl({ stored, earlier });
}

/** The part of the state with the options, without the subject. */
export function optionsOf(search: ThreatSearch): Loose<ThreatSearch> {
  const { ways, method, hops, share, amount, from, to, asset, budget, cluster, swaps, services } = search;
  return { ways, method, hops, share, amount, from, to, asset, budget, cluster, swaps, services };
}
