import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
    rollupOptions: { output: { hashCharacters: 'hex' } },
  },
  server: { proxy: { '/painel/api': 'http://localhost:8080' } },
});
