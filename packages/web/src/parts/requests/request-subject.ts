import type { ActorRow } from '@trailmark/api/contract/label-pack';
import type { OutputChainId } from '@trailmark/core/chain';

/** Whom a request for records is about. */
export interface RequestSubject {
  readonly chain: OutputChainId;
  readonly actor: Pick<ActorRow, 'id' | 'label'> | null;
  /** Who has the keys, where a source says that the named service is a customer of it. */
  readonly host: { readonly id: string; readonly label: string } | null;
}
