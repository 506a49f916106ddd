import type { AccountChainId } from '@trailmark/core/chain';
import type { WorkerSettings } from '../worker-protocol.ts';
import type { AccountSourceSpec } from './account-source-spec.ts';

/** What a thread that reads an account chain is started with. */
export interface AccountWorkerData extends WorkerSettings {
  readonly chain: AccountChainId;
  readonly spec: AccountSourceSpec;
  readonly fromHeight: number | 'latest';
  readonly stagingDirectory: string;
  /** Where compiled modules are kept from one start to the next; undefined: nowhere. */
  readonly compileCache: string | undefined;
}
