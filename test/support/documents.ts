import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SAMPLE_ADDRESS = 'http://localhost:8080';
/** Of what a sample printed, in the message of its failure. */
const ANSWER_CHARACTERS = 300;
/** A refused call of a sample ends it. */
const STRICT_SHELL = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n';

/** The text of a page of the repository. */
function documentText(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** The code blocks of a page in one language. */
export function samplesOf(path: string, language: string): readonly string[] {
  return [...documentText(path).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );
}

/** Whether a program of the samples is installed, and answers these arguments. */
export async function isInstalled(program: string, ...words: readonly string[]): Promise<boolean> {
  return run(program, words).then(
    () => true,
    () => false,
  );
}

/** Runs shell samples of a page as one script against a service; returns what they print. Fails when a call is refused. */
export async function runShell(blocks: readonly string[], address: string, cwd: string): Promise<string> {
  const script = STRICT_SHELL + blocks.join('\n').replaceAll(SAMPLE_ADDRESS, address);
  const { code, stdout }: { code?: number; stdout: string } = await run('bash', ['-c', script], {
    cwd,
  }).catch((error: { code: number; stdout: string }) => error);
  assert.ok(code === undefined, `exit code ${code} after: …${stdout.slice(-ANSWER_CHARACTERS)}`);
  return stdout;
}
