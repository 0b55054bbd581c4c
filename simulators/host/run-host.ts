import { onParentExit } from './parent.ts';

const USAGE_ERROR = 2;
const START_ERROR = 1;
/** A caller that keeps its connection open must not prevent the end. */
const END_TIMEOUT_MS = 3_000;

/** Starts a host from the command line and runs it until a signal, or the end of the process that started it. */
export async function runHost<Options, Host extends { close(): Promise<void> }>(parts: {
  /** The options; a message in Portuguese for wrong ones; undefined for `--help`. */
  readonly read: { readonly host: Options; readonly endWithParent: boolean } | string | undefined;
  readonly usage: string;
  readonly start: (options: Options) => Promise<Host>;
  /** What is printed once it listens. */
  readonly startText: (host: Host) => string;
}): Promise<void> {
  const { read, usage, startText } = parts;
  if (read === undefined) {
    process.stdout.write(usage);
    return;
  }
  if (typeof read === 'string') return fail(`${read}\n\n${usage}`, USAGE_ERROR);
  const host = await parts.start(read.host).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    fail(`Não foi possível escutar: ${reason}\n`, START_ERROR);
  });
  if (!host) return;
  process.stdout.write(startText(host));

  const end = (): void => {
    setTimeout(() => process.exit(), END_TIMEOUT_MS).unref();
    void host.close().then(() => process.exit());
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (read.endWithParent) onParentExit(end);
}

/** The line that adds the account of a started host, one setting in each line. */
export function accountCommand(
  provider: string,
  settings: Readonly<Record<string, string>>,
  options = '',
): string {
  const given = Object.entries(settings).map(([name, value]) => ` \\\n  --setting ${name}=${value}`);
  return (
    'Uma conta nele para a pessoa 1, para colar em outro terminal, na pasta do projeto:\n\n' +
    `npm run -s guiche -- acquirer add --person 1 --provider ${provider}${options}${given.join('')}\n`
  );
}

function fail(text: string, code: number): void {
  process.stderr.write(text);
  process.exitCode = code;
}
