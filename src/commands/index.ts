export type { Command, CommandContext } from './command.ts';
export { runGuiche } from './guiche.ts';
export { openCommandContext } from './open-context.ts';
