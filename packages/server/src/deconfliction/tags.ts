import { createHmac } from 'node:crypto';
import { parseAddress } from '@trailmark/chains/chain-address';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { isChainId } from '@trailmark/core/chain';
import type { Grade, InterestTag } from '@trailmark/store/cases/deconfliction/interest-rows';
import { addressKey, keyText } from '../cases/item-kinds/identifiers.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { formatAddress } from '../ledger/any-chain.ts';
import type { Ledgers } from '../ledger/ledgers.ts';
import { toMatchGrades } from './match-keys.ts';

export interface InterestContext {
  readonly casework: CaseworkContext;
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
}

/** What people wrote about an interest, and to each other, is encrypted with it. */
export const sealKey = ({ keys }: Pick<CaseworkContext, 'keys'>): Buffer => keys.derive('deconfliction-text');

const TAG_BYTES = 16;
const MOST_MEMBERS = 1_000;
const MOST_NEIGHBOURS = 200;
const MOST_TAGS = 20_000;

/** The digest of an identifier, by the name that it is compared under, with the key of the installation: without the key a list of every address opens none. */
export function toTag({ keys }: Pick<CaseworkContext, 'keys'>, key: string): Buffer {
  return createHmac('sha256', keys.derive('deconfliction-index')).update(key).digest().subarray(0, TAG_BYTES);
}

interface Place {
  readonly chain: string;
  readonly address: string;
}

function toPlace(key: string): Place | undefined {
  const [kind, chain = ''] = key.split(':');
  return kind === 'address' ? { chain, address: keyText(key) } : undefined;
}

/** Addresses of the same cluster: an inference, so that a match by one of them is weaker. */
function listClusterKeys({ ledgers, knowledge }: InterestContext, { chain, address }: Place): string[] {
  const ledger = ledgers.findOutputs(chain);
  const clusters = ledger && knowledge.clusters(ledger.id);
  if (!ledger || !clusters) return [];
  const cluster = clusters.find(parseOwner(ledger.chain, address), 'conservative');
  if (!cluster) return [];
  const members = clusters.members(cluster, { limit: MOST_MEMBERS });
  return [...members].map((number) => addressKey(chain, formatOwner(ledger.chain, clusters.owner(number))));
}

async function listNeighbourKeys({ ledgers }: InterestContext, { chain, address }: Place): Promise<string[]> {
  const ledger = isChainId(chain) ? ledgers.find(chain) : undefined;
  if (!ledger) return [];
  const page = { sort: 'last', offset: 0, limit: MOST_NEIGHBOURS } as const;
  const { items } = await ledger.transfers.counterparties(parseAddress(ledger.id, address), page);
  return items.map((item) => addressKey(ledger.id, formatAddress(ledger, item.address)));
}

/** What an interest matches by: its identifiers, and as far as its radius goes what is next to them, each with its grade. */
export async function expandKeys(
  context: InterestContext,
  keys: readonly string[],
  { radius, hops }: { readonly radius: 'exact' | 'cluster' | 'hops'; readonly hops: number },
): Promise<ReadonlyMap<string, Grade>> {
  const grades = new Map<string, Grade>(keys.map((key) => [key, 'exact']));
  const add = (found: readonly string[], grade: Grade): string[] => {
    const fresh = found.filter((key) => !grades.has(key)).slice(0, MOST_TAGS - grades.size);
    for (const key of fresh) grades.set(key, grade);
    return fresh;
  };
  if (radius === 'exact') return grades;
  for (const key of keys) {
    const place = toPlace(key);
    if (place) add(listClusterKeys(context, place), 'cluster');
  }
  let frontier = [...keys];
  for (let hop = 0; radius === 'hops' && hop < hops; hop++) {
    const next: string[] = [];
    for (const key of frontier) {
      const place = toPlace(key);
      if (place) next.push(...add(await listNeighbourKeys(context, place), 'hop'));
    }
    frontier = next;
  }
  return grades;
}

export function toTags(casework: Pick<CaseworkContext, 'keys'>, grades: ReadonlyMap<string, Grade>): InterestTag[] {
  return [...toMatchGrades(grades)].map(([key, grade]) => ({ tag: toTag(casework, key), grade }));
}
