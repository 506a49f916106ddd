import type { LineRule } from './line-rule.ts';

/** One asset left and another came in a transaction of the set: a known exchange logged it, or the change alone says so. */
export const swap: LineRule = {
  id: 'swap/1',
  ofTransaction({ actions, ins, outs, isOwnCall }) {
    const found = actions.find(({ kind }) => kind === 'swap');
    const given = new Set(outs.map(({ asset }) => asset));
    const got = new Set(ins.map(({ asset }) => asset));
    const isExchange = ins.length > 0 && outs.length > 0 && [...got].some((asset) => !given.has(asset));
    if (!isExchange || !(found || isOwnCall)) return undefined;
    return { type: 'swap', basis: 'inference', note: found?.protocol };
  },
};
