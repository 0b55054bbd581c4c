import type { Config } from '../../composition/config/config.ts';
import type { LooseFile } from '../../composition/config/environment.ts';
import type { Rooms } from '../../composition/rooms.ts';

/** What a command runs with. */
export interface CommandContext {
  readonly config: Config;
  /** Files of settings that others may write; none in production, which refuses them. */
  readonly looseFiles: readonly LooseFile[];
  /** The time zone of the dates that people type and read. */
  readonly timeZone: string;
  /** The rooms, opened on first use: the arguments are checked before that. */
  rooms(): Promise<Rooms>;
  /** The one line that standard input holds, for a secret that must not be an argument. Throws UsageError. */
  readInput(): Promise<string>;
  /** All of standard input, for a file that is given so. Throws UsageError. */
  readAll(): Promise<string>;
  close(): Promise<void>;
}

/** The arguments after the name of a command, checked against its options. */
export interface Arguments {
  flag(name: string): boolean;
  /** Value of a required option. */
  text(name: string): string;
  optionalText(name: string): string | undefined;
  /** All values of a repeatable option. */
  texts(name: string): readonly string[];
  /** Value of a positional, by its name in the command. */
  positional(name: string): string;
  optionalPositional(name: string): string | undefined;
}

/** The output of a command: for people and, under `--json`, for programs. */
export interface CommandAnswer {
  readonly text: string;
  readonly record: unknown;
  /** Goes to standard error, for people and programs. */
  readonly note?: string | undefined;
  /** The check found a fault: the exit code is 1. */
  readonly failed?: boolean | undefined;
}

export interface OptionSpec {
  readonly summary: string;
  /** What stands for the value in the help; an option without it takes no value. */
  readonly value?: string;
  readonly required?: boolean;
  readonly repeatable?: boolean;
}

export interface Command {
  /** One or two words: `serve`, `person add`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments that come without an option; all are required. */
  readonly positionals?: readonly string[];
  /** Name of one more optional argument, the last. */
  readonly optionalPositional?: string;
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Creates the data folder and the database if there are none. Other commands refuse, and say where they looked. */
  readonly makesDatabase?: true;
  /** Ends the help of the command. */
  details?(): string;
  /** Undefined when the command has nothing more to say. May throw UsageError or Refusal. */
  run(context: CommandContext, args: Arguments): Promise<CommandAnswer | undefined>;
}

/** The command line was wrong: exit code 2, with a hint. */
export class UsageError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}
