import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longSubjects } from './commit-subjects.ts';
import { crowdedFolders } from './crowded-folders.ts';
import { withoutStatus, withWrongNumbers } from './decisions.ts';
import { emptyLists } from './empty-lists.ts';
import { kindsInEngine } from './engine-and-kinds.ts';
import { cousinPairs, folderPairs, roomPairs } from './folder-pairs.ts';
import { longFunctions } from './long-functions.ts';
import { brokenInComments, brokenLinks } from './page-references.ts';
import { impureFiles } from './pure-files.ts';
import { repeatedExports } from './repeated-exports.ts';

test('a name exported by two files is refused, and one of a type with its own schema is not', () => {
  const twice = repeatedExports([
    { path: 'src/a.ts', text: 'export interface Page {}\nexport const Body = 1;\nexport type Body = 1;' },
    { path: 'src/b.ts', text: 'export type Page = 1;' },
    { path: 'src/test-a.ts', text: 'export const Body = 1;' },
  ]);
  assert.deepEqual(twice, ['Page is exported by src/a.ts and src/b.ts: give each a name of its own']);
});

test('a comment may only name pages that exist, by their path', () => {
  const faultsOf = (comment: string) =>
    brokenInComments({ path: 'a.ts', text: `/** ${comment} */` }, new Set(['docs/decisions/0009'])).length;
  assert.equal(faultsOf('(docs/contract/decided.md 3, docs/decisions/0009)'), 0);
  assert.equal(faultsOf('(docs/contract/nowhere.md)'), 1);
  assert.equal(faultsOf('(docs/decisions/9999)'), 1);
  assert.equal(faultsOf('(decisions 3)'), 1);
});

test('a relative link of a document must lead to a file', () => {
  const text = '[a](architecture.md) [b](nowhere.md) [c](https://example.com)';
  assert.deepEqual(brokenLinks({ path: 'docs/x.md', text }), ['docs/x.md: no file nowhere.md']);
});

test('a link out of the repository is an address of the web, or from a guide to the reference', () => {
  const text =
    '[a](https://example.com/x#y) [b](http://example.com) [c](https://) [d](/docs) [e](/home/x.md)';
  assert.deepEqual(brokenLinks({ path: 'docs/guias/x.md', text }), [
    'docs/guias/x.md: neither a file beside the page nor an https address: http://example.com',
    'docs/guias/x.md: neither a file beside the page nor an https address: https://',
    'docs/guias/x.md: neither a file beside the page nor an https address: /home/x.md',
  ]);
  assert.equal(brokenLinks({ path: 'docs/x.md', text: '[d](/docs)' }).length, 1);
});

test('a link to a heading must lead to one', () => {
  const text = '# Title\n## Não há: `x`\n[a](#não-há-x) [b](#nowhere) [c](architecture.md#nowhere)';
  assert.deepEqual(brokenLinks({ path: 'docs/x.md', text }), [
    'docs/x.md: the page has no heading #nowhere',
    'docs/x.md: architecture.md has no heading #nowhere',
  ]);
});

test('two folders of a room that import each other are refused', () => {
  const files = [
    { path: 'src/room/a/x.ts', text: "import { y } from '../b/y.ts';" },
    { path: 'src/room/b/y.ts', text: "import type { x } from '../a/x.ts';\nimport { z } from '../z.ts';" },
    { path: 'src/room/z.ts', text: '' },
    { path: 'src/room/index.ts', text: "export { y } from './b/y.ts';" },
  ];
  assert.deepEqual(folderPairs('src/room', files), [
    'src/room/a and src/room/b import each other: move what both need below them',
  ]);
});

test('two rooms of a half that import each other are refused, whatever folders do so', () => {
  const files = [
    { path: 'src/half/a/x.ts', text: "import { y } from '../b/index.ts';" },
    { path: 'src/half/b/inner/y.ts', text: "import { z } from '../../a/inner/z.ts';" },
    { path: 'src/half/b/z.ts', text: "import { y } from './inner/y.ts';" },
  ];
  assert.deepEqual(roomPairs('src/half', files), [
    'src/half/a and src/half/b import each other: move what both need below them',
  ]);
  assert.deepEqual(roomPairs('src/half', files.slice(1)), []);
});

test('two folders anywhere that import each other are refused, unless one lies within the other', () => {
  const files = [
    { path: 'src/half/a/x.ts', text: "import { y } from '../b/inner/y.ts';" },
    {
      path: 'src/half/b/inner/y.ts',
      text: "import { z } from '../../a/z.ts';\nimport { w } from '../w.ts';",
    },
    { path: 'src/half/b/w.ts', text: "import { y } from './inner/y.ts';" },
  ];
  assert.deepEqual(cousinPairs(files), [
    'src/half/a and src/half/b/inner import each other: move what both need below them',
  ]);
  assert.deepEqual(cousinPairs(files.slice(1)), []);
});

test('a pure rule loads nothing that touches the world, by whatever way, and few files', () => {
  const faultsOf = (files: Record<string, string>) => impureFiles(['src/a.ts'], (path) => files[path]);
  const types = "import type { B } from './b.ts';\nimport { type B } from './b.ts';";
  assert.deepEqual(faultsOf({ 'src/a.ts': types, 'src/b.ts': "import { readFile } from 'node:fs';" }), []);
  assert.deepEqual(
    faultsOf({
      'src/a.ts': "import {\n  type B,\n  b,\n} from './b.ts';",
      'src/b.ts': "export * from './c/index.ts';",
      'src/c/index.ts': "import 'node:timers/promises';",
    }),
    ['src/a.ts is a pure rule, and loads src/a.ts → src/b.ts → src/c/index.ts → node:timers/promises'],
  );
  assert.deepEqual(faultsOf({}), ['src/a.ts is named as pure, but is not there']);
  const many = Array.from({ length: 40 }, (_, number) => `import { x } from './${number}.ts';`);
  assert.deepEqual(faultsOf({ 'src/a.ts': many.join('\n') }), [
    'src/a.ts is a pure rule, and loads 41 files',
  ]);
  assert.deepEqual(faultsOf({ 'src/a.ts': many.slice(1).join('\n') }), []);
});

test('a folder of more than 25 files of production code is refused', () => {
  const folderOf = (count: number) => [
    ...Array.from({ length: count }, (_, number) => ({ path: `src/room/file-${number}.ts` })),
    { path: 'src/room/file-1.test.ts' },
    { path: 'src/room/test-room.ts' },
    { path: 'src/room/inner/file.ts' },
  ];
  assert.deepEqual(crowdedFolders(folderOf(25)), []);
  assert.deepEqual(crowdedFolders(folderOf(26)), [
    'src/room has 26 files, more than 25: group them by the question they answer',
  ]);
});

test('a function of more than 100 lines is refused, whatever its form, and its name is told', () => {
  const of = (lines: number) => ['', ...Array.from({ length: lines - 2 }, () => '  call();'), ''].join('\n');
  const faultsOf = (text: string) => longFunctions([{ path: 'src/a.ts', text }]);
  assert.deepEqual(faultsOf(`export function short() {${of(100)}}`), []);
  assert.deepEqual(faultsOf(`export function long(): void {${of(101)}}`), [
    'src/a.ts: long has 101 lines, more than 100: divide it by what it does',
  ]);
  assert.equal(faultsOf(`const long = async (): Promise<void> => {${of(101)}};`).length, 1);
  assert.equal(faultsOf(`export const room = { run() {${of(101)}} };`).length, 1);
  assert.equal(faultsOf(`class Room { run() {${of(101)}} }`).length, 1);
  assert.deepEqual(longFunctions([{ path: 'src/a.test.ts', text: `test(() => {${of(101)}});` }]), []);
});

test('SQL that writes the list of an "in" itself is refused, and so is a compiler that does not know empty lists', () => {
  const faultsOf = (text: string) => emptyLists([{ path: 'src/a.ts', text }]).length;
  assert.equal(faultsOf(`sql\`status in (\${sql.join(wanted)})\``), 1);
  assert.equal(faultsOf(`sql\`(id, version) in (values \${sql.join(keys)})\``), 1);
  assert.equal(faultsOf('createQueryCompiler: () => new PostgresQueryCompiler(),'), 1);
  assert.equal(faultsOf('new PostgresDialect({ pool })'), 1);
  assert.equal(faultsOf("query.where('status', 'in', wanted)"), 0);
  assert.equal(faultsOf(`sql\`status in (\${sql.lit(5)}, \${sql.lit(6)})\``), 0);
});

test('the engine says nothing of a kind of payment; comments may', () => {
  const faultsOf = (text: string, file = 'rules/refusals.ts') =>
    kindsInEngine([{ path: `src/gateway/transactions/${file}`, text }]).length;
  assert.equal(faultsOf("pix_key_invalid: { message: 'O campo payment.pix.key' },"), 1);
  assert.equal(faultsOf("const REASONS = { gone: 'o cartão não existe mais' };"), 1);
  assert.equal(faultsOf("const path = ['payment', 'bankSlip'];"), 1);
  assert.equal(faultsOf("/** 'card' or 'pix'. */ const kind = 'credit';"), 0);
  assert.equal(faultsOf("const kind = 'card';", 'rules/kind.test.ts'), 0);
});

test('the subject of a commit has at most 72 characters', () => {
  assert.deepEqual(longSubjects([`1234abcd ${'x'.repeat(72)}`]), []);
  assert.equal(longSubjects([`1234abcd ${'x'.repeat(73)}`]).length, 1);
});

test('a decision says whether it holds', () => {
  const faultsOf = (text: string) => withoutStatus({ path: 'docs/decisions/0001-x.md', text }).length;
  assert.equal(faultsOf('# 1. X\n\nStatus: holds.\n'), 0);
  assert.equal(faultsOf('# 1. X\n\nStatus: replaced by [2](0002-y.md).\n'), 0);
  assert.equal(faultsOf('# 1. X\n\n**Question.** Status: unknown\n'), 1);
});

test('a decision has a number of its own, which its title begins with', () => {
  const decision = (path: string, text: string) => ({ path: `docs/decisions/${path}`, text });
  const first = decision('0001-one.md', '# 1. One\n');
  assert.deepEqual(withWrongNumbers([first, decision('0002-two.md', '# 2. Two\n')]), []);
  assert.deepEqual(withWrongNumbers([first, decision('0001-other.md', '# 1. Other\n')]), [
    'docs/decisions/0001-other.md has the number of docs/decisions/0001-one.md: take the next one',
  ]);
  assert.equal(withWrongNumbers([decision('0003-three.md', '# 2. Three\n')]).length, 1);
});
