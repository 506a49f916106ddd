import type { AccountChainId, ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { BranchRole, KeyBranch } from '@trailmark/core/statement/wallet-keys';
import { getAccountChain } from '../account-catalogue.ts';
import { getChain } from '../catalogue.ts';
import type { UtxoChain } from '../utxo/chain-definition.ts';
import { parseOwnerRange } from '../utxo/descriptor.ts';
import { type ExtendedKey, parseExtendedKey } from '../utxo/extended-key.ts';
import { type AddressForm, findOutputChain, keyAddress, listForms, ownerAddress } from './key-address.ts';

/** A tree with more branches than this is no wallet. */
const MOST_BRANCHES = 64;
/** Depth of the key of an account in BIP 44: m / purpose' / coin' / account'. */
const ACCOUNT_DEPTH = 3;
/** Spellings that say nothing about a form: wallets use them for every one. */
const BARE = ['xpub', 'tpub', 'Ltub', 'ttub', 'dgub'];

interface Steps {
  readonly fixed: readonly number[];
  readonly role: BranchRole;
}

const RECEIVE: Steps = { fixed: [0], role: 'receive' };
const CHANGE: Steps = { fixed: [1], role: 'change' };
const BELOW: Steps = { fixed: [], role: 'addresses' };

function roleOf(branch: number, branches: number): BranchRole {
  if (branches !== 2) return 'addresses';
  return branch === 0 ? 'receive' : 'change';
}

function descriptorBranches(outputs: UtxoChain, text: string): KeyBranch[] {
  const { branches, isRanged, derive } = parseOwnerRange(outputs, text);
  if (branches > MOST_BRANCHES) throw new AppError('invalid', `A descriptor has at most ${MOST_BRANCHES} branches.`);
  return Array.from({ length: branches }, (_, branch) => {
    const path = derive(branch, 0)[0]?.path ?? '';
    return {
      chain: outputs.id,
      form: 'descriptor',
      role: roleOf(branch, branches),
      path: isRanged ? path.replace(/0$/, '*') : path,
      isRanged,
      derive: (index: number) =>
        derive(branch, index).map(({ path: steps, owner }) => ({ path: steps, ...ownerAddress(outputs, owner) })),
    };
  });
}

/** Branches of an extended key: the fixed steps of each, with what it is for. */
function keyBranches(
  chain: ChainId,
  key: ExtendedKey,
  forms: readonly AddressForm[],
  steps: readonly Steps[],
): KeyBranch[] {
  return forms.flatMap((form) =>
    steps.map(({ fixed, role }) => ({
      chain,
      form,
      role,
      path: [...fixed, '*'].join('/'),
      isRanged: true,
      derive: (index: number) => [
        { path: [...fixed, index].join('/'), ...keyAddress(chain, form, key.derive([...fixed, index])) },
      ],
    })),
  );
}

/** BIP 44 has accounts at 0/i below the key of an account; MEW and the first Ledger wallets had them right below it. */
function accountBranches(chain: AccountChainId, text: string): KeyBranch[] {
  const { name, symbol } = getAccountChain(chain);
  if (text.includes('(')) throw new AppError('invalid', `Output descriptors describe no addresses of ${name}.`);
  // Extended keys of account chains are spelt as those of Bitcoin.
  const key = parseExtendedKey(getChain('btc'), text);
  if (key.name !== 'xpub') {
    throw new AppError('invalid', `Wallets spell extended keys of ${symbol} "xpub"; this one is a "${key.name}".`);
  }
  const steps = key.depth <= ACCOUNT_DEPTH ? [RECEIVE, BELOW] : [BELOW];
  return keyBranches(chain, key, ['account'], steps);
}

/**
 * The branches of addresses that an extended public key or an output descriptor represents on a chain: of a bare `xpub` in
 * every form of address the chain has, of a `ypub` or `zpub` in the form of its spelling (SLIP-132). Throws `invalid`
 * without repeating the key; private keys are refused.
 */
export function listKeyBranches(chain: ChainId, keyOrDescriptor: string): readonly KeyBranch[] {
  const text = keyOrDescriptor.trim();
  const outputs = findOutputChain(chain);
  if (!outputs) return accountBranches(chain as AccountChainId, text);
  if (text.includes('(')) return descriptorBranches(outputs, text);
  const key = parseExtendedKey(outputs, text);
  const forms = BARE.includes(key.name) ? listForms(chain) : [key.form];
  // A key below that of an account may be one branch itself.
  return keyBranches(chain, key, forms, key.depth <= ACCOUNT_DEPTH ? [RECEIVE, CHANGE] : [BELOW, RECEIVE, CHANGE]);
}
