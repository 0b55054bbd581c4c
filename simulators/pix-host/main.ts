import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountCommand, runHost } from '../host/run-host.ts';
import { accountSettings } from './account.ts';
import { readArguments, USAGE } from './arguments.ts';
import { startPixHost } from './pix-host.ts';

const ONLY_OWNER = 0o600;

const read = readArguments(process.argv.slice(2));
const provider = typeof read === 'object' ? (read.host.profile ?? '') : '';

await runHost({
  read,
  usage: USAGE,
  start: async (options) => {
    const host = await startPixHost(options);
    const folder = mkdtempSync(join(tmpdir(), 'guiche-pix-host-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { ...host, settings: inFiles(await accountSettings(host), folder) };
  },
  startText: ({ address, openAddress, settings }) =>
    `pix-host (${provider}) escuta em ${address} (Ctrl-C o encerra)\n` +
    `Controle e QR Codes em ${openAddress}\n\n` +
    accountCommand(provider, settings),
});

/** Values of several lines stand in files while the host runs. */
function inFiles(settings: Readonly<Record<string, string>>, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (!value.includes('\n')) return [name, value];
      const path = join(folder, `${name}.pem`);
      writeFileSync(path, value, { mode: ONLY_OWNER });
      return [name, `@${path}`];
    }),
  );
}
