import { readFileSync } from 'node:fs';

/** Name and version of the software, as answers carry it. */
export function readVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return `Trailmark ${(JSON.parse(text) as { version: string }).version}`;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Aborts at the first Ctrl-C, termination or closed terminal; npm may pass the same key press on twice. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

export function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
