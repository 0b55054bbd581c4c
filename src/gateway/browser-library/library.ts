import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** `guiche.js` loads `guiche-card.js`, and `guiche.mjs` imports `guiche-card.mjs`. */
const NAMES = ['guiche.js', 'guiche-card.js', 'guiche.mjs', 'guiche-card.mjs'] as const;
const FRAME_SCRIPT = 'fields.js';
const HASH_CHARACTERS = 16;

/** One file of the browser library, as it is sent. */
export interface LibraryFile {
  /** Of the current version; undefined for a file that only older pages ask for. */
  readonly name: string | undefined;
  /** The name with a hash of the contents: what it gives never changes. */
  readonly fixedName: string;
  /** For `integrity` of a script element (Subresource Integrity). */
  readonly integrity: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

export interface Library {
  /** By both of their names. */
  readonly files: ReadonlyMap<string, LibraryFile>;
  /** Of the frame's page. */
  readonly frameScript: string;
}

export interface LibraryFolders {
  /** The build of packages/checkout. */
  readonly built: string;
  /** Files of every released version, by their fixed names. */
  readonly published: string;
}

/** Undefined when packages/checkout was not built. */
export function readLibrary({ built, published }: LibraryFolders): Library | undefined {
  if (![...NAMES, FRAME_SCRIPT].every((name) => existsSync(join(built, name)))) return undefined;
  const older = readdirSync(published).filter((name) => /\.m?js$/.test(name));
  const files = [
    ...older.map((name) => libraryFile(readFileSync(join(published, name)), { fixedName: name })),
    ...NAMES.map((name) => libraryFile(readFileSync(join(built, name)), { name })),
  ];
  return {
    files: new Map(
      files.flatMap((file) =>
        [file.name ?? file.fixedName, file.fixedName].map((name) => [name, file] as const),
      ),
    ),
    frameScript: readFileSync(join(built, FRAME_SCRIPT), 'utf8'),
  };
}

/** The name under which a file of the library is served for ever. */
export function fixedNameOf(name: string, contents: Buffer): string {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, HASH_CHARACTERS);
  return name.replace('.', `.${hash}.`);
}

function libraryFile(
  plain: Buffer,
  named: { readonly name: string } | { readonly name?: undefined; readonly fixedName: string },
): LibraryFile {
  return {
    name: named.name,
    fixedName: named.name === undefined ? named.fixedName : fixedNameOf(named.name, plain),
    integrity: `sha384-${createHash('sha384').update(plain).digest('base64')}`,
    plain,
    gzip: gzipSync(plain, { level: 9 }),
  };
}
