import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from './locked-packages.ts';

const run = promisify(execFile);
const TYPESCRIPT = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));

const SAMPLES = [
  {
    name: 'checkout',
    works: `import { createGuiche } from '@guiche/checkout';
      const guiche = createGuiche('pub_0', { baseUrl: 'http://localhost' });
      console.log((await guiche.brand('4111'))?.name, (await guiche.validate({})).length);`,
    says: 'VISA 3',
    typed: `import { createGuiche, type GuicheError } from '@guiche/checkout';
      const guiche = createGuiche('pub_0', { baseUrl: 'http://localhost' });
      export const hash: Promise<string> = guiche.cardHash({ number: '4', cvv: '1', expirationMonth: 1, expirationYear: 2 });
      export const field = (error: GuicheError): string | undefined => error.field;
      // @ts-expect-error: a card has a number
      void guiche.cardHash({ cvv: '1' });`,
  },
  {
    name: 'sdk',
    works: `import { createClient, UnavailableError } from '@guiche/sdk';
      const guiche = createClient({
        baseUrl: 'http://127.0.0.1:9', authenticationApi: 'a', authenticationKey: 'b', maxRetries: 0,
      });
      await guiche.find('0').catch((error) => console.log(error instanceof UnavailableError, error.code));`,
    says: 'true network',
    typed: `import { createClient, type Transaction } from '@guiche/sdk';
      const guiche = createClient({ baseUrl: 'http://localhost', authenticationApi: 'a', authenticationKey: 'b' });
      export const sold: Promise<Transaction> = guiche.sell({ amount: 1, payment: { card: { cardInfo: { cardHash: 'x' } } } });
      // @ts-expect-error: a sale has an amount
      void guiche.sell({ payment: { card: { cardInfo: {} } } });`,
  },
] as const;

for (const sample of SAMPLES) {
  test(`the package ${sample.name} works and has its types in an empty project`, async (context) => {
    const project = await emptyProject(context);
    const packed = fileURLToPath(new URL(`packages/${sample.name}`, ROOT));
    const { stdout } = await npm(['pack', packed, '--json', '--silent'], project);
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
    await npm(['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], project);

    await writeFile(join(project, 'works.mjs'), sample.works);
    const said = await run(process.execPath, ['works.mjs'], { cwd: project });
    assert.equal(said.stdout.trim(), sample.says);

    await writeFile(join(project, 'typed.ts'), sample.typed);
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom',
    ];
    await run(process.execPath, [join(TYPESCRIPT, 'bin/tsc'), ...options, 'typed.ts'], { cwd: project });
  });
}

async function emptyProject(context: TestContext): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'guiche-package-'));
  context.after(() => rm(project, { recursive: true, force: true }));
  await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}');
  return project;
}

/** The shell finds npm under its name of each platform. */
function npm(words: readonly string[], cwd: string) {
  return run('npm', words, { cwd, shell: process.platform === 'win32' });
}
