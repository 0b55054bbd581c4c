import { acquirerCommands } from '../../src/commands/acquirer.ts';
import type { CommandContext } from '../../src/commands/command.ts';
import { credentialCommands, personCommands, runCommand } from '../../src/commands/index.ts';
import { paymentMethodCommands } from '../../src/commands/payment-method.ts';
import { postbackCommands } from '../../src/commands/postback.ts';
import { transactionCommands } from '../../src/commands/transaction.ts';
import type { Config } from '../../src/composition/config.ts';
import type { Rooms } from '../../src/composition/rooms.ts';

const COMMANDS = [
  ...personCommands,
  ...credentialCommands,
  ...acquirerCommands,
  ...paymentMethodCommands,
  ...transactionCommands,
  ...postbackCommands,
];

/**
 * What an operator does on the command line, on rooms that are open already: a process of its own takes a second.
 * Gives the command's JSON answer. Rejects with what it says when it is refused.
 */
export async function runOnRooms(
  argv: readonly string[],
  config: Config,
  rooms: Rooms,
): Promise<Record<string, unknown>> {
  const context: CommandContext = {
    config,
    timeZone: config.timeZone,
    rooms: async () => rooms,
    readInput: async () => {
      throw new Error('a secret of the command is an argument in tests');
    },
    close: async () => undefined,
  };
  let out = '';
  let error = '';
  const code = await runCommand([...argv, '--json'], {
    commands: COMMANDS,
    openContext: async () => context,
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
  });
  if (code !== 0) throw new Error(`guiche ${argv.slice(0, 2).join(' ')}: ${error}`);
  return JSON.parse(out) as Record<string, unknown>;
}
