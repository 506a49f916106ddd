import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { addAccounts } from '../../flows/graph/graph-add-accounts.ts';
import { addOutputs } from '../../flows/graph/graph-add-outputs.ts';
import { expandAccounts } from '../../flows/graph/graph-expand-accounts.ts';
import { expandOutputs } from '../../flows/graph/graph-expand-outputs.ts';
import { linkAccounts, linkOutputs } from '../../flows/graph/graph-links.ts';
import { splitChain, toFragment } from '../../flows/graph/graph-scope.ts';
import type { Handlers } from '../../http/mount.ts';
import { openFlowContext } from '../../tracing/flow-context.ts';
import type { TraceDeps } from '../../tracing/open-trace.ts';

type GraphHandlers = Pick<Handlers, 'addToFlow' | 'describeFlowParties' | 'expandFlow' | 'linkFlow'>;

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

/** Pieces of graphs that are brought onto a canvas by hand. */
export function createGraphHandlers(deps: TraceDeps): GraphHandlers {
  return {
    async addToFlow({ body: { chain, items } }, { read }) {
      const family = splitChain(chain);
      const { scope, refused } =
        'accounts' in family
          ? await addAccounts(deps, family.accounts, items, read)
          : await addOutputs(deps, family.outputs, items, read);
      return { ...toFragment(deps, scope), refused };
    },

    async expandFlow({ body }, { read }) {
      const family = splitChain(body.chain);
      const { scope, total, remainder } =
        'accounts' in family
          ? await expandAccounts(deps, family.accounts, body, read)
          : await expandOutputs(deps, family.outputs, body, read);
      return { ...toFragment(deps, scope), total, remainder };
    },

    async linkFlow({ body }, { read }) {
      const family = splitChain(body.chain);
      const { scope, total, isCut } =
        'accounts' in family
          ? await linkAccounts(deps, family.accounts, body, read)
          : await linkOutputs(deps, family.outputs, body, read);
      return { ...toFragment(deps, scope), total, isCut };
    },

    async describeFlowParties({ body: { chain, addresses } }, { read }) {
      const spell = createSpelling(deps, chain);
      const context = await openFlowContext(deps, chain, { assets: [], currency: 'USD' }, read);
      const spelled = addresses.map((address) => ({ address, canonical: spell(address) }));
      const parties = context.partiesOf(spelled.map(({ canonical }) => canonical));
      return {
        items: spelled.map(({ address, canonical }) => ({ address, party: parties.get(canonical) ?? null })),
        labels: deps.knowledge.labels().version,
      };
    },
  };
}
