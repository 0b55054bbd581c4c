import pg from 'pg';
import { type ScriptStatement, scriptBytes } from './script-bytes.ts';

/** The driver's connection, as far as a script uses it; missing in its types. */
interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): void };
  /** Texts of the prepared statements of this connection, by name: the driver's own list. */
  readonly parsedStatements: Record<string, string>;
}

/**
 * Sends all statements with one Sync at their end: the server answers once, and does nothing more after the first error. The
 * driver's own pipeline sends a Sync, and gets an answer, for each of them. Resolves to the tag of the last statement,
 * such as `COMMIT`.
 */
export function runScript(
  client: pg.ClientBase,
  statements: readonly ScriptStatement[],
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
  readonly #statements: readonly ScriptStatement[];
  readonly #prepares: boolean;
  #tag = '';

  constructor(
    statements: readonly ScriptStatement[],
    { prepares, timeoutMs }: { readonly prepares: boolean; readonly timeoutMs: number },
    done: (error: unknown, tag: string) => void,
  ) {
    super({ text: '' });
    this.query_timeout = timeoutMs;
    this.callback = (error) => done(error, this.#tag);
    this.#statements = statements;
    this.#prepares = prepares;
  }

  /** Returns why nothing was sent, which the driver takes for the query's error. */
  override submit = (connection: unknown): unknown => {
    const { stream, parsedStatements } = connection as Wire;
    try {
      const bytes = scriptBytes(this.#statements, this.#prepares ? parsedStatements : undefined);
      if (stream.writable) stream.write(bytes);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  handleDataRow(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#tag = text;
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleReadyForQuery(connection: unknown): void {
    const { parsedStatements } = connection as Wire;
    if (this.#prepares) for (const { name, text } of this.#statements) parsedStatements[name] = text;
    this.callback(undefined);
  }
}
