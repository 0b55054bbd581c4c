import { glob, readFile } from 'node:fs/promises';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The matching files, sorted by path. */
export async function sourceFiles(...patterns: readonly string[]): Promise<readonly SourceFile[]> {
  const paths = new Set<string>();
  const options = { exclude: (path: string) => path.includes('node_modules') };
  for (const pattern of patterns) {
    for await (const path of glob(pattern, options)) paths.add(path.replaceAll('\\', '/'));
  }
  return Promise.all([...paths].sort().map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
}
