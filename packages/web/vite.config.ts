import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const API_SERVER = 'http://127.0.0.1:3000';
const proxy = { '/api': { target: API_SERVER, changeOrigin: false } };

/** React, the router and Mantine change seldom and load first; everything else, tables included, follows the lazy routes. */
const VENDOR =
  /node_modules\/(?:react|react-dom|scheduler|@mantine|@floating-ui|@tanstack\/(?:react-router|router-core|history|react-store|store|react-query|query-core))\//;

export default defineConfig({
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom', '@mantine/core', '@mantine/hooks'] },
  server: { port: 5173, strictPort: true, proxy },
  preview: { port: 4173, strictPort: true, proxy },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    // No data: URIs, so that `font-src 'self'; img-src 'self'` holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
