import type { LineRule } from './line-rule.ts';

/** A coin became its wrapped token, or back: the log of the token's contract says so. */
export const wrap: LineRule = {
  id: 'wrap/1',
  ofTransaction({ actions, ins, outs }) {
    const found = actions.find(({ kind }) => kind === 'wrap' || kind === 'unwrap');
    const assets = new Set([...ins, ...outs].map(({ asset }) => asset));
    return found && ins.length > 0 && outs.length > 0 && assets.size === 2
      ? { type: 'wrap', basis: 'inference', note: found.protocol }
      : undefined;
  },
};
