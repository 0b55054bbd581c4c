import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** `docs/contract/decided.md`, `docs/decisions/0009`, in a comment. */
const PAGE = /\bdocs\/[\w/-]+(?:\.md)?/g;
const LINK = /\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g;
const OUTWARD = 'neither a file beside the page nor an https address';
const HEADING = /^#{1,6} (.+)$/gm;
const CODE_BLOCK = /^```[\s\S]*?^```/gm;
/** Older citations without a path, which readers could not follow. */
const AMBIGUOUS =
  /\bdecisions \d|(?<!contract\/)\bdecisions\.md|(?<!contract\/)\bservice\.md|\breference\/\w/;

/** Pages that comments and documents name and that do not exist. */
export async function brokenPageReferences(): Promise<readonly string[]> {
  const sources = await sourceFiles(
    '{src,simulators,test,bench,bin}/**/*.{ts,js}',
    'web/panel/src/**/*.{ts,tsx}',
  );
  const documents = await sourceFiles('*.md', 'docs/**/*.md', 'packages/*/*.md');
  const deployment = await sourceFiles('deploy/**/*.{yaml,service,sh,tpl}', 'deploy/Containerfile');
  const decisions = new Set((await sourceFiles('docs/decisions/*.md')).map(({ path }) => path.slice(0, 19)));
  return [
    ...sources
      .filter(({ path }) => !path.startsWith('test/structure/'))
      .flatMap((source) => brokenInComments(source, decisions)),
    ...deployment.flatMap((file) => brokenInComments(file, decisions)),
    ...documents.flatMap(brokenLinks),
  ];
}

/** `decisions`: paths of the records as comments cite them, `docs/decisions/0009`. */
export function brokenInComments(
  { path, text }: SourceFile,
  decisions: ReadonlySet<string>,
): readonly string[] {
  const comments = text.split('\n').filter((line) => /^\s*(?:\/\*|\*|\/\/|#)/.test(line));
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

/** Links to a file that is not there, to a heading that the file does not have, or out of the repository in a wrong form. */
export function brokenLinks({ path, text }: SourceFile): readonly string[] {
  return [...text.replaceAll(CODE_BLOCK, '').matchAll(LINK)].flatMap(([, target = '', heading]) => {
    if (/^(?:[a-z]+:|\/)/.test(target))
      return isOutwardLink(path, target) ? [] : [`${path}: ${OUTWARD}: ${target}`];
    const file = target === '' ? path : posix.join(posix.dirname(path), target);
    if (target !== '' && !existsSync(file)) return [`${path}: no file ${target}`];
    if (heading === undefined || !file.endsWith('.md')) return [];
    const headings = anchorsOf(target === '' ? text : readFileSync(file, 'utf8'));
    return headings.has(heading) ? [] : [`${path}: ${target || 'the page'} has no heading #${heading}`];
  });
}

/** The service shows the guides, and leads from them to its reference. */
function isOutwardLink(path: string, target: string): boolean {
  if (target.startsWith('/')) return path.startsWith('docs/guias/') && /^\/docs(?:\/|$)/.test(target);
  return target.startsWith('https://') && URL.canParse(target);
}

/** As repositories make them of headings: small letters, hyphens for spaces, no punctuation. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const titles = [...markdown.replaceAll(CODE_BLOCK, '').matchAll(HEADING)].map(([, title = '']) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
