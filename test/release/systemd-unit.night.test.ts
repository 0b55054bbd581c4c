import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';

const UNIT = new URL('../../deploy/guiche.service', import.meta.url);
const PROGRAM = /^ExecStart=\S+/m;
/** The worst exposure allowed, in tenths: docs/installing.md tells 1.4. */
const EXPOSURE = 15;
const SKIP = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is not installed';

describe('the systemd unit', { skip: SKIP }, () => {
  test('is understood by systemd without a warning', async (t) => {
    const { status, output } = analyze('verify', await unitThatRunsHere(t));
    assert.equal(output, '');
    assert.equal(status, 0);
  });

  test('leaves the service no more rights than the documentation tells', async (t) => {
    const unit = await unitThatRunsHere(t);
    const { status, output } = analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, unit);
    assert.equal(status, 0, output);
  });

  test('would fail the check with the rights of a plain service', async (t) => {
    const text = await readFile(UNIT, 'utf8');
    const unit = await unitOf(t, text.slice(0, text.indexOf('DynamicUser=')));
    assert.notEqual(analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, unit).status, 0);
  });
});

/** The unit with a program that exists on this machine: systemd looks for it. */
async function unitThatRunsHere(t: TestContext): Promise<string> {
  return unitOf(t, await readFile(UNIT, 'utf8'));
}

async function unitOf(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-unit-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'guiche.service');
  await writeFile(path, text.replace(PROGRAM, `ExecStart=${process.execPath}`));
  return path;
}

function analyze(...words: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  return { status, output: words[0] === 'verify' ? stdout + stderr : stdout };
}
