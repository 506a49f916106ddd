import { readVersion } from './command-process.ts';
import { defineCommand } from './define-command.ts';
import { parseTraceOptions, TRACE_FLAGS, TRACE_HELP } from './trace-options.ts';

/** Traces at the command line: the same answer as the canvas and the API, as JSON. */
export const traceCommand = defineCommand({
  name: 'trace',
  summary: 'Trace money forward or back, or run a trace log again',
  help: TRACE_HELP,
  options: TRACE_FLAGS,
  parse: parseTraceOptions,
  run: async (options, readSettings) => {
    const { runTraceCommand } = await import('./trace-command.ts');
    return runTraceCommand(readSettings(), options, readVersion());
  },
});
