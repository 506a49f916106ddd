import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import type { AccountWorkerData } from './account-worker-data.ts';

const settings = workerData as AccountWorkerData;
// Half of a thread's start is the reading of its modules; what they import is loaded only after the cache is there.
if (settings.compileCache !== undefined) enableCompileCache(settings.compileCache);
const { readAccountChain } = await import('./read-account-chain.ts');
await readAccountChain(settings);
