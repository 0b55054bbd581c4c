import { type Arguments, readArguments, USAGE } from './arguments.ts';
import { onParentExit } from './parent.ts';
import { startRedeHost } from './rede-host.ts';

const USAGE_ERROR = 2;
const START_ERROR = 1;
/** A caller that keeps its connection open must not prevent the end. */
const END_TIMEOUT_MS = 3_000;

const read = readArguments(process.argv.slice(2));
if (read === undefined) process.stdout.write(USAGE);
else if (typeof read === 'string') fail(`${read}\n\n${USAGE}`, USAGE_ERROR);
else await run(read);

async function run({ host: options, endWithParent }: Arguments): Promise<void> {
  const host = await startRedeHost(options).catch((error: unknown) =>
    fail(
      `Não foi possível escutar: ${error instanceof Error ? error.message : String(error)}\n`,
      START_ERROR,
    ),
  );
  if (host === undefined) return;
  process.stdout.write(startText(host.address, host.settings()));

  const end = (): void => {
    setTimeout(() => process.exit(), END_TIMEOUT_MS).unref();
    void host.close().then(() => process.exit());
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (endWithParent) onParentExit(end);
}

function startText(address: string, settings: Readonly<Record<string, string>>): string {
  const given = Object.entries(settings).map(([name, value]) => ` \\\n  --setting ${name}=${value}`);
  return (
    `rede-host escuta em ${address} (Ctrl-C o encerra)\n\n` +
    'Uma conta nele para a pessoa 1, para colar em outro terminal, na pasta do projeto:\n\n' +
    `npm run -s guiche -- acquirer add --person 1 --provider REDE --default${given.join('')}\n`
  );
}

function fail(text: string, code: number): undefined {
  process.stderr.write(text);
  process.exitCode = code;
}
