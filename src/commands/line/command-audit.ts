import { randomUUIDv7 } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { type AuditEntry, NOBODY } from '../../accounts/audit/index.ts';
import type { Rooms } from '../../composition/rooms.ts';
import { Refusal } from '../../platform/refusal.ts';
import { systemClock } from '../../platform/time/clock.ts';
import type { Arguments, Command, CommandContext } from './command.ts';

/** Any command not listed here is audited: a new one is, unless it is listed as only reading. */
export const READING_COMMANDS = new Set([
  'serve',
  'backup',
  'backup verify',
  'doctor',
  'person list',
  'person show',
  'person networks',
  'credential list',
  'checkout-id list',
  'acquirer list',
  'routing show',
  'routing test',
  'fees show',
  'statement list',
  'payment-method list',
  'postback list',
  'transaction show',
  'transaction list',
  'sale list',
  'audit list',
  'audit verify',
]);
/** Options whose values are recorded: none of them can be a secret. */
const RECORDED = [
  ...[
    'kind',
    'provider',
    'role',
    'methods',
    'late-approval',
    'retry-guard',
    'failover',
    'postback-delay',
    'status',
    'expires',
    'until',
    'terminal',
    'from',
    'to',
  ],
  ...['network', 'before', 'state', 'reason'],
];

export interface CommandAudit {
  /** For the command: the first use of the rooms writes the entry `begun`, before anything is changed. */
  readonly context: CommandContext;
  /** Writes the entry about the end of the command. Never throws. */
  ended(error?: unknown): Promise<void>;
}

/**
 * A command writes two entries, one before it touches anything and one after it: an interrupted command shows as begun
 * and never ended. A command with wrong arguments never gets to the rooms and writes none.
 */
export function auditCommand(command: Command, args: Arguments, context: CommandContext): CommandAudit {
  if (READING_COMMANDS.has(command.name)) return { context, ended: async () => undefined };
  const id = randomUUIDv7();
  let rooms: Promise<Rooms> | undefined;
  const entry = (requestId: string, result: string): AuditEntry => ({
    requestId,
    at: systemClock.now(),
    operation: command.name,
    by: { ...NOBODY, origin: 'command' },
    ...subjectOf(command, args),
    address: `${userName()}@${hostname()}`,
    result,
    detail: detailOf(args),
  });
  const begin = async (): Promise<Rooms> => {
    const opened = await context.rooms();
    await opened.accounts.audit(entry(id, 'begun'));
    return opened;
  };
  return {
    context: {
      ...context,
      rooms: () => {
        rooms ??= begin();
        return rooms;
      },
    },
    ended: async (error) => {
      if (!rooms) return;
      // Never throws: the command is over, its output must be shown, and `begun` is recorded.
      await rooms
        .then(({ accounts }) => accounts.audit(entry(`${id}.end`, resultOf(error))))
        .catch(() => undefined);
    },
  };
}

function subjectOf({ name }: Command, args: Arguments): Pick<AuditEntry, 'forPersonId' | 'record'> {
  const [noun = ''] = name.split(' ');
  const id = args.optionalPositional('ID') ?? args.optionalText('id') ?? args.optionalText('transaction');
  const person = args.optionalText('person') ?? (noun === 'person' ? id : undefined);
  return {
    forPersonId: person !== undefined && /^[1-9]\d{0,14}$/.test(person) ? Number(person) : undefined,
    record: id === undefined ? undefined : `${noun}:${id}`,
  };
}

function detailOf(args: Arguments): string | undefined {
  const details = RECORDED.flatMap((name) => {
    const value = args.optionalText(name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const version = args.optionalPositional('VERSAO');
  if (version !== undefined) details.push(`version=${version}`);
  return details.length > 0 ? details.join(' ') : undefined;
}

function resultOf(error: unknown): string {
  if (error === undefined) return 'ok';
  return error instanceof Refusal ? error.code : 'failed';
}

/** In a container the user id may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
