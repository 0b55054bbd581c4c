import { readFile } from 'node:fs/promises';

export const ROOT = new URL('../../', import.meta.url);

export interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly os?: string;
  readonly cpu?: string;
}

/** What `npm ci --omit=dev` may install, on one platform or another, by `name@version`. */
export async function productionPackages(): Promise<ReadonlyMap<string, LockedPackage>> {
  const lock: { packages: Record<string, LockedPackage & { dev?: boolean }> } = JSON.parse(
    await readFile(new URL('package-lock.json', ROOT), 'utf8'),
  );
  const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);
  return new Map(production.map(([path, locked]) => [`${nameOf(path)}@${locked.version}`, locked]));
}

function nameOf(path: string): string {
  const folder = 'node_modules/';
  return path.slice(path.lastIndexOf(folder) + folder.length);
}
