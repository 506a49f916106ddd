import type { LineRule } from './line-rule.ts';

/** The logs of a known bridge say that the money left for another network, or arrived from one. */
export const bridge: LineRule = {
  id: 'bridge/1',
  ofTransaction({ actions }) {
    const found = actions.find(({ kind }) => kind === 'bridge-out' || kind === 'bridge-in');
    if (!found) return undefined;
    const where = found.network === undefined ? '' : ` ${found.kind === 'bridge-out' ? 'to' : 'from'} ${found.network}`;
    return { type: 'bridge', basis: 'inference', note: `${found.protocol}${where}` };
  },
};
