import { getChain } from '@trailmark/chains/catalogue';
import { chanceOfFalseMatch } from '@trailmark/chains/utxo/filter/block-filter';
import { describeTooManyScripts } from '@trailmark/chains/utxo/filter/filter-limit';
import { AppError } from '@trailmark/core/errors';
import type { LedgerPort } from '../utxo/ledger-port.ts';
import { type FilterSourceSpec, openFilters } from '../utxo/source-spec.ts';
import { followHead, type WorkerLink } from '../worker-link.ts';
import type { IngestWorkerData } from '../worker-protocol.ts';
import type { WatchedChain } from './create-filter-port.ts';
import { FilterEngine } from './filter-engine.ts';
import { FilterLog } from './filter-log.ts';
import type { FilterPort, WatchedScripts } from './filter-port.ts';

/** The port of a thread. Scripts cross only when they changed: they may be many. */
function createPort(link: WorkerLink, ledger: LedgerPort): FilterPort {
  let last: WatchedScripts | undefined;
  return {
    ...ledger,
    indexedBlock: (height) => link.call('indexedBlock', height),
    discardAt: (height) => link.call('discardAt', height),
    readAgain: (height, parentHash) => link.call('readAgain', height, parentHash),
    async watchedScripts(readTo) {
      const found: Awaited<ReturnType<WatchedChain['watchedScripts']>> = await link.call(
        'watchedScripts',
        readTo,
        last?.revision,
      );
      if (!found) return undefined;
      const { revision, scripts } = found;
      if (scripts) last = { revision, scripts };
      return last;
    },
  };
}

/** Follows a chain by its block filters until the job is stopped. Throws `invalid` for a start that has no height. */
export async function followFilters(
  link: WorkerLink,
  settings: IngestWorkerData,
  { spec, ledger }: { readonly spec: FilterSourceSpec; readonly ledger: LedgerPort },
): Promise<void> {
  const { fromHeight, toHeight } = settings;
  if (fromHeight === 'first') throw new AppError('invalid', 'Filters are followed from a height, not from the first.');
  const source = openFilters(settings.chain, spec);
  link.send({ type: 'source', description: source.description });
  const log = new FilterLog(settings.filterLog);
  const port = createPort(link, ledger);
  const engine = new FilterEngine({
    ...{ chain: getChain(settings.chain), source, port, log, fromHeight, toHeight },
    directories: settings.directories,
    tableSlots: settings.tableSlots,
    sleep: (milliseconds) => link.sleep(milliseconds),
    onProgress: (progress) => link.send({ type: 'progress', progress }),
  });
  const report = (): void => {
    const { scripts } = engine;
    const warning = describeTooManyScripts(scripts) ?? null;
    link.send({ type: 'filters', filters: { ...log.counts, scripts, warning, chance: chanceOfFalseMatch(scripts) } });
  };
  try {
    if (settings.follow) {
      await followHead(link, settings.pollMs, async () => {
        await engine.catchUp(link.stop);
        link.send({ type: 'following', height: log.last?.height ?? 0 });
        report();
      });
    } else {
      await engine.catchUp(link.stop);
      report();
    }
  } finally {
    engine.close();
    await source.close();
  }
}
