import type { LineRule } from './line-rule.ts';

/** The deposit contract of Ethereum's consensus layer (EIP-2982, deposit contract specification). */
const DEPOSIT_CONTRACT = '00000000219ab540356cbb839cbe05303d7705fa';

/**
 * Coins deposited for a validator, and what the consensus layer pays back (EIP-4895). An exit is nearly all stake, a sweep of what is
 * above it all reward: the block does not state which, so the type names neither.
 */
export const stake: LineRule = {
  id: 'stake/2',
  ofPayment({ others, kind }, isIn, { chain }) {
    if (chain !== 'eth') return undefined;
    if (!isIn && others[0] === DEPOSIT_CONTRACT) return { type: 'stake', basis: 'fact', note: 'Validator deposit' };
    if (isIn && kind === 'withdrawal')
      return {
        type: 'validator-withdrawal',
        basis: 'fact',
        note: 'Stake, reward or both: the block does not say which',
      };
    return undefined;
  },
};
