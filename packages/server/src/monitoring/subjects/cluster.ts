import { traitsOf } from '@trailmark/chains/chain-traits';
import { readStatementSet } from '../../statements/statement-set.ts';
import type { WatchSubject } from './watch-subject.ts';

export const clusterSubject: WatchSubject = {
  id: 'cluster',
  name: 'Cluster',
  about: 'Every address that co-spending joins with this one, and those that join it later.',
  grows: true,
  isReadTo: ({ knowledge }, chain, height) => {
    const traits = traitsOf(chain);
    const clusters = traits.hasClusters ? knowledge.clusters(traits.id) : undefined;
    return (clusters?.progress.height ?? height) >= height;
  },
  read: async (deps, { chain, text }, read) => {
    const subjects = [{ kind: 'cluster' as const, chain, text: text.trim() }];
    const set = await readStatementSet(deps, { subjects, gapLimit: 20 }, read);
    const keys = [...(set.keys.get(chain) ?? [])];
    return {
      targets: keys.map((key) => ({ chain, kind: 'address' as const, key })),
      text: set.subjects[0]?.subject.text ?? text,
    };
  },
};
