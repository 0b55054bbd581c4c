// Builds the panel when the packages are installed. Without Vite (`npm ci --omit=dev`) nothing is built: a panel that
// was built before stays as it is, and without one /painel says how to build it.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const here = import.meta.dirname;

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

if (!isInstalled('vite')) {
  process.stdout.write('The panel was not built: the development dependencies are not installed.\n');
  process.exit(0);
}

process.env.NODE_ENV = 'production';
const { build } = await import('vite');
await build({ root: here, configFile: join(here, 'vite.config.ts'), logLevel: 'warn' });
for (const entry of readdirSync(join(here, 'dist'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
  const path = join(entry.parentPath, entry.name);
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
}
