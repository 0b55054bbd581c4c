import { isTlsDeclined, serverUrls, unencryptedServer } from '../../platform/database/index.ts';
import { ConfigError } from './config-error.ts';

const SETTING = 'GUICHE_DATABASE_URL';

/** Checks what can be checked without a connection; undefined stands for the embedded database. Throws ConfigError. */
export function readDatabaseUrl(
  text: string | undefined,
  { production, environment }: { production: boolean; environment: NodeJS.ProcessEnv },
): string | undefined {
  if (text === undefined) return undefined;
  const servers = serverUrls(text);
  if (!servers.every((url) => /^postgres(ql)?:\/\//.test(url))) {
    throw new ConfigError(SETTING, 'deve começar com postgres:// (sem ele, usa-se o banco embutido)');
  }
  if (!servers.every((url) => URL.canParse(url))) throw malformed();
  const open = firstUnencrypted(text);
  if (production && open !== undefined && !isTlsDeclined(text, environment)) {
    throw new ConfigError(
      SETTING,
      `${open} seria alcançado sem TLS: acrescente sslmode=verify-full à URL, ` +
        'ou sslmode=disable se ninguém mais está no caminho',
    );
  }
  return text;
}

/** The driver reads the whole URL for it, and the files of certificates that the URL names. */
function firstUnencrypted(url: string): string | undefined {
  try {
    return unencryptedServer(url);
  } catch (error) {
    if (error instanceof URIError) throw malformed();
    if (!(error instanceof Error && 'path' in error && 'code' in error)) throw error;
    const reason = error.code === 'ENOENT' ? 'não existe' : `não pode ser lido (${error.code})`;
    throw new ConfigError(SETTING, `o arquivo ${error.path}, que a URL nomeia, ${reason}`);
  }
}

/** The text itself is not repeated: it holds the password. */
function malformed(): ConfigError {
  return new ConfigError(
    SETTING,
    'não se pode ler essa URL: confira a porta e, na senha, escreva % : / ? # @ como %25 %3A %2F %3F %23 %40',
  );
}
