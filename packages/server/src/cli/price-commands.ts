import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { dayOf } from '@trailmark/core/price';
import { getPriceSource } from '@trailmark/ingest/prices/catalogue';
import type { PriceBatch, PriceSource } from '@trailmark/ingest/prices/price-source';
import { mergeQuoteFile } from '@trailmark/store/prices/price-files';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import { openPriceTable } from '../knowledge/prices/open-price-table.ts';
import { summariseAsset } from '../knowledge/prices/price-table-rows.ts';
import { getRefresh, outboundId, refreshPrices } from '../knowledge/prices/refresh-prices.ts';
import type { OutboundDeps } from '../outbound/guarded-fetch.ts';
import { setSourceAllowed } from '../outbound/source-permissions.ts';
import type { PriceOptions } from './price-options.ts';

export interface PriceCommandDeps extends OutboundDeps {
  /** The table that comes with the software; undefined: none. */
  readonly bundledFile: string | undefined;
  readonly say: (line: string) => void;
  readonly now: () => Date;
}

const LONGEST_FILE = 256 * 2 ** 20;
const REFUSALS_SHOWN = 20;

/** Folder of imported prices. */
export function priceDirectory(dataDir: string): string {
  return join(dataDir, 'prices');
}

function listPrices({ dataDir, bundledFile, say }: PriceCommandDeps): void {
  const table = openPriceTable({ directory: priceDirectory(dataDir), bundledFile }).current();
  say(`Price table ${table.version}. Currencies: ${table.currencies.join(', ')}.`);
  for (const asset of table.assets) {
    const row = summariseAsset(table, asset);
    if (!row) continue;
    const others = table.others(asset, 'USD').length;
    say(
      `${asset}: ${formatPlural(row.days, 'day')} from ${row.fromDay} to ${row.toDay}, ${formatCount(row.missingDays)} missing between.`,
    );
    for (const { id, name, days } of row.sources) say(`  ${id}: ${formatPlural(days, 'day')}. ${name}`);
    if (others > 0) say(`  ${formatPlural(others, 'day')} stated by further sources stand beside them.`);
  }
}

function formatRefusals({ refused, refusedCount }: PriceBatch, say: PriceCommandDeps['say']): void {
  for (const { line, reason } of refused.slice(0, REFUSALS_SHOWN)) say(`  line ${line}: ${reason}`);
  const rest = refusedCount - Math.min(refused.length, REFUSALS_SHOWN);
  if (rest > 0) say(`  and ${formatPlural(rest, 'further row')} refused.`);
}

/** Keeps the good rows of a batch under the source's id, and says what became of the others. */
function keepBatch(source: PriceSource, batch: PriceBatch, { dataDir, say }: PriceCommandDeps): void {
  formatRefusals(batch, say);
  const count = batch.quotes.length + batch.rates.length;
  if (count === 0) throw new AppError('invalid', 'No row could be taken over.');
  const { added, changed, total } = mergeQuoteFile(priceDirectory(dataDir), source.id, batch);
  say(
    `${source.name}: ${formatPlural(added, 'row')} added, ${formatCount(changed)} changed, ${formatCount(batch.refusedCount)} refused. ${formatCount(total)} held.`,
  );
}

function readText(file: string): string {
  try {
    if (statSync(file).size > LONGEST_FILE) throw new AppError('invalid', `The file ${file} is longer than 256 MiB.`);
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (AppError.is(cause)) throw cause;
    throw new AppError('not-found', `The file ${file} cannot be read.`, { cause });
  }
}

function importPrices(options: Extract<PriceOptions, { readonly action: 'import' }>, deps: PriceCommandDeps): void {
  const source = getPriceSource(options.source);
  if (source.id === 'bundled')
    throw new AppError('invalid', 'The bundled table comes with the software. Import a file as csv.');
  const { asset, mapping } = options;
  const today = dayOf(deps.now().getTime() / 1_000);
  keepBatch(source, source.parse(readText(options.file), { today, asset, mapping }), deps);
}

async function permit(source: PriceSource, isAllowed: boolean, { dataDir, say }: PriceCommandDeps): Promise<void> {
  const refresh = getRefresh(source);
  await setSourceAllowed(dataDir, outboundId(source), isAllowed);
  const word = isAllowed ? `may now be requested at https://${refresh.host}` : 'may not be requested over the network';
  say(`${source.name} ${word}.`);
}

/** Runs `trailmark prices`. Returns whether the table changed, so that a running server must read it again. */
export async function runPriceCommand(options: PriceOptions, deps: PriceCommandDeps): Promise<boolean> {
  if (options.action === 'list') {
    listPrices(deps);
    return false;
  }
  if (options.action === 'import') {
    importPrices(options, deps);
    return true;
  }
  const source = getPriceSource(options.source);
  if (options.action !== 'refresh') {
    await permit(source, options.action === 'allow', deps);
    return false;
  }
  for await (const batch of refreshPrices(source, options.asset, deps)) keepBatch(source, batch, deps);
  return true;
}
