/** Writes src/brand-table.ts from the service's own table: `node packages/checkout/generate-brands.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brandRows } from '../../src/gateway/card-data/brand.ts';

const TARGET = new URL('src/brand-table.ts', import.meta.url);

/** One brand is `NAME prefix,first-last,… length,… cvv-length`. */
export function brandTableSource(): string {
  const rows = brandRows.map(({ name, patterns, lengths, cvvLength }) => {
    const prefixes = patterns.map((pattern) => (typeof pattern === 'number' ? pattern : pattern.join('-')));
    return `${name} ${prefixes} ${lengths} ${cvvLength}`;
  });
  return [
    '/** Made by generate-brands.ts from the table of the service. */',
    'export const BRANDS =',
    `  '${rows.join(';')}';`,
    '',
  ].join('\n');
}

export function brandTableAsWritten(): string {
  return readFileSync(TARGET, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, brandTableSource());
