import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Asset, readAsset } from '../../platform/index.ts';

const NAMES = ['guiche.js', 'guiche.mjs'] as const;
const HASH_CHARACTERS = 16;

/** One file of the browser library, as it is sent. */
export interface LibraryFile extends Asset {
  readonly name: string;
  /** The name with a hash of the contents: a file under it never changes. */
  readonly fixedName: string;
  /** For `integrity` of a script element (Subresource Integrity). */
  readonly integrity: string;
}

/** The built files of packages/checkout, by both of their names; undefined when they were not built. */
export function readLibrary(folder: string): ReadonlyMap<string, LibraryFile> | undefined {
  if (!NAMES.every((name) => existsSync(join(folder, `${name}.gz`)))) return undefined;
  const files = NAMES.map((name) => readLibraryFile(folder, name));
  return new Map(files.flatMap((file) => [[file.name, file] as const, [file.fixedName, file] as const]));
}

function readLibraryFile(folder: string, name: string): LibraryFile {
  const asset = readAsset(join(folder, name), 'text/javascript; charset=utf-8');
  const hash = createHash('sha256').update(asset.plain).digest('hex').slice(0, HASH_CHARACTERS);
  return {
    ...asset,
    name,
    fixedName: name.replace('.', `.${hash}.`),
    integrity: `sha384-${createHash('sha384').update(asset.plain).digest('base64')}`,
  };
}
