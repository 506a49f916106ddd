import { CATEGORIES, type CategoryId } from '@trailmark/core/category';
import { defineWatchRule, otherSides } from './watch-rule.ts';

const SERVICE = 'service';
const nameOf = (id: string): string => (id === SERVICE ? 'any service' : (CATEGORIES[id as CategoryId]?.name ?? id));

export const categoryRule = defineWatchRule({
  id: 'category',
  name: 'Counterparty category',
  about: 'Labels of the other side, as they are when its block is read.',
  version: 1,
  fields: [
    {
      ...{ id: 'is', name: 'Counterparty is', kind: 'choice', default: SERVICE },
      choices: [
        { id: SERVICE, name: 'Any service' },
        ...Object.entries(CATEGORIES).map(([id, { name }]) => ({ id, name })),
      ],
    },
  ],
  describe: ({ is = SERVICE }) => `Counterparty is ${nameOf(is)}`,
  check: (hit, { is = SERVICE }, world) => {
    const labels = otherSides(hit, world).flatMap((key) => world.labelsOf(key));
    const fits = (category: CategoryId) => (is === SERVICE ? CATEGORIES[category].isService : category === is);
    const found = labels.filter(({ category }) => fits(category));
    const said = found
      .slice(0, 3)
      .map(({ label, category, pack }) => `“${label}” (${CATEGORIES[category].name}, ${pack})`);
    // Without a label nothing is known: that is no finding that it is none.
    return { met: found.length > 0, mark: 'claim', words: said.join(', ') || 'no label of this category' };
  },
});
