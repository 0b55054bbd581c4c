import type { reasonOf } from '../bacen-pix/index.ts';

const LAST_MEMBER = /\w+$/;

/** By the name that a bank has for it: the path of what was sent to us. */
export type SlipPaths = ReadonlyMap<string, string>;

/**
 * What a bank says is wrong, in its own words, with the path of what was sent to us in place of the bank's own name for it: a
 * bank may say nothing but "inválido" beside that name.
 */
export function withPath(
  { message, members }: Parameters<typeof reasonOf>[0],
  paths: SlipPaths,
): string | undefined {
  if (message === undefined) return undefined;
  const [member] = members;
  if (member !== undefined) {
    const name = LAST_MEMBER.exec(member)?.[0] ?? member;
    return `${message} (${paths.get(name) ?? name})`;
  }
  const named = [...paths].find(([name]) => message.startsWith(`${name} `));
  return named ? named[1] + message.slice(named[0].length) : message;
}
