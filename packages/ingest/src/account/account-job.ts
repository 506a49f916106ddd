import type { AccountChainStore } from '@trailmark/store/account-facts/account-store';
import { type IngestJob, type IngestStatus, startWorkerJob } from '../worker-job.ts';
import { createAccountPort } from './account-port.ts';
import type { AccountSourceSpec } from './account-source-spec.ts';
import type { AccountWorkerData } from './account-worker-data.ts';

export interface AccountJobOptions {
  readonly store: AccountChainStore;
  readonly spec: AccountSourceSpec;
  readonly follow: boolean;
  /** Where to start if nothing of a node is indexed there; 0 by default. */
  readonly fromHeight?: number | 'latest' | undefined;
  readonly toHeight?: number | undefined;
  readonly pollMs?: number | undefined;
  /** Where compiled modules are kept from one start to the next. */
  readonly compileCache?: string | undefined;
  /** Requests are answered meanwhile: they come first. */
  readonly isGentle?: boolean | undefined;
  readonly onChange?: ((status: IngestStatus) => void) | undefined;
}

/** Half a second: a transfer is on the screen within two seconds of its block. */
const POLL_MS = 500;

/** Starts reading an account chain in a thread of its own. The caller sees to it that a chain has one job at a time. */
export function startAccountJob(options: AccountJobOptions): IngestJob {
  const { store, spec } = options;
  const data: AccountWorkerData = {
    chain: store.chain,
    spec,
    follow: options.follow,
    pollMs: options.pollMs ?? POLL_MS,
    fromHeight: options.fromHeight ?? 0,
    toHeight: options.toHeight,
    isGentle: options.isGentle ?? false,
    stagingDirectory: store.stagingDirectory,
    compileCache: options.compileCache,
  };
  return startWorkerJob({
    chain: store.chain,
    module: new URL('./account-worker.ts', import.meta.url),
    data,
    sourceWord: 'node',
    port: createAccountPort(store),
    onChange: options.onChange,
  });
}
