import { workerData } from 'node:worker_threads';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountChainId } from '@trailmark/core/account-chain';
import { followHead, runWorker, type WorkerLink } from '../worker-link.ts';
import type { WorkerSettings } from '../worker-protocol.ts';
import { AccountEngine } from './account-engine.ts';
import type { AccountPort } from './account-port.ts';
import { type AccountSourceSpec, openAccountSource } from './account-source-spec.ts';

/** What a thread that reads an account chain is started with. */
export interface AccountWorkerData extends WorkerSettings {
  readonly chain: AccountChainId;
  readonly spec: AccountSourceSpec;
  readonly fromHeight: number | 'latest';
  readonly stagingDirectory: string;
}

const settings = workerData as AccountWorkerData;

function createPort({ call }: WorkerLink): AccountPort {
  return {
    runTop: (from, isPartial) => call('runTop', from, isPartial),
    lastRunStart: () => call('lastRunStart'),
    heldBlocks: (heights) => call('heldBlocks', heights),
    merge: (blocks) => call('merge', blocks),
    heldHash: (height) => call('heldHash', height),
    commit: (batch) => call('commit', batch),
    invalidate: (fromHeight, toHeight) => call('invalidate', fromHeight, toHeight),
    unknownTokens: (contracts) => call('unknownTokens', contracts),
    putTokens: (tokens) => call('putTokens', tokens),
  };
}

await runWorker(settings, async (link) => {
  const chain = getAccountChain(settings.chain);
  const source = await openAccountSource(chain, settings.spec);
  try {
    link.send({ type: 'source', description: source.description });
    const port = createPort(link);
    const fromHeight =
      settings.fromHeight === 'latest'
        ? ((await port.lastRunStart()) ?? (await source.head(link.stop)).height)
        : settings.fromHeight;
    const engine = new AccountEngine({
      chain: settings.chain,
      chainName: chain.name,
      source,
      port,
      stagingDirectory: settings.stagingDirectory,
      fromHeight,
      toHeight: settings.toHeight,
      onProgress: (progress) => link.send({ type: 'progress', progress }),
      onNote: (message) => link.send({ type: 'note', message }),
    });
    link.stop.addEventListener('abort', () => engine.close(), { once: true });
    if (!settings.follow) {
      await engine.catchUp(link.stop);
      await engine.settleTokens(link.stop);
      return;
    }
    await followHead(link, settings.pollMs, async () => {
      await engine.catchUp(link.stop);
      const tip = await port.runTop(fromHeight, source.isPartial);
      link.send({ type: 'following', height: tip?.height ?? 0 });
    });
  } finally {
    await source.close();
  }
});
