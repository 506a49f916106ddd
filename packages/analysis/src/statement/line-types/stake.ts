import type { LineRule } from './line-rule.ts';

/** The deposit contract of Ethereum's consensus layer (EIP-2982, deposit contract specification). */
const DEPOSIT_CONTRACT = '00000000219ab540356cbb839cbe05303d7705fa';

/** Coins deposited for a validator, and what the consensus layer pays back (EIP-4895): part stake, part reward. */
export const stake: LineRule = {
  id: 'stake/1',
  ofPayment({ others, kind }, isIn, { chain }) {
    if (chain !== 'eth') return undefined;
    if (!isIn && others[0] === DEPOSIT_CONTRACT) return { type: 'stake', basis: 'fact', note: 'Validator deposit' };
    if (isIn && kind === 'withdrawal')
      return { type: 'reward', basis: 'fact', note: 'Withdrawal of a validator: stake and reward together' };
    return undefined;
  },
};
