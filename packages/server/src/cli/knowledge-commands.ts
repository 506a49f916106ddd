import { existsSync } from 'node:fs';
import { findLockHolder } from '@trailmark/store/data-lock';
import { BUNDLED_LABELS, BUNDLED_PRICES } from '../attribution/knowledge-host.ts';
import type { Config } from '../config.ts';
import { say, stopSignal } from './command-process.ts';
import { handOverReload } from './hand-over.ts';
import { runLabelCommand } from './label-commands.ts';
import type { LabelOptions } from './label-options.ts';
import { runPriceCommand } from './price-commands.ts';
import type { PriceOptions } from './price-options.ts';

/** Lists, imports or fetches prices; a server that runs on the same folder takes them over. */
export async function prices(config: Config, options: PriceOptions): Promise<void> {
  const { dataDir } = config;
  const bundledFile = existsSync(BUNDLED_PRICES) ? BUNDLED_PRICES : undefined;
  const hasChanged = await runPriceCommand(options, { dataDir, bundledFile, say, now: () => new Date() });
  const holder = findLockHolder(dataDir);
  if (hasChanged && holder?.control && (await handOverReload(holder.control, 'prices')))
    say(`The running server (process ${holder.pid}) has taken them over.`);
}

/** Lists, imports, previews and activates label packs; a server that runs on the same folder takes the change over. */
export async function labels(config: Config, options: LabelOptions): Promise<void> {
  const { dataDir } = config;
  const bundledDirectory = existsSync(BUNDLED_LABELS) ? BUNDLED_LABELS : undefined;
  const signal = stopSignal();
  const hasChanged = await runLabelCommand(options, { dataDir, bundledDirectory, say, now: () => new Date(), signal });
  const holder = findLockHolder(dataDir);
  if (hasChanged && holder?.control && (await handOverReload(holder.control, 'labels')))
    say(`The running server (process ${holder.pid}) has taken the change over.`);
}
