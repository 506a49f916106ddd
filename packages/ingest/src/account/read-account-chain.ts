import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { followHead, runWorker, type WorkerLink } from '../worker-link.ts';
import { AccountEngine } from './account-engine.ts';
import type { AccountPort } from './account-port.ts';
import { openAccountSource } from './account-source-spec.ts';
import type { AccountWorkerData } from './account-worker-data.ts';

function createPort({ call }: WorkerLink): AccountPort {
  return {
    runTop: (from, isPartial) => call('runTop', from, isPartial),
    lastRunStart: () => call('lastRunStart'),
    indexedBlocks: (heights) => call('indexedBlocks', heights),
    merge: (blocks) => call('merge', blocks),
    indexedHash: (height) => call('indexedHash', height),
    commit: (batch) => call('commit', batch),
    invalidate: (fromHeight, toHeight) => call('invalidate', fromHeight, toHeight),
    unknownTokens: (contracts) => call('unknownTokens', contracts),
    putTokens: (tokens) => call('putTokens', tokens),
  };
}

/** The work of the thread: reads the chain until it has caught up, or until it is stopped where it follows. */
export async function readAccountChain(settings: AccountWorkerData): Promise<void> {
  await runWorker(settings, (link) => readFrom(link, settings));
}

async function readFrom(link: WorkerLink, settings: AccountWorkerData): Promise<void> {
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
}
