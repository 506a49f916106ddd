import { defineWatchRule, fact, otherSides } from './watch-rule.ts';

/** Counterparties that are looked at; a payment to more is a batch. */
const MOST = 20;

export const newCounterpartyRule = defineWatchRule({
  id: 'new-counterparty',
  name: 'New counterparty',
  about: 'An address on the other side that had no transfer with the watched ones before, in the indexed blocks.',
  version: 1,
  fields: [],
  describe: () => 'New counterparty',
  check: async (hit, _, world) => {
    const others = otherSides(hit, world);
    let fresh = 0;
    for (const other of others.slice(0, MOST)) {
      const known = await Promise.all(hit.touched.map((key) => world.hasPaidBefore(key, other, hit.position)));
      if (!known.includes(true)) fresh += 1;
    }
    const looked = Math.min(others.length, MOST);
    return fact(fresh > 0, `${fresh} of ${looked} counterparties had no earlier transfer in the index`);
  },
});
