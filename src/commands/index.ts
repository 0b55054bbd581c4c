export { runGuiche } from './guiche.ts';
export type { Command, CommandContext } from './line/command.ts';
export { openCommandContext } from './line/open-context.ts';
