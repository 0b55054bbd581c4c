import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));
const SAMPLE = `
import { test } from 'node:test';
test('holds', () => {});
test('breaks', () => { throw new Error('broken on purpose'); });
test('holds elsewhere', { skip: 'no sea here' }, () => {});
`;

describe('npm test -- WORDS', () => {
  let folder: string;
  let sample: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-run-'));
    sample = join(folder, 'sample.test.ts');
    await writeFile(sample, SAMPLE);
  });
  after(() => rm(folder, { recursive: true }));

  test('runs the file and ends with 1 when a test of it fails', async () => {
    const { code, out } = await runTests(sample);
    assert.equal(code, 1);
    assert.match(out, /broken on purpose/);
    assert.match(out, /^# pass 1$/m);
  });

  test('hands options on, before and after the file, and ends with 0 when all that ran passed', async () => {
    for (const words of [
      ['--test-name-pattern', 'holds', sample],
      [sample, '--test-name-pattern=holds'],
    ]) {
      const { code, out } = await runTests(...words);
      assert.equal(code, 0, out);
      assert.match(out, /^# pass 1$/m);
    }
  });

  test('runs every test file below a folder', async () => {
    const { code, out } = await runTests(folder, '--test-name-pattern=holds');
    assert.equal(code, 0, out);
    assert.match(out, /^# pass 1$/m);
  });

  test('says at the end what was skipped, and why', async () => {
    const { out } = await run(sample);
    assert.match(out, /\n1 skipped:\n {2}no sea here \(1\):\n {4}\S*sample\.test\.ts: holds elsewhere\n/);
  });

  test('writes where the processor time went', async () => {
    const page = join(folder, 'costs.md');
    await runTests(folder, `--costs=${page}`);
    const [, total, inFiles] =
      / s, and (\S+) s of processor time: (\S+) s in the files/.exec(await readFile(page, 'utf8')) ?? [];
    assert.ok(Number(total) > Number(inFiles), `${total} s of processor time, of it in the files ${inFiles}`);
    assert.match(
      await readFile(page, 'utf8'),
      /^\| \S*sample\.test\.ts \| \d+\.\d \| \d+\.\d \| \d+\.\d \|$/m,
    );
  });

  test('ends with 1 and names a file that is not there', async () => {
    const { code, out } = await runTests(join(folder, 'absent.test.ts'));
    assert.equal(code, 1);
    assert.match(out, /absent\.test\.ts/);
  });
});

function runTests(...words: readonly string[]): Promise<{ code: number; out: string }> {
  return run('--test-reporter=tap', ...words);
}

function run(...words: readonly string[]): Promise<{ code: number; out: string }> {
  // Inherited, it would make the runner believe that it runs inside itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
    );
  });
}
