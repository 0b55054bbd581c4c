import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The text between `<!-- generated: NAME -->` and `<!-- end -->` of a page. Throws when the page has no such part. */
export function generatedPart(page: string, name: string): string {
  const [, part] = partOf(name).exec(readFileSync(join(ROOT, page), 'utf8')) ?? [];
  if (part === undefined) throw new Error(`${page} has no part "generated: ${name}"`);
  return part.trim();
}

export function writeGeneratedPart(page: string, name: string, text: string): void {
  generatedPart(page, name);
  const file = join(ROOT, page);
  const whole = readFileSync(file, 'utf8').replace(
    partOf(name),
    () => `${startOf(name)}\n\n${text}\n\n${END}`,
  );
  writeFileSync(file, whole);
}

const END = '<!-- end -->';

function startOf(name: string): string {
  return `<!-- generated: ${name} -->`;
}

function partOf(name: string): RegExp {
  return new RegExp(`${startOf(name)}\\n([\\s\\S]*?)${END}`);
}
