import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import { openFlowContext } from '../../tracing/flow-context.ts';
import type { TraceDeps } from '../../tracing/open-trace.ts';
import { addAccounts } from './graph-add-accounts.ts';
import { addOutputs } from './graph-add-outputs.ts';
import { expandAccounts } from './graph-expand-accounts.ts';
import { expandOutputs } from './graph-expand-outputs.ts';
import { linkAccounts, linkOutputs } from './graph-links.ts';
import { splitChain, toFragment } from './graph-scope.ts';

type BodyOf<Name extends keyof Contract> = RouteInput<Contract[Name]>['body'];

/** The one spelling of an address that labels are kept under; the text itself where it is none. */
function createSpelling({ ledgers }: TraceDeps, chain: ChainId): (text: string) => string {
  const family = splitChain(chain);
  const spell =
    'accounts' in family
      ? (text: string) => {
          const ledger = ledgers.get(family.accounts);
          return formatAccount(ledger.chain, parseAccount(ledger.chain, text));
        }
      : (text: string) => {
          const ledger = ledgers.get(family.outputs);
          return formatOwner(ledger.chain, parseOwner(ledger.chain, text));
        };
  return (text) => {
    try {
      return spell(text);
    } catch (error) {
      if (AppError.is(error, 'invalid')) return text;
      throw error;
    }
  };
}

/** Addresses, transactions or outputs by name, as pieces of a graph. */
export async function addToGraph(
  deps: TraceDeps,
  { chain, items }: BodyOf<'addToFlow'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['addToFlow']>> {
  const family = splitChain(chain);
  const { scope, refused } =
    'accounts' in family
      ? await addAccounts(deps, family.accounts, items, read)
      : await addOutputs(deps, family.outputs, items, read);
  return { ...toFragment(deps, scope), refused };
}

/** What is next to an address or a transaction on the ledger. */
export async function expandGraph(
  deps: TraceDeps,
  body: BodyOf<'expandFlow'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['expandFlow']>> {
  const family = splitChain(body.chain);
  const { scope, total, remainder } =
    'accounts' in family
      ? await expandAccounts(deps, family.accounts, body, read)
      : await expandOutputs(deps, family.outputs, body, read);
  return { ...toFragment(deps, scope), total, remainder };
}

/** Payments between addresses that are on a canvas already. */
export async function linkGraph(
  deps: TraceDeps,
  body: BodyOf<'linkFlow'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['linkFlow']>> {
  const family = splitChain(body.chain);
  const { scope, total, isCut } =
    'accounts' in family
      ? await linkAccounts(deps, family.accounts, body, read)
      : await linkOutputs(deps, family.outputs, body, read);
  return { ...toFragment(deps, scope), total, isCut };
}

/** Who addresses belong to, in any spelling of the chain; null where no label says so. */
export async function describeParties(
  deps: TraceDeps,
  { chain, addresses }: BodyOf<'describeFlowParties'>,
  read: ReadOptions,
): Promise<RouteOutput<Contract['describeFlowParties']>> {
  const spell = createSpelling(deps, chain);
  const context = await openFlowContext(deps, chain, { assets: [], currency: 'USD' }, read);
  const spelled = addresses.map((address) => ({ address, canonical: spell(address) }));
  const parties = context.partiesOf(spelled.map(({ canonical }) => canonical));
  return {
    items: spelled.map(({ address, canonical }) => ({ address, party: parties.get(canonical) ?? null })),
    labels: deps.knowledge.labels().version,
  };
}
