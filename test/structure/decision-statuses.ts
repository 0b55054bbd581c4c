import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** `Status: holds.` or `Status: replaced by [N](…)`, with what still holds of it. */
const STATUS = /^Status: (?:holds\b|replaced by \[\d+\]\()/m;

/** A reader must know at the top of a decision whether it still holds. */
export async function decisionsWithoutStatus(): Promise<readonly string[]> {
  const pages = globSync('docs/decisions/*.md');
  const texts = await Promise.all(pages.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
  return texts.flatMap(withoutStatus);
}

export function withoutStatus({
  path,
  text,
}: {
  readonly path: string;
  readonly text: string;
}): readonly string[] {
  return STATUS.test(text)
    ? []
    : [`${path}: a line "Status: holds." or "Status: replaced by [N](…)." is missing`];
}
