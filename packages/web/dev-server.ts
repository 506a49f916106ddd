import type { ServerResponse } from 'node:http';
import { createServer, type ProxyOptions } from 'vite';

/** Everything the server answers that is not a file of the web application. */
const SERVER_PATHS = ['/api', '/graphsense', '/healthz', '/users/images'];

export interface DevServer {
  /** Where the pages are, `http://localhost:5173`: passkeys need a name. */
  readonly origin: string;
  close(): Promise<void>;
}

/** What a page gets while the server restarts: an answer it may repeat, in the form of the API's own failures. */
function answerRestarting(response: ServerResponse): void {
  if (response.headersSent) return;
  const detail = 'The server is starting. Try again in a moment.';
  response.writeHead(503, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ type: 'about:blank', title: 'Unavailable', status: 503, kind: 'unavailable', detail }));
}

/** Vite serves the pages from their source and hands every other path to the server at `api`. Port 0 takes any free one. */
export async function openDevServer({
  port,
  api,
}: {
  readonly port: number;
  readonly api: string;
}): Promise<DevServer> {
  const proxy: ProxyOptions = {
    target: api,
    // The server compares the Host header with the page's origin.
    changeOrigin: false,
    configure: (proxied) => {
      proxied.on('error', (_error, _request, response) => {
        if ('writeHead' in response) answerRestarting(response);
      });
    },
  };
  const vite = await createServer({
    root: import.meta.dirname,
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: '127.0.0.1',
      port,
      strictPort: port !== 0,
      proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, proxy])),
    },
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('Vite has no port.');
  return { origin: `http://localhost:${address.port}`, close: () => vite.close() };
}
