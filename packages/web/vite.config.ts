import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { copyVerifiers, precompress, preloadFont } from './precompress.ts';

const VERIFIERS = join(import.meta.dirname, '..', 'evidence', 'verifier');
const API_SERVER = 'http://127.0.0.1:3000';
const proxy = { '/api': { target: API_SERVER, changeOrigin: false } };

/** React and the router change seldom and are on every page. Parts of Mantine follow the screens that use them. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-router|router-core|history|react-store|store|react-query|query-core))\//;

export default defineConfig({
  plugins: [react(), preloadFont(), copyVerifiers(VERIFIERS), precompress()],
  resolve: { dedupe: ['react', 'react-dom', '@mantine/core', '@mantine/hooks'] },
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 4173, strictPort: true, proxy },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    // No data: URIs, so that `font-src 'self'; img-src 'self'` holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Sizes that matter are those that travel: e2e/budgets.test.ts measures them.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'echarts', test: /node_modules\/(?:echarts|zrender)\// },
            { name: 'vendor', test: VENDOR },
          ],
        },
      },
    },
  },
});
