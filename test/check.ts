/**
 * `npm run check`: every check of the code that runs none of it. Two at a time; what one says comes when it has ended,
 * and only where it failed. Ends with 1 when any failed.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Scripts of package.json, the longest first. */
const CHECKS = ['check:types', 'check:unused', 'check:structure', 'check:lint'] as const;

const waiting: string[] = [...CHECKS];
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 2) }, work));

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const startedAt = performance.now();
    const { code, said } = await run(name);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    process.stdout.write(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)\n`);
    if (code === 0) continue;
    process.stdout.write(said);
    process.exitCode = 1;
  }
}

function run(name: string): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    // On Windows, npm is a script of the shell.
    const child = spawn(`npm run --silent ${name}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}
