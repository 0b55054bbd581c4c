import { DatabaseUnavailable } from '../../platform/database/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { readArguments } from './arguments.ts';
import { type Command, type CommandAnswer, type CommandContext, UsageError } from './command.ts';
import { auditCommand } from './command-audit.ts';
import { completionScript, SHELLS } from './completion.ts';
import { databaseFault } from './database-fault.ts';
import { commandHelp, commandsHelp, usageOf } from './help.ts';
import { printableJson } from './printable.ts';

const EXIT_DONE = 0;
/** Refused, or the database was unavailable, or a check found a fault. */
const EXIT_REFUSED = 1;
/** The command line was wrong. */
const EXIT_USAGE = 2;

const MAX_NAME_WORDS = 2;
const HELP_OPTIONS: ReadonlySet<string> = new Set(['--help', '-h']);
const VERSION_OPTIONS: ReadonlySet<string> = new Set(['--version', '-v', 'version']);

export interface CommandLine {
  readonly commands: readonly Command[];
  /** Name of the command that runs when none is given. */
  readonly defaultCommand?: string;
  /** Ends the overall help: the settings. */
  readonly helpFooter?: string;
  /** Printed for `--version`. */
  readonly version?: string;
  /** Called for a command that runs, not for help or a wrong command line. What it throws is not caught. */
  openContext(command: Command): Promise<CommandContext>;
  writeOut(text: string): void;
  writeError(text: string): void;
}

/** Runs what was typed after `guiche` and returns the exit code. Throws only for bugs. */
export async function runCommand(argv: readonly string[], line: CommandLine): Promise<number> {
  let found: FoundCommand | undefined;
  try {
    const overview = overviewOf(argv, line);
    if (overview !== undefined) {
      line.writeOut(overview);
      return EXIT_DONE;
    }
    found = findCommand(argv, line);
    return await runFound(found, line);
  } catch (error) {
    const fault = faultOf(error, found?.command);
    if (fault === undefined) throw error;
    writeFault(argv, line, fault);
    return fault.code === 'usage' ? EXIT_USAGE : EXIT_REFUSED;
  }
}

/** Why a command did not do what it was asked. */
export interface CommandFault {
  /** Stable, for programs. */
  readonly code: string;
  readonly message: string;
  /** What to do; on lines of their own. */
  readonly advice?: readonly string[];
}

/** To standard error for people and, under `--json`, to standard output as `{"error": {code, message, advice}}`. */
export function writeFault(
  argv: readonly string[],
  { writeOut, writeError }: Pick<CommandLine, 'writeOut' | 'writeError'>,
  { code, message, advice = [] }: CommandFault,
): void {
  writeError(`${[message, ...advice].join('\n')}\n`);
  if (argv.includes('--json')) writeOut(`${printableJson({ error: { code, message, advice } })}\n`);
}

/** Undefined for a bug. */
function faultOf(error: unknown, command: Command | undefined): CommandFault | undefined {
  if (error instanceof UsageError) {
    const usage = command ? `Uso: ${usageOf(command)}` : 'guiche --help lista os comandos.';
    const advice = [error.hint, usage].filter((text) => text !== undefined);
    return { code: 'usage', message: error.message, advice };
  }
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof DatabaseUnavailable) {
    const advice = command?.makesDatabase ? '' : ' Antes de repetir, veja o que ficou feito.';
    return { code: 'database_unavailable', message: `${databaseFault(error)}${advice}` };
  }
  return undefined;
}

async function runFound({ command, rest }: FoundCommand, line: CommandLine): Promise<number> {
  const args = readArguments(command, rest);
  if (args.flag('help')) {
    line.writeOut(commandHelp(command));
    return EXIT_DONE;
  }
  const context = await line.openContext(command);
  const audit = auditCommand(command, args, context);
  let answer: CommandAnswer | undefined;
  try {
    answer = await command.run(audit.context, args);
    await audit.ended();
  } catch (error) {
    await audit.ended(error);
    throw error;
  } finally {
    await context.close();
  }
  if (answer) line.writeOut(`${args.flag('json') ? printableJson(answer.record) : answer.text}\n`);
  if (answer?.note) line.writeError(`${answer.note}\n`);
  return answer?.failed ? EXIT_REFUSED : EXIT_DONE;
}

interface FoundCommand {
  readonly command: Command;
  /** The arguments after its name. */
  readonly rest: readonly string[];
}

/** The version, the script of a shell, help on all commands, or on those of a group (`guiche person --help`); undefined if none is asked for. */
function overviewOf(
  argv: readonly string[],
  { commands, helpFooter, version }: CommandLine,
): string | undefined {
  const [first = '', second = ''] = argv;
  if (VERSION_OPTIONS.has(first) && version !== undefined) return `${version}\n`;
  if (first === 'help' || HELP_OPTIONS.has(first)) return commandsHelp(commands, helpFooter);
  if (first === 'completion') return completionScript(readShell(second), commands);
  // `backup` is a command too: its own help names the others.
  const group = commands.some(({ name }) => name === first) ? [] : groupOf(first, commands);
  return HELP_OPTIONS.has(second) && group.length > 0 ? commandsHelp(group) : undefined;
}

function readShell(word: string): (typeof SHELLS)[number] {
  const shell = SHELLS.find((name) => name === word);
  if (shell === undefined) throw new UsageError(`Diga para que terminal: ${SHELLS.join(', ')}.`);
  return shell;
}

function groupOf(word: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${word} `));
}

function findCommand(argv: readonly string[], { commands, defaultCommand }: CommandLine): FoundCommand {
  const words = leadingWords(argv);
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return { command, rest: argv.slice(count) };
  }
  const fallback = commands.find((candidate) => candidate.name === defaultCommand);
  if (words.length === 0 && fallback) return { command: fallback, rest: argv };
  throw unknownCommand(words, commands);
}

function leadingWords(argv: readonly string[]): readonly string[] {
  const firstOption = argv.findIndex((word) => word.startsWith('-'));
  return argv.slice(0, firstOption < 0 ? MAX_NAME_WORDS : Math.min(firstOption, MAX_NAME_WORDS));
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): UsageError {
  const [group = ''] = words;
  const siblings = groupOf(group, commands).map(({ name }) => name);
  if (words.length === 0) return new UsageError('Falta o comando.');
  if (words.length === 1 && siblings.length > 0) {
    return new UsageError(`Falta dizer o que fazer com ${group}.`, `Há: ${siblings.join(', ')}`);
  }
  const names = commands.map(({ name }) => name);
  const near = nearest(words.join(' '), names) ?? nearest(group, names);
  const others = siblings.length > 0 ? `Há: ${siblings.join(', ')}` : undefined;
  return new UsageError(
    `Comando desconhecido: ${words.join(' ')}`,
    near === undefined ? others : `Você quis dizer ${near}?`,
  );
}
