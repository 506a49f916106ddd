import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { getActor, listActorLabels, listActors } from '../../knowledge/labels/actor-directory.ts';

/** The directory of organisations. */
export function createActorHandlers({
  labels,
}: Pick<Knowledge, 'labels'>): Pick<Handlers, 'listActors' | 'getActor' | 'listActorLabels'> {
  return {
    listActors: async ({ query }) => listActors(labels(), query),
    getActor: async ({ params }) => getActor(labels(), params.actor),
    listActorLabels: async ({ params, query }) => listActorLabels(labels(), params.actor, query),
  };
}
