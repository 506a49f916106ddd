import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the least page shows that pages are compared with: a heading, or a canvas of the size of a window with one shape. */
const PAGES = {
  heading: '<main><h1>Bare</h1></main>',
  canvas: `<div class="tm-flowcanvas" style="position:fixed;inset:0"><div class="layers"><div></div>
    <canvas width="1440" height="900"></canvas></div></div>
    <script>document.querySelector('canvas').getContext('2d').fillRect(600, 300, 200, 200)</script>`,
} as const;

export interface BarePage {
  readonly url: string;
  close(): void;
}

/** Serves a page of its own without style sheets and scripts of ours, for the browser that opens ours. */
export async function serveBarePage(kind: keyof typeof PAGES): Promise<BarePage> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Bare</title><link rel="icon" href="data:,">${PAGES[kind]}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
