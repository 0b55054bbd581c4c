import pg from 'pg';
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
    connection.stream.cork();
    for (const { name, text, values } of this.#statements) {
      const statement = this.#prepares ? name : '';
      if (!known.has(statement)) {
        // It may be there: a script that failed later has prepared it, and does not tell.
        if (this.#prepares) connection.close({ type: 'S', name }, true);
        connection.parse({ name: statement, text, types: [] }, true);
      }
      connection.bind({ statement, values: [...values] }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
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
