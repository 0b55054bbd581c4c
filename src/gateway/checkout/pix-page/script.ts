import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cspSourceOf } from '../../../platform/http/index.ts';

/** The page's script, inlined and allowed by its hash. */
export const PIX_SCRIPT = readFileSync(join(import.meta.dirname, 'script.js'), 'utf8');
export const PIX_SCRIPT_SOURCE = cspSourceOf(PIX_SCRIPT);
