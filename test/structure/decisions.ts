import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** `Status: holds.` or `Status: replaced by [N](…)`, with what still holds of it. */
const STATUS = /^Status: (?:holds\b|replaced by \[\d+\]\()/m;

interface Decision {
  readonly path: string;
  readonly text: string;
}

/** A reader must know at the top of a decision whether it still holds, and find it by its number. */
export async function faultsOfDecisions(): Promise<readonly string[]> {
  const pages = globSync('docs/decisions/*.md');
  const decisions = await Promise.all(
    pages.map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
  );
  return [...decisions.flatMap(withoutStatus), ...withWrongNumbers(decisions)];
}

export function withoutStatus({ path, text }: Decision): readonly string[] {
  return STATUS.test(text)
    ? []
    : [`${path}: a line "Status: holds." or "Status: replaced by [N](…)." is missing`];
}

/** Each number is used once, and the title begins with it. */
export function withWrongNumbers(decisions: readonly Decision[]): readonly string[] {
  const taken = new Map<number, string>();
  return decisions.flatMap(({ path, text }) => {
    const number = Number(basename(path).slice(0, 4));
    const other = taken.get(number);
    taken.set(number, path);
    if (other !== undefined) return [`${path} has the number of ${other}: take the next one`];
    return text.startsWith(`# ${number}. `) ? [] : [`${path}: the title must begin with "# ${number}. "`];
  });
}
