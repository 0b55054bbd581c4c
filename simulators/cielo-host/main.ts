import { accountCommand, runHost } from '../host/run-host.ts';
import { readArguments, USAGE } from './arguments.ts';
import { startCieloHost } from './cielo-host.ts';

await runHost({
  read: readArguments(process.argv.slice(2)),
  usage: USAGE,
  start: startCieloHost,
  startText: (host) =>
    `cielo-host escuta em ${host.address}, consultas em ${host.queryAddress} (Ctrl-C o encerra)\n\n` +
    accountCommand('CIELO', host.settings(), ' --default'),
});
