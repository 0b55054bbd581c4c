import { accountCommand, runHost } from '../host/run-host.ts';
import { readArguments, USAGE } from './arguments.ts';
import { startRedeHost } from './rede-host.ts';

await runHost({
  read: readArguments(process.argv.slice(2)),
  usage: USAGE,
  start: startRedeHost,
  startText: (host) =>
    `rede-host escuta em ${host.address} (Ctrl-C o encerra)\n\n` +
    accountCommand('REDE', host.settings(), ' --default'),
});
