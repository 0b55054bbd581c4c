import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** `docs/contract/decided.md`, `docs/decisions/0009`, in a comment. */
const PAGE = /\bdocs\/[\w/-]+(?:\.md)?/g;
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
/** Older citations without a path, which readers could not follow. */
const AMBIGUOUS =
  /\bdecisions \d|(?<!contract\/)\bdecisions\.md|(?<!contract\/)\bservice\.md|\breference\/\w/;

/** Pages that comments and documents name and that do not exist. */
export async function brokenPageReferences(): Promise<readonly string[]> {
  const sources = await sourceFiles(
    '{src,simulators,test,bench,bin}/**/*.{ts,js}',
    'web/panel/src/**/*.{ts,tsx}',
  );
  const documents = await sourceFiles('*.md', 'docs/**/*.md');
  const decisions = new Set((await sourceFiles('docs/decisions/*.md')).map(({ path }) => path.slice(0, 19)));
  return [
    ...sources
      .filter(({ path }) => !path.startsWith('test/structure/'))
      .flatMap((source) => brokenInComments(source, decisions)),
    ...documents.flatMap(brokenLinks),
  ];
}

/** `decisions`: paths of the records as comments cite them, `docs/decisions/0009`. */
export function brokenInComments(
  { path, text }: SourceFile,
  decisions: ReadonlySet<string>,
): readonly string[] {
  const comments = text.split('\n').filter((line) => /^\s*(?:\/\*|\*|\/\/)/.test(line));
  return comments.flatMap((line) => {
    const missing = [...line.matchAll(PAGE)]
      .map(([page]) => page)
      .filter((page) => !existsSync(page) && !decisions.has(page));
    const ambiguous = AMBIGUOUS.exec(line)?.[0];
    return [
      ...missing.map((page) => `${path}: no page ${page}`),
      ...(ambiguous === undefined
        ? []
        : [`${path}: name the page of "${ambiguous}", such as docs/contract/…`]),
    ];
  });
}

export function brokenLinks({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(LINK)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(posix.join(posix.dirname(path), target)))
    .map((target) => `${path}: no file ${target}`);
}
