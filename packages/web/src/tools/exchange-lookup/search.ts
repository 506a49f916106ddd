import { CATEGORY_IDS } from '@trailmark/core/category';
import { CLUSTER_VIEWS } from '@trailmark/core/cluster';
import { z } from 'zod';
import { lenient, numberField } from '../../search-params.ts';

const viewField = z.enum(CLUSTER_VIEWS);
const identifierField = z.string().min(1).max(200);
const txidField = z.string().regex(/^[0-9a-f]{64}$/);
const switchField = z.enum(['1']);
const dayField = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Longer texts than this do not fit an address bar; they stay in the page. */
export const SHARED_TEXT_LIMIT = 2000;

/** The form of Exchange lookup. */
export const lookupSearch = z.object({
  q: lenient(z.string().max(SHARED_TEXT_LIMIT)),
  view: lenient(viewField),
});

/** One address: its answer, and what is opened below it. */
export const attributionSearch = z.object({
  view: lenient(viewField),
  /** The requested output, where the search named one. */
  output: lenient(z.string().regex(/^[0-9a-f]{64}:\d{1,10}$/)),
  /** The walk to the nearest services is requested although a service is named. */
  nearest: lenient(switchField),
  direction: lenient(z.enum(['downstream', 'upstream'])),
  hops: lenient(z.string().regex(/^(?:[1-9]|10)$/)),
  /** The form of the request is open. */
  request: lenient(switchField),
  from: lenient(dayField),
  to: lenient(dayField),
});
export type AttributionSearch = z.output<typeof attributionSearch>;

/** The directory of organisations. */
export const directorySearch = z.object({
  q: lenient(z.string().max(200)),
  category: lenient(z.enum(CATEGORY_IDS as readonly [string, ...string[]])),
  country: lenient(z.string().regex(/^[A-Z]{2}$/)),
  contact: lenient(switchField),
});
export type DirectorySearch = z.output<typeof directorySearch>;

export const CLUSTER_TABS = ['members', 'labels', 'links', 'counterparties', 'proof', 'what-if', 'alarms'] as const;
export type ClusterTab = (typeof CLUSTER_TABS)[number];

/** A cluster page: the view, the open tab and its request. */
export const clusterSearch = z.object({
  view: lenient(viewField),
  tab: lenient(z.enum(CLUSTER_TABS)),
  /** Height up to which links count: the cluster as it was known then. */
  until: lenient(numberField),
  /** The two addresses of the proof. */
  a: lenient(identifierField),
  b: lenient(identifierField),
  /** Transaction whose own proof is open in the side panel. */
  prove: lenient(txidField),
  /** Comma-separated rule ids and transactions left out. */
  without: lenient(z.string().max(500)),
  txs: lenient(z.string().max(2000)),
});
export type ClusterSearch = z.output<typeof clusterSearch>;

/** Label packs; with both fields, what bringing that version into force would change. */
export const labelPacksSearch = z.object({
  pack: lenient(z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)),
  version: lenient(z.string().regex(/^[0-9a-f]{16}$/)),
});

/** Members of a comma-separated field, without empty ones. */
export function splitList(text: string | undefined): readonly string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}
