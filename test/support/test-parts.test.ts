import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { groupTestFiles } from './groups.ts';
import { isDivided, partsOf, type TestPart } from './test-parts.ts';

const FOLDERS = ['src', 'simulators', 'packages', 'web/panel/test', 'test', 'bench'];
const SUPPORT = '{src,test,simulators,packages,bench}/**/!(*.test).ts';
/** What divides, and whose callers are recognized by its name. */
const DIVIDERS = [
  'test/browser/panel-page.ts',
  'test/browser/pix-buyer.ts',
  'test/conformance/conformance.ts',
  'test/conformance/issuer-tests.ts',
  'test/faults/fault-matrix.ts',
  'test/support/authentication-scene.ts',
  'test/support/databases.ts',
  'test/support/day-and-night.ts',
  'test/support/service.ts',
  'test/support/test-parts.ts',
];

describe('the tests of the day and of the night', () => {
  const all = globSync('{src,simulators,packages,web,test,bench}/**/*.test.ts').toSorted();
  const ofNightOnly = all.filter((file) => file.endsWith('.night.test.ts'));
  const filesOf = (part: TestPart) =>
    groupTestFiles(FOLDERS, part)
      .flatMap(({ files }) => files)
      .toSorted();

  test('hold every test file: each is in one of them, or in both where its text says so', () => {
    const ofBoth = all.filter((file) => partsOf(file).length === 2);
    assert.deepEqual(
      filesOf('day'),
      all.filter((file) => !ofNightOnly.includes(file)),
    );
    assert.deepEqual(filesOf('night'), [...ofNightOnly, ...ofBoth].toSorted());
    assert.ok(all.filter(isDivided).every((file) => ofNightOnly.includes(file) || ofBoth.includes(file)));
  });

  test('a file of the night alone runs whole, in a process of its own kind', () => {
    for (const { files, isOfNight } of groupTestFiles(FOLDERS, 'night')) {
      assert.deepEqual(
        files.filter((file) => ofNightOnly.includes(file) !== isOfNight),
        [],
      );
    }
  });

  test('what divides tests for others has a name by which their files are found', () => {
    const dividing = globSync(SUPPORT, { exclude: ['**/node_modules/**'] }).filter(isDivided);
    assert.deepEqual(dividing.toSorted(), DIVIDERS);
  });

  test('are together what a file that is named runs', async (t) => {
    const { TEST_PART: before } = process.env;
    t.after(() => setPart(before));
    const enginesOf = async (part: string | undefined) => {
      setPart(part);
      const { byDayAndAtNight } = await import(`./day-and-night.ts?${part}`);
      return byDayAndAtNight(['sqlite'], ['postgres']);
    };
    assert.deepEqual(await enginesOf('day'), ['sqlite']);
    assert.deepEqual(await enginesOf('night'), ['postgres']);
    assert.deepEqual(await enginesOf(undefined), ['sqlite', 'postgres']);
  });
});

function setPart(part: string | undefined): void {
  if (part === undefined) delete process.env.TEST_PART;
  else process.env.TEST_PART = part;
}
