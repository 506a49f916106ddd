import { debuglog } from 'node:util';
import { AppError, describeFailure } from '@trailmark/core/errors';
import { toLogLine } from './cli/log-line.ts';
import { parseCommand } from './cli/parse-command.ts';
import { readConfig, widenThreadPool } from './config.ts';

/** Prints what failed as one sentence; a stack only where a developer enabled it with NODE_DEBUG=trailmark. */
function printFailure(error: unknown): void {
  debuglog('trailmark')('%o', error);
  const text = describeFailure(error);
  // What is wrong with a command may take several lines, such as a list of near words.
  const lines = AppError.is(error, 'invalid') ? text.split('\n') : [text];
  process.stderr.write(lines.map((line) => `${toLogLine(line)}\n`).join(''));
}

/** Runs the command line. */
async function main(): Promise<void> {
  try {
    const command = parseCommand(process.argv.slice(2));
    process.exitCode = await command.run(() => readConfig(command.flags));
  } catch (error) {
    printFailure(error);
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

process.on('uncaughtException', (error) => {
  printFailure(error);
  process.exit(1);
});
// The program is bundled; a requested stack trace names the original line.
if (debuglog('trailmark').enabled) process.setSourceMapsEnabled(true);
tolerateClosedPipes();
widenThreadPool();
await main();
