import { defineCommand } from './define-command.ts';
import { assertNoWords } from './given-words.ts';

/** Answers until it is stopped. */
export const serveCommand = defineCommand<{ readonly isDemo: boolean }>({
  name: 'serve',
  summary: 'Answer on http://127.0.0.1:3000 from what is indexed',
  help: `trailmark serve [--port <number>] [--host <address>] [--data-dir <folder>] [--demo]

Answers until it is stopped: on a loopback address, or on any where TRAILMARK_TLS_CERT and TRAILMARK_TLS_KEY are set. While
nobody has claimed the installation, each start prints a link that makes the first administrator.

  --port <number>   3000 unless said; 0 takes any that is free
  --demo            fill an empty data folder with fictional agencies and people; their passwords are printed once`,
  options: { port: { type: 'string' }, host: { type: 'string' }, demo: { type: 'boolean' } },
  parse: ({ positionals, values }) => {
    assertNoWords('serve', positionals);
    return { isDemo: values.demo === true };
  },
  run: async ({ isDemo }, readSettings) => {
    const { serve } = await import('../compose.ts');
    await serve(readSettings(), isDemo);
    return 0;
  },
});
