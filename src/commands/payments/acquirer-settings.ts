import { ACCOUNT_KINDS, changedIdentity, settingsProblem } from '../../gateway/providers/index.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { UsageError } from '../line/command.ts';
import { fileOf, type ReadLine, settingValue } from '../line/setting-value.ts';
import { textTable } from '../line/text-table.ts';

type AccountKind = (typeof ACCOUNT_KINDS)[number];
type Settings = Readonly<Record<string, string>>;

const SETTING = /^([A-Za-z][\w.-]{0,39})=(.+)$/s;

/**
 * Reads any number of `CHAVE=VALOR`, and what `@` stands for (setting-value.ts). Throws UsageError, which never repeats
 * a value.
 */
export async function readAcquirerSettings(
  texts: readonly string[],
  readStandardInput: ReadLine,
  kind: AccountKind | undefined,
): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const text of texts) {
    const [, name, value] = SETTING.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError('--setting tem a forma CHAVE=VALOR.');
    }
    if (Object.hasOwn(settings, name)) throw new UsageError(`O ajuste ${name} foi dado duas vezes.`);
    const file = kind?.settings.find((rule) => rule.name === name)?.file;
    settings[name] = (file && (await fileOf(value, file))) ?? (await settingValue(value, readStandardInput));
  }
  return settings;
}

/** Throws UsageError, which names the faulty setting and lists the known ones. */
export function refuseBadSettings(kind: AccountKind, settings: Settings, production: boolean): void {
  const found = settingsProblem(kind, settings, production);
  if (!found) return;
  const near = nearest(
    found.name,
    kind.settings.map(({ name }) => name),
  );
  const known = kind.settings.some(({ name }) => name === found.name);
  const hint = known || near === undefined ? [] : [`Você quis dizer ${near}?`];
  throw new UsageError(
    `O ajuste ${found.name} ${found.problem}.`,
    [...hint, settingsHelpOf(kind)].join('\n'),
  );
}

/** Throws UsageError for a change after which it would be another merchant's account. */
export function refuseOtherIdentity(kind: AccountKind, before: Settings, after: Settings): void {
  const name = changedIdentity(kind, before, after);
  if (name === undefined) return;
  throw new UsageError(
    `O ajuste ${name} diz de quem é a conta e não muda: as vendas já feitas são procuradas por ele.`,
    'Remova a conta e adicione outra.',
  );
}

/** The settings of every acquirer, for `--help`. */
export function allSettingsHelp(): string {
  const sheets = Map.groupBy(ACCOUNT_KINDS, settingRows);
  const helps = [...sheets].map(
    ([rows, kinds]) => `Ajustes de ${kinds.map(({ provider }) => provider).join(', ')}:\n${rows}`,
  );
  return [...helps, VALUES_FROM_ELSEWHERE].join('\n\n');
}

const VALUES_FROM_ELSEWHERE = [
  'CHAVE=@- lê o valor da entrada padrão e CHAVE=@ARQUIVO de um arquivo, uma linha:',
  'assim um segredo não aparece na lista de processos. Um certificado (PEM, .p12) é lido inteiro.',
].join('\n');

function settingsHelpOf(kind: AccountKind): string {
  return `Ajustes de ${kind.provider}:\n${settingRows(kind)}`;
}

function settingRows({ settings }: AccountKind): string {
  const rows = settings.map(({ name, meaning, required }) => [
    `  ${name}`,
    required ? `${meaning}; obrigatório` : meaning,
  ]);
  return textTable(rows[0] ?? [], rows.slice(1));
}
