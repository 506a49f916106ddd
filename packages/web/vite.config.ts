import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { copyVerifiers, precompress, preloadFont } from './precompress.ts';
import { sealedPages } from './sealed-page-plugin.ts';
import { withoutCheckpoints, withoutJsonSchema } from './without-server-parts.ts';

const VERIFIERS = join(import.meta.dirname, '..', 'evidence', 'verifier');

/** React and the router change seldom and are on every page. Parts of Mantine follow the screens that use them. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-router|router-core|history|react-store|store|react-query|query-core))\//;

// Every file that travels costs most of a kilobyte in headers, so what goes together travels together:
// docs/decisions/0019-chunks-are-named-groups.md says why by name and not by folder.
/** Small parts of most screens. */
const WORDS =
  /web\/src\/(?:format\/(?:number|time|words)|components\/(?:time-zone|time|skeleton|empty|missing|progress|use-hover-open|copy-button|hash|float-on-hover)|document-title)\.tsx?$/;
/** Names of chains, their tips, prices, tables and the menu of tools: the dashboard's frame and its lists. */
const LISTS =
  /web\/src\/shell\/tool-menu\.ts$|Icon(?:AlertTriangle|Bell|BuildingBank|FileText|Flag|Folder|History|Id|Lifebuoy|ListDetails|Lock|Photo|ReportAnalytics|Route|ShieldHalf|User|Video)\.mjs$|packages\/chains\/src\/(?:[a-z-]+|account\/[a-z-]+)\.ts$|web\/src\/(?:format\/(?:identifier|amount|account-words|chain-traits|coin-of|folding)|components\/(?:data-table|column-header|use-visible-rows|paged-foot|table-foot)|ledger-api|block-api|prices)\.tsx?$/;
/** What every screen of a ledger adds to it. */
const LEDGER =
  /web\/src\/(?:format\/(?:gap-summary|as-of|asset|hostile-text|fiat)|components\/(?:account\/)?(?:as-of-line|gap-row|asset-amount|asset-name|cut-figure|key-figures|crumbs|account-status|method-name|quoted-text|account-fiat|fiat))\.tsx?$/;
/** What screens of addresses and transactions add to it. */
const SUBJECT =
  /web\/src\/(?:format\/(?:label-words|account-row|ledger-row|ledger-summary)|labels|address-knowledge|findings|components\/(?:account\/|ledger\/)?(?:label-scope|label-chip|label-claim-text|category-glyph|subject-title|tabs|coverage-banner|address-knowledge|protocol-actions|history-columns|account-head-notes|fold-noise|noise-row|folded-rows|direction|currency-select|address-figures)|parts\/ledger\/(?:history-table|address-head)|parts\/sources\/(?:fetch-panel|source-queries|source-url))\.tsx?$/;
/** What most screens ask with. */
const FIELDS =
  /web\/src\/(?:components\/(?:form\/field-frame|use-debounced-value|paste-field|chain-select)|format\/(?:moment|pasted-text))\.tsx?$|Icon(?:AlertCircle|Dots|Download|Plus|Upload)\.mjs$/;
/** What is found for a text. */
const FINDINGS =
  /web\/src\/(?:components\/(?:search-results|exact-hit)|tools\/address-search\/(?:recent-subjects|key-list))\.tsx?$/;
/** Who is signed in, at the right of both top bars. */
const ACCOUNT = /web\/src\/(?:shell\/(?:account-menu|avatar)|session\/use-sign-out)\.tsx?$/;
/** Around every page of the dashboard. */
const SHELL = /web\/src\/(?:shell\/dashboard-layout|session\/(?:use-preferences|profile-query))\.tsx?$/;
/** The form of a trace, at the start of coin flow and next to its canvas. */
const TRACE =
  /web\/src\/tools\/coin-flow\/(?:queries|method-words|method-fields|stop-draft|read-seeds|build-request|trace-status|use-trace)\.tsx?$/;
/** What the views of a coin flow and its panels share. */
const FLOW =
  /web\/src\/(?:graph\/(?:flow-store|use-flow)|tools\/coin-flow\/(?:asset-words|flow-acts|workspace|flow-amount|compare-query))\.tsx?$|core\/src\/flow\/flow-asset\.ts$|drawing\/src\/flow\/node-words\.ts$/;
/**
 * Screens that people open first. The names of their chunks are in the list that every first view loads, so that they come at once;
 * all others find theirs one after the other, and cost no other page anything.
 */
const FIRST =
  /assets\/(?:frame-routes|explorer-routes|job|contract|account|shell|search-palette|open-menu|menu-sheet|(?:sign-in|register|home|product|about|training|track|address|transaction|block|address-search|address-history|coin-flow|flow|lookup|attribution|cluster)-screen)-[\w-]*\.js$/;
/** Queries of cases: each chunk more is a name in the list that every first view loads. */
const CASE_ROUTES = /packages\/api\/src\/contract\/case[a-z-]*\.ts$/;
/**
 * What the frame of the dashboard requests: chains and prices, and how many alerts are new. Schemas of what an agency states are next to
 * them, because a chunk takes along whatever its modules need: with the routes of labels, a flow would load all of the explorer.
 */
const FRAME_ROUTES = /api\/src\/(?:wire|contract\/(?:chain|price|alert-count|agency-statement))\.ts$/;
/** The part of the contract that screens of a ledger call. */
const EXPLORER_ROUTES =
  /api\/src\/contract\/(?:address|block|cluster|history|ledger|ledger-wire|search|transaction|transfers|label|miner|source)\.ts$/;

export default defineConfig({
  plugins: [
    react(),
    withoutJsonSchema(),
    withoutCheckpoints(),
    preloadFont(),
    copyVerifiers(VERIFIERS),
    sealedPages(),
    precompress(),
  ],
  // The server puts a nonce of each answer in its place, and names it in the page's policy.
  html: { cspNonce: 'nonce-of-each-answer' },
  resolve: { dedupe: ['react', 'react-dom', '@mantine/core', '@mantine/hooks'] },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    // No data: URIs, so that `font-src 'self'; img-src 'self'` holds.
    assetsInlineLimit: 0,
    // Sizes that matter are those that travel: e2e/budgets.test.ts measures them.
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, chunks, { hostType }) =>
        hostType === 'js' && !FIRST.test(file) ? chunks.filter((chunk) => chunk.endsWith('.css')) : chunks,
    },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: VENDOR, priority: 11 },
            { name: 'start', tags: ['$initial'], priority: 10 },
            // The public site shows evidence marks and no ledger.
            { name: 'marks', test: /components\/evidence-mark\.tsx$/, priority: 9 },
            { name: 'words', test: WORDS, priority: 8 },
            { name: 'lists', test: LISTS, priority: 7 },
            { name: 'ledger', test: LEDGER, priority: 6 },
            { name: 'fields', test: FIELDS, priority: 6 },
            { name: 'findings', test: FINDINGS, priority: 6 },
            { name: 'account', test: ACCOUNT, priority: 6 },
            { name: 'subject', test: SUBJECT, priority: 5 },
            { name: 'frame-routes', test: FRAME_ROUTES, priority: 6 },
            { name: 'explorer-routes', test: EXPLORER_ROUTES, priority: 5 },
            { name: 'shell', test: SHELL, priority: 4 },
            { name: 'trace', test: TRACE, priority: 3 },
            { name: 'flow', test: FLOW, priority: 2 },
            { name: 'case-routes', test: CASE_ROUTES, priority: 2 },
          ],
        },
      },
    },
  },
});
