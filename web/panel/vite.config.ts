import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What the list of sales and most screens need, with all that it imports: one file in place of two dozen small ones. */
const BASE =
  /[\\/]src[\\/](?:main|ui[\\/]\w+[\\/](?:data-list|error-notice|row-card|screen-head|search-field|sheet|tabs))\.tsx$|[\\/](?:Checkbox|InputBase|Loader|TextInput)\.mjs$/;

/** The service's router ignores letter case, so hashes in file names are hexadecimal. */
export default defineConfig({
  base: '/painel/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { hashCharacters: 'hex', codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
    },
  },
  server: { proxy: { '/painel/api': 'http://localhost:8080' } },
});
