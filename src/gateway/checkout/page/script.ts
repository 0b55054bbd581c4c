import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cspSourceOf } from '../../../platform/http/index.ts';
import { brandRows } from '../../card-data/index.ts';

/** The page's script, inlined and allowed by its hash. */
export const SCRIPT = readFileSync(join(import.meta.dirname, 'script.js'), 'utf8');
export const SCRIPT_SOURCE = cspSourceOf(SCRIPT);

/** The table of brands, for the script. */
export const BRAND_RULES_JSON = JSON.stringify(
  brandRows.map(({ name, patterns, cvvLength: code }) => ({
    name,
    ranges: patterns.map((pattern) => (typeof pattern === 'number' ? [pattern, pattern] : pattern)),
    code,
  })),
);
