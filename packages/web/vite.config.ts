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

// Every file that travels costs most of a kilobyte in headers, so what goes together travels together.
/** Small parts of most screens. */
const WORDS =
  /web\/src\/(?:format\/(?:number|time|words)|components\/(?:time-zone|time|skeleton|empty|missing|use-hover-open|copy-button|hash|float-on-hover)|document-title)\.tsx?$/;
/** What every screen of a ledger needs. */
const LEDGER =
  /packages\/chains\/src\/(?:[a-z-]+|account\/[a-z-]+)\.ts$|web\/src\/(?:format\/(?:identifier|account-words|gap-summary|as-of|asset|amount|hostile-text|fiat)|components\/(?:account\/)?(?:data-table|column-header|use-visible-rows|as-of-line|gap-row|chain-family|asset-amount|asset-name|cut-figure|key-figures|crumbs|account-status|method-name|paged-foot|table-foot|quoted-text|account-fiat|fiat)|account-api|prices)\.tsx?$/;

/** What screens of addresses and transactions add to it. */
const SUBJECT =
  /web\/src\/(?:format\/(?:label-words|account-row)|labels|components\/(?:account\/)?(?:label-scope|label-chip|label-claim-text|category-glyph|subject-title|tabs|coverage-banner|address-knowledge|protocol-actions|account-columns|account-head-notes|fold-noise|noise-row|direction|fetch-panel|currency-select)|pages\/sources\/source-queries|tools\/address-search\/account\/(?:account-figures|use-asset-filter))\.tsx?$/;
/** The part of the contract that such screens call. */
const EXPLORER_ROUTES =
  /api\/src\/contract\/(?:account-ledger|account-ledger-blocks|account-wire|ledger|label|price|miner|source)\.ts$/;

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
            { name: 'vendor', test: VENDOR, priority: 4 },
            { name: 'start', tags: ['$initial'], priority: 3 },
            // The public site shows evidence marks and no ledger.
            { name: 'marks', test: /components\/evidence-mark\.tsx$/, priority: 3 },
            { name: 'words', test: WORDS, priority: 2 },
            { name: 'ledger', test: LEDGER, priority: 1 },
            { name: 'subject', test: SUBJECT, priority: 0 },
            { name: 'explorer-routes', test: EXPLORER_ROUTES, priority: 0 },
          ],
        },
      },
    },
  },
});
