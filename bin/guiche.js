#!/usr/bin/env node
// The entry, in plain JavaScript: it switches on the cache of compiled code before the first TypeScript file is
// loaded, so that from the second start on none is stripped or compiled again. That halves the time to start and spares
// the memory of the type stripper. Where the folder cannot be written, the service runs without the cache.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'guiche'));
await import('../src/main.ts');
