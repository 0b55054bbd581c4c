import { openCommandContext, runGuiche } from './commands/index.ts';

// As in bin/guiche.js, for `npm run dev`: by default this signal opens an inspector, which can read keys and card numbers.
process.on('SIGUSR1', () => {});
const writeOut = (text: string) => process.stdout.write(text);
const writeError = (text: string) => process.stderr.write(text);

/** Once all is closed, what a library left open, such as traces on their way, keeps a service no longer than this. */
const LINGER_MS = 300;

process.exitCode = await runGuiche(process.argv.slice(2), {
  openContext: async (command) => openCommandContext(command, process.env, writeError),
  writeOut,
  writeError,
});

if ((process.argv[2] ?? 'serve') === 'serve') setTimeout(() => process.exit(), LINGER_MS).unref();
