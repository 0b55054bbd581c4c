import pino, { type DestinationStream, type Logger } from 'pino';
import { linesToStandardError } from './standard-error.ts';

export type Log = Logger;

/** The least important level that is written. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const NEVER_LOGGED = [
  'number',
  'cvv',
  'cardHash',
  'key',
  'senha',
  'password',
  'authorization',
  'authenticationKey',
];
/** Long runs of digits in the text of an error are treated as a card number. */
const CARD_LIKE = /\b(\d{6})\d{3,9}(\d{4})\b/g;

/** JSON lines on standard error. What must never be logged is also redacted by name, should it ever be passed by mistake. */
export function createLog(
  destination: DestinationStream = { write: linesToStandardError() },
  level: LogLevel = 'info',
): Log {
  return pino(
    {
      level,
      formatters: { level: (label) => ({ level: label }) },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: NEVER_LOGGED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
      serializers: { err: describeError },
      hooks: {
        // Without a text of its own a line would get the raw one of the error.
        logMethod(line, write) {
          const [fields, text] = line as unknown as [object | string, string | undefined];
          if (typeof fields === 'string') write.call(this, scrub(fields));
          else if (text === undefined && !('err' in fields)) write.call(this, fields as never);
          else write.call(this, fields as never, scrub(text ?? 'error') as never);
        },
      },
    },
    destination,
  );
}

/** Only what tells a bug apart: driver errors also carry statements, parameters and rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'a value that is no error was thrown' };
  return {
    type: error.name,
    message: scrub(error.message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: scrub(error.stack ?? ''),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

function scrub(text: string): string {
  return text.replace(CARD_LIKE, (_, first: string, last: string) => `${first}***${last}`);
}
