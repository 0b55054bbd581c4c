import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../composition/config/config.ts';
import { MIGRATIONS } from '../../composition/migrations.ts';
import { openSqliteCopy, type SqliteCopy } from '../../platform/backup/index.ts';
import { isStamped, SQLITE_FILE_NAME } from '../../platform/database/index.ts';
import { checkContents } from '../checks/check-contents.ts';
import { checkCopiedSecrets } from '../checks/check-copied-secrets.ts';
import { type Finding, findingsAnswer } from '../checks/finding.ts';
import { type Command, UsageError } from '../line/command.ts';
import { spokenTime } from '../line/times.ts';

/** SQLite: damaged, or not a database. */
const DAMAGED = new Set([11, 26]);

export const verifyBackup: Command = {
  name: 'backup verify',
  summary: 'abre uma cópia, sem mudá-la: se está inteira, se a chave mestra a abre e o que há nela',
  positionals: ['PASTA'],
  options: {},
  details: () =>
    'Lê a cópia toda: o tempo é o de ler esse tanto de disco. Sai com 1 quando algo impede de usá-la.\n' +
    'A chave é a de GUICHE_MASTER_KEY ou, numa cópia da sandbox, a que está nela.\n' +
    'Uma cópia do PostgreSQL se confere restaurada num servidor à parte: docs/backup.md.',
  run: async ({ config, timeZone }, args) => {
    const folder = resolve(args.positional('PASTA'));
    if (!existsSync(folder)) throw new UsageError(`Não há pasta ${folder}.`);
    const findings = await inspect(folder, config, timeZone);
    return findingsAnswer(findings, { folder });
  },
};

async function inspect(folder: string, config: Config, timeZone: string): Promise<readonly Finding[]> {
  try {
    const copy = openSqliteCopy(folder);
    if (!copy) return [NO_DATABASE];
    try {
      return await inspectDatabase(copy, { folder, config, timeZone });
    } finally {
      await copy.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [
      {
        title: 'Integridade',
        state: 'bad',
        text: `o banco está danificado (${error.message})`,
        advice: OTHER,
      },
    ];
  }
}

async function inspectDatabase(
  copy: SqliteCopy,
  {
    folder,
    config,
    timeZone,
  }: { readonly folder: string; readonly config: Config; readonly timeZone: string },
): Promise<readonly Finding[]> {
  const faults = copy.faults();
  const found = [fileOf(copy, folder, timeZone), integrity(faults)];
  if (faults.length > 0) return found;
  if (!(await isStamped(copy.database))) return [...found, NOT_OURS];
  const version = await versionOf(copy);
  found.push(version);
  // A newer version may keep things otherwise.
  if (version.state === 'bad') return found;
  return [
    ...found,
    ...(await checkCopiedSecrets(copy.database, { folder, config })),
    ...(await checkContents(copy.database, { folder, timeZone })),
  ];
}

const OTHER = 'Use outra cópia; se o banco de origem ainda serve, faça uma nova.';

const NO_DATABASE: Finding = {
  title: 'Arquivo',
  state: 'bad',
  text: `não há ${SQLITE_FILE_NAME} nesta pasta`,
  advice: 'Dê a pasta que guiche backup --to encheu. Cópias do PostgreSQL: docs/backup.md.',
};

const NOT_OURS: Finding = { title: 'Arquivo', state: 'bad', text: 'não é um banco do Guichê', advice: OTHER };

function fileOf({ bytes }: SqliteCopy, folder: string, timeZone: string): Finding {
  const { mtimeMs } = statSync(join(folder, SQLITE_FILE_NAME));
  const text = `${SQLITE_FILE_NAME}, ${bytes} bytes, de ${spokenTime(mtimeMs, timeZone)}`;
  return { title: 'Arquivo', state: 'good', text, advice: null };
}

function integrity(faults: readonly string[]): Finding {
  if (faults.length === 0)
    return { title: 'Integridade', state: 'good', text: 'o banco está inteiro', advice: null };
  return {
    title: 'Integridade',
    state: 'bad',
    text: `o banco está danificado: ${faults.join('; ')}`,
    advice: OTHER,
  };
}

/** Migrations only go forward: an older copy is brought up to date by the start that restores it. */
async function versionOf(copy: SqliteCopy): Promise<Finding> {
  const applied = await copy.migrations();
  const unknown = applied.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  const missing = Object.keys(MIGRATIONS).length - (applied.length - unknown.length);
  const title = 'Versão';
  if (unknown.length > 0) {
    return {
      title,
      state: 'bad',
      text: `a cópia é de uma versão mais nova (${unknown.at(-1)})`,
      advice: 'Confira-a e restaure-a com aquela versão, ou com uma mais nova ainda.',
    };
  }
  const text =
    missing === 0
      ? 'a mesma deste programa'
      : `mais antiga: o início que a restaurar aplica ${missing} migrações`;
  return { title, state: missing === 0 ? 'good' : 'info', text, advice: null };
}

function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff);
}
