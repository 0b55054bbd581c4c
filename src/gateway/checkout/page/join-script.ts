import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Modules of a page's script as one script to inline: without their imports and exports, comments and indentation. Their names
 * must differ, and no text of theirs goes over several lines.
 */
export function joinedScript(paths: readonly string[]): string {
  const lines = paths.flatMap((path) => readFileSync(path, 'utf8').split('\n').map(shortened));
  return `(() => {\n${lines.filter((line) => line !== '').join('\n')}\n})();\n`;
}

/** The modules of the card form and of the receipts, by their names. */
export function pageModule(name: string): string {
  return join(import.meta.dirname, 'script', `${name}.js`);
}

function shortened(line: string): string {
  const text = line.trim();
  if (/^(\/\/|\/\*|\*|import )/.test(text)) return '';
  return text.replace(/^export /, '');
}
