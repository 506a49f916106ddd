import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { networkOfChain } from '@trailmark/core/network';
import type { ReadOptions } from '@trailmark/core/read-options';
import { getTracingEngine } from '../engines/get-tracing-engine.ts';
import { findPartyClaim } from '../parties.ts';
import type { TraceDeps } from '../trace-as-of.ts';
import { toFragment } from './graph-scope.ts';

type BodyOf<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];

/** The one spelling of an address that labels are kept under; the text itself where it is none. */
function spellAddress(chain: ChainId, text: string): string {
  try {
    return normaliseAddress(chain, text);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return text;
    throw error;
  }
}

/** Addresses, transactions or outputs by name, as pieces of a graph. */
export async function addToGraph(
  deps: TraceDeps,
  { chain, items }: BodyOf<'addToFlow'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['addToFlow']>> {
  const { scope, refused } = await getTracingEngine(deps, chain).add(items, read);
  return { ...toFragment(deps, scope), refused };
}

/** What is next to an address or a transaction on the ledger. */
export async function expandGraph(
  deps: TraceDeps,
  body: BodyOf<'expandFlow'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['expandFlow']>> {
  const { scope, total, remainder } = await getTracingEngine(deps, body.chain).expand(body, read);
  return { ...toFragment(deps, scope), total, remainder };
}

/** Payments between addresses that are on a canvas already. */
export async function linkGraph(
  deps: TraceDeps,
  body: BodyOf<'linkFlow'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['linkFlow']>> {
  const { scope, total, isCut } = await getTracingEngine(deps, body.chain).link(body, read);
  return { ...toFragment(deps, scope), total, isCut };
}

/** Who addresses belong to, in any spelling of the chain; null where no label says so. */
export async function describeParties(
  deps: TraceDeps,
  { chain, addresses }: BodyOf<'describeFlowParties'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['describeFlowParties']>> {
  const context = await getTracingEngine(deps, chain).openContext({ assets: [], currency: 'USD' }, read);
  const asked = addresses.map((address) => ({ address, spelled: spellAddress(chain, address) }));
  const parties = context.partiesOf(asked.map(({ spelled }) => spelled));
  const labels = deps.knowledge.labels();
  const network = networkOfChain(chain);
  return {
    items: asked.map(({ address, spelled }) => {
      const party = parties.get(spelled) ?? null;
      const claimId = party && findPartyClaim(labels, network, spelled, party)?.id;
      return { chain, address, spelled, party, claim: claimId ? { claimId } : null };
    }),
    labels: labels.version,
  };
}
