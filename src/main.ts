import { openCommandContext, runGuiche } from './commands/index.ts';

const writeOut = (text: string) => process.stdout.write(text);
const writeError = (text: string) => process.stderr.write(text);

process.exitCode = await runGuiche(process.argv.slice(2), {
  openContext: async (command) => openCommandContext(command, process.env, writeError),
  writeOut,
  writeError,
});
