import { AppError } from '@trailmark/core/errors';
import { type Command, type IngestOptions, parseCommand } from './cli.ts';
import { type Config, readConfig, widenThreadPool } from './config.ts';
import type { LabelOptions } from './labels/label-options.ts';
import type { PriceOptions } from './prices/price-options.ts';

/** What `compose.ts` offers: each command resolves when its work is done or was stopped. */
export interface Composition {
  serve(config: Config, isDemo: boolean): Promise<void>;
  ingest(config: Config, options: IngestOptions): Promise<void>;
  status(config: Config): Promise<void>;
  verify(config: Config, chain: string | undefined): Promise<void>;
  notify(config: Config, chain: string): Promise<void>;
  labels(config: Config, options: LabelOptions): Promise<void>;
  prices(config: Config, options: PriceOptions): Promise<void>;
}

async function loadComposition(): Promise<Composition> {
  // Loaded only when a command needs the store: help and mistakes answer at once.
  const path = './compose.ts';
  return (await import(path)) as Composition;
}

async function run(command: Command): Promise<void> {
  if (command.name === 'help') {
    process.stdout.write(`${command.text}\n`);
    return;
  }
  if (command.name === 'verify-proof') {
    const { formatProofReport, verifyProofFile } = await import('./verify-proof.ts');
    const report = await verifyProofFile(command.file, command.flags);
    process.stdout.write(`${formatProofReport(report)}\n`);
    process.exitCode = report.verdict === 'verified' ? 0 : 1;
    return;
  }
  const config = readConfig(command.flags);
  if (command.name === 'audit') {
    const { runAuditCommand } = await import('./audit/audit-command.ts');
    process.exitCode = await runAuditCommand(config, command.options, (text) => process.stdout.write(`${text}\n`));
    return;
  }
  const composition = await loadComposition();
  if (command.name === 'serve') await composition.serve(config, command.isDemo);
  else if (command.name === 'ingest') await composition.ingest(config, command.options);
  else if (command.name === 'status') await composition.status(config);
  else if (command.name === 'labels') await composition.labels(config, command.options);
  else if (command.name === 'prices') await composition.prices(config, command.options);
  else if (command.name === 'notify') await composition.notify(config, command.chain);
  else await composition.verify(config, command.chain);
}

/** Runs the command line. Prints what failed as one sentence; a stack only for what should not happen. */
async function main(): Promise<void> {
  try {
    await run(parseCommand(process.argv.slice(2)));
  } catch (error) {
    const isExpected = AppError.is(error) && error.kind !== 'internal';
    process.stderr.write(`${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = AppError.is(error, 'invalid') ? 2 : 1;
  }
}

/** Output that nobody reads any longer, as after `| head`, is dropped, and the command ends its work: no failure. */
function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

tolerateClosedPipes();
widenThreadPool();
await main();
