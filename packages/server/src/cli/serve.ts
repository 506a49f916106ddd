import { defineCommand } from './define-command.ts';
import { assertNoWords } from './given-words.ts';

export interface DemoOptions {
  readonly isDemo: boolean;
  /** Whether the worked cases are made too. */
  readonly hasCases: boolean;
}

/** Answers until it is stopped. */
export const serveCommand = defineCommand<DemoOptions>({
  name: 'serve',
  summary: 'Answer on http://127.0.0.1:3000 from what is indexed',
  help: `trailmark serve [--port <number>] [--host <address>] [--data-dir <folder>] [--demo | --demo-people]

Answers until it is stopped: on a loopback address, or on any where TRAILMARK_TLS_CERT and TRAILMARK_TLS_KEY are set. While
nobody has claimed the installation, each start prints a link that makes the first administrator.

  --port <number>   3000 unless said; 0 takes any that is free
  --demo            fill an empty data folder with fictional agencies and people, whose passwords are printed once, and
                    with three worked cases over the bundled data
  --demo-people     the same without the cases`,
  options: {
    port: { type: 'string' },
    host: { type: 'string' },
    demo: { type: 'boolean' },
    'demo-people': { type: 'boolean' },
  },
  parse: ({ positionals, values }) => {
    assertNoWords('serve', positionals);
    const hasCases = values.demo === true;
    return { isDemo: hasCases || values['demo-people'] === true, hasCases };
  },
  run: async (demo, readSettings) => {
    const { serve } = await import('../compose.ts');
    await serve(readSettings(), demo);
    return 0;
  },
});
