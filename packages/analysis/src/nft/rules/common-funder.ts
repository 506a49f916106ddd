import { defineWashRule, findPairs, type WashFinding } from '../wash-rule.ts';

/** The first coin of both parties came from one wallet that is no service. */
export const commonFunder = defineWashRule({
  id: 'common-funder',
  version: 2,
  title: 'Same first funder, services left out',
  weight: 1,
  needs: 'funding',
  innocent: 'Two customers of a service that no label names and that is not busy in this index.',
  params: [],
  find(world): WashFinding[] {
    const { funding, services } = world;
    if (!funding) return [];
    return findPairs(this, world, ({ seller, buyer }) => {
      const [first, second] = [seller, buyer].map((wallet) => funding.get(wallet)?.funder);
      return first === undefined || first !== second || services.has(first) ? undefined : { funded: [seller, buyer] };
    });
  },
});
