import { BEHAVIOURS } from '@trailmark/analysis/screening/behaviours/catalogue';
import { defineWatchRule } from './watch-rule.ts';

const ANY = 'any';
/** Seen in traces alone, which a watch of addresses does not run. */
const OF_TRACES: ReadonlySet<string> = new Set(['peel-chain']);
const PATTERNS = BEHAVIOURS.filter(({ id }) => !OF_TRACES.has(id));
const nameOf = (id: string): string => PATTERNS.find((pattern) => pattern.id === id)?.title ?? id;
const isRisk = (id: string): boolean => PATTERNS.find((pattern) => pattern.id === id)?.nature === 'risk';
/** Watched addresses of one transaction whose payments are read. */
const MOST = 5;

export const behaviourRule = defineWatchRule({
  id: 'behaviour',
  name: 'Behaviour seen',
  about:
    'The transaction completes or continues a pattern of a watched address: the patterns of Address threat, over its newest 2,000 transfers up to this block.',
  version: 1,
  fields: [
    {
      ...{ id: 'is', name: 'Pattern', kind: 'choice', default: ANY },
      choices: [
        { id: ANY, name: 'Any pattern that may be a risk' },
        ...PATTERNS.map(({ id, title }) => ({ id, name: title })),
      ],
    },
  ],
  describe: ({ is = ANY }) => (is === ANY ? 'Any pattern that may be a risk' : nameOf(is)),
  check: async (hit, { is = ANY }, world) => {
    const sentences: string[] = [];
    for (const key of hit.touched.slice(0, MOST)) {
      const found = await world.behavioursOf(key, hit.height);
      const fits = found.filter(({ pattern }) => {
        const id = pattern.split('/')[0] ?? '';
        return is === ANY ? isRisk(id) : id === is;
      });
      // What ended before this block is news of another transaction.
      sentences.push(...fits.filter(({ lastTime }) => lastTime === hit.time).map(({ sentence }) => sentence));
    }
    return {
      met: sentences.length > 0,
      mark: 'inference',
      words: sentences.slice(0, 3).join(' ') || 'no such pattern in this transaction',
    };
  },
});
