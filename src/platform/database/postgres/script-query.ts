import pg from 'pg';
import { serialize } from 'pg-protocol';
import type { Statement } from './statements.ts';

/** Names of the statements that each connection has prepared. */
const prepared = new WeakMap<pg.Connection, Set<string>>();

/**
 * Sends all statements with one Sync at their end: the server answers once, and does nothing more after the first error. The
 * driver's own pipeline sends a Sync, and gets an answer, for each of them. Resolves to the tag of the last statement,
 * such as `COMMIT`.
 */
export function runScript(
  client: pg.ClientBase,
  statements: readonly Statement[],
  options: { readonly prepares: boolean; readonly timeoutMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    client.query(
      new ScriptQuery(statements, options, (error, tag) => {
        if (error) reject(error);
        else resolve(tag);
      }),
    );
  });
}

/** The driver accepts its own class only while it pipelines, so this one extends it. */
class ScriptQuery extends pg.Query {
  readonly query_timeout: number;
  /** The driver replaces it by one that ends its time limit too. */
  callback: (error: unknown) => void;
  readonly #statements: readonly Statement[];
  readonly #prepares: boolean;
  #tag = '';

  constructor(
    statements: readonly Statement[],
    { prepares, timeoutMs }: { readonly prepares: boolean; readonly timeoutMs: number },
    done: (error: unknown, tag: string) => void,
  ) {
    super({ text: '' });
    this.query_timeout = timeoutMs;
    this.callback = (error) => done(error, this.#tag);
    this.#statements = statements;
    this.#prepares = prepares;
  }

  override submit = (connection: pg.Connection): void => {
    const known = preparedOn(connection);
    const messages = this.#statements.flatMap(({ name, text, values }) => {
      const statement = this.#prepares ? name : '';
      // It may be there: a script that failed later has prepared it, and does not tell.
      const closed = this.#prepares ? [serialize.close({ type: 'S', name })] : [];
      const parsed = known.has(statement) ? [] : [...closed, serialize.parse({ name: statement, text })];
      return [...parsed, serialize.bind({ statement, values: [...values] }), serialize.execute()];
    });
    if (connection.stream.writable) connection.stream.write(Buffer.concat([...messages, serialize.sync()]));
  };

  handleDataRow(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(connection: pg.Connection): void {
    const known = preparedOn(connection);
    if (this.#prepares) for (const { name } of this.#statements) known.add(name);
    this.callback(undefined);
  }
}

function preparedOn(connection: pg.Connection): Set<string> {
  const known = prepared.get(connection) ?? new Set();
  prepared.set(connection, known);
  return known;
}
