/**
 * Builds the panel when the packages are installed. Without Vite (`npm ci --omit=dev`) nothing is built: a panel that was
 * built before stays as it is, and without one /painel says how to build it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  bundle,
  compressBeside,
  compressBesideByBrotli,
  needDevelopmentDependencies,
} from '../../packages/build-steps.mjs';

const root = import.meta.dirname;

needDevelopmentDependencies('The panel');
await bundle({ root, configFile: join(root, 'vite.config.ts') });
for (const entry of readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  compressBeside(path);
  compressBesideByBrotli(path);
}
