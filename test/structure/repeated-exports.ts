import type { SourceFile } from './source-files.ts';

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** The panel's wire types are named after what its screens show, and only web/panel uses them. */
const EXEMPT = /^src\/panel\/.*schema\.ts$/;

/** Names exported by more than one file, which make a search ambiguous. */
export function repeatedExports(files: readonly SourceFile[]): readonly string[] {
  const homes = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    if (EXEMPT.test(path) || /\.test\.ts$|\/test-[^/]*$/.test(path)) continue;
    for (const [, name = ''] of text.matchAll(EXPORT)) {
      homes.set(name, (homes.get(name) ?? new Set()).add(path));
    }
  }
  return [...homes]
    .filter(([, paths]) => paths.size > 1)
    .map(
      ([name, paths]) => `${name} is exported by ${[...paths].join(' and ')}: give each a name of its own`,
    );
}
