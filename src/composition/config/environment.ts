import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { fileFault, isMissingFile } from '../../platform/files/file-fault.ts';
import { ConfigError } from './config-error.ts';

const DEFAULT_FILE = 'guiche.env';
const FILE_SETTING = 'GUICHE_CONFIG';
/** Settings that hold a secret, and may be read from a file of their own: `GUICHE_MASTER_KEY_FILE`. */
const SECRETS = [
  'GUICHE_MASTER_KEY',
  'GUICHE_DATABASE_URL',
  'GUICHE_METRICS_TOKEN',
  'GUICHE_SMTP_URL',
] as const;
const SUFFIX = '_FILE';
const MAX_BYTES = 64 * 1024;
const WRITABLE_BY_OTHERS = 0o022;
const ROOT = 0;

/** A file of settings or of a secret that others than the service's user and root may write. */
export interface LooseFile {
  /** Names the file. */
  readonly setting: string;
  readonly path: string;
  /** For people: `pode ser escrito por outros usuários`. */
  readonly why: string;
}

/** Settings, and the files they came from that others may write; in production such a file is refused. */
export interface ReadSettings {
  readonly environment: NodeJS.ProcessEnv;
  readonly looseFiles: readonly LooseFile[];
}

/**
 * The settings of this process: those of the environment, then those of the file that `GUICHE_CONFIG` names, or of
 * `guiche.env` in the working folder when it is there. Then secrets are read from the files that `GUICHE_…_FILE` name.
 * Throws ConfigError for a file that cannot be read, for one that others may write in production, and for a secret that
 * is given twice.
 */
export function readCheckedEnvironment(environment: NodeJS.ProcessEnv, folder: string): ReadSettings {
  const named = environment[FILE_SETTING]?.trim() || undefined;
  const text =
    named === undefined
      ? readIfThere(resolve(folder, DEFAULT_FILE))
      : readNamed(FILE_SETTING, resolve(folder, named));
  const { [FILE_SETTING]: _, ...merged } = { ...settingsOf(text, named ?? DEFAULT_FILE), ...environment };
  const read: [string, string][] =
    text === '' ? [] : [[FILE_SETTING, resolve(folder, named ?? DEFAULT_FILE)]];
  for (const name of SECRETS) {
    const { [`${name}${SUFFIX}`]: file } = merged;
    delete merged[`${name}${SUFFIX}`];
    if (!file?.trim()) continue;
    if (merged[name]?.trim()) throw new ConfigError(name, `foi dado aqui e por ${name}${SUFFIX}: retire um`);
    const path = resolve(folder, file.trim());
    merged[name] = readNamed(`${name}${SUFFIX}`, path).trim();
    read.push([`${name}${SUFFIX}`, path]);
  }
  const looseFiles = read.flatMap(([setting, path]) => looseFile(setting, path) ?? []);
  const [refused] = merged.GUICHE_MODE?.trim() === 'production' ? looseFiles : [];
  if (refused)
    throw new ConfigError(
      refused.setting,
      `${refused.path} ${refused.why}, que mudaria os ajustes do serviço: no servidor, ${closingOf(refused)}`,
    );
  return { environment: merged, looseFiles };
}

export function readEnvironment(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  return readCheckedEnvironment(environment, folder).environment;
}

/** The commands that leave the file to root and the service. */
export function closingOf({ path }: LooseFile): string {
  return `chown root ${path}; chmod 640 ${path}`;
}

/** Who may write such a file decides where money and secrets go. A group may read it, and root may own it. */
function looseFile(setting: string, path: string): LooseFile | undefined {
  const { mode, uid } = statSync(path);
  const isOurs = process.getuid === undefined || uid === ROOT || uid === process.getuid();
  if (isOurs && (mode & WRITABLE_BY_OTHERS) === 0) return undefined;
  return { setting, path, why: isOurs ? 'pode ser escrito por outros usuários' : 'é de outro usuário' };
}

/** A misspelled setting in the file is refused as in the environment; others than ours and those of traces have no place in it. */
function settingsOf(text: string, file: string): NodeJS.ProcessEnv {
  const line = lineWithoutValue(text);
  if (line !== undefined) throw new ConfigError(FILE_SETTING, `${file}, linha ${line}: deve ser NOME=valor`);
  const settings = parseEnv(text);
  const foreign = Object.keys(settings).find(
    (name) => !/^(?:GUICHE|OTEL)_/.test(name) || name === FILE_SETTING,
  );
  if (foreign !== undefined)
    throw new ConfigError(FILE_SETTING, `${file} tem ${foreign}, que não é um ajuste para ele`);
  return settings;
}

/**
 * The number of the first line that is neither a setting nor a comment, which the parser would pass over in silence. A
 * value in quotes may go on over several lines.
 */
function lineWithoutValue(text: string): number | undefined {
  const unquoted = text.replace(
    /=[ \t]*(["'`])[\s\S]*?\1/g,
    (value) => `=${'\n'.repeat(value.split('\n').length - 1)}`,
  );
  const index = unquoted.split('\n').findIndex((line) => !/^\s*(?:#|$)|^[^#]+=/.test(line));
  return index < 0 ? undefined : index + 1;
}

function readIfThere(path: string): string {
  try {
    return readText(path);
  } catch (error) {
    if (isMissingFile(error)) return '';
    throw unreadable(FILE_SETTING, path, error);
  }
}

function readNamed(setting: string, path: string): string {
  try {
    return readText(path);
  } catch (error) {
    throw unreadable(setting, path, error);
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length > MAX_BYTES) throw new Error('tem mais de 64 KiB');
  return bytes.toString('utf8');
}

function unreadable(setting: string, path: string, error: unknown): ConfigError {
  const reason = isMissingFile(error)
    ? 'não existe'
    : error instanceof Error && !('code' in error)
      ? error.message
      : fileFault(error);
  return new ConfigError(setting, `${path} não pôde ser lido: ${reason}`);
}
