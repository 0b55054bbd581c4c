/**
 * Publishes the built files under their immutable names, and writes URL and hash of the loader into docs/checkout.md: a
 * step of each release (docs/releasing.md). Run build.mjs first.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HASH_CHARACTERS = 16;
const root = import.meta.dirname;
const page = join(root, '..', '..', 'docs', 'checkout.md');

for (const name of ['guiche-card.js', 'guiche-card.mjs', 'guiche.mjs', 'guiche.js']) {
  const built = join(root, 'dist', name);
  const contents = readFileSync(built);
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, HASH_CHARACTERS);
  const fixedName = name.replace('.', `.${hash}.`);
  copyFileSync(built, join(root, 'published', fixedName));
  if (name !== 'guiche.js') continue;
  const integrity = `sha384-${createHash('sha384').update(contents).digest('base64')}`;
  const text = readFileSync(page, 'utf8').replace(
    /(exemplo\.com\.br)\S+" integrity="[^"]*"/,
    `$1/checkout/v1/${fixedName}" integrity="${integrity}"`,
  );
  writeFileSync(page, text);
}
