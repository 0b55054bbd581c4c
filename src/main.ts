import { openCommandContext, runGuiche } from './commands/index.ts';

// As in bin/guiche.js, for `npm run dev`: by default this signal opens an inspector, which can read keys and card numbers.
process.on('SIGUSR1', () => {});
const writeOut = (text: string) => process.stdout.write(text);
const writeError = (text: string) => process.stderr.write(text);

process.exitCode = await runGuiche(process.argv.slice(2), {
  openContext: async (command) => openCommandContext(command, process.env, writeError),
  writeOut,
  writeError,
});
