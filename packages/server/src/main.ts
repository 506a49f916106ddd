import { AppError } from '@trailmark/core/errors';
import { parseCommand } from './cli/parse-command.ts';
import { readConfig, widenThreadPool } from './config.ts';

/** Runs the command line. Prints what failed as one sentence; a stack only for what should not happen. */
async function main(): Promise<void> {
  try {
    const command = parseCommand(process.argv.slice(2));
    process.exitCode = await command.run(() => readConfig(command.flags));
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
