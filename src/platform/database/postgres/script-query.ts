import pg from 'pg';

/** One statement of a script, without an answer that anybody reads. */
export interface ScriptStatement {
  /** Of the prepared statement: the same name is the same text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** The driver's connection, as far as its protocol messages are used; missing in its types. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts of the prepared statements of this connection, by name: the driver's own list. */
  readonly parsedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
  sync(): void;
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

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      for (const statement of this.#statements) this.#send(wire, statement);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  };

  #send(wire: Wire, { name, text, values }: ScriptStatement): void {
    const statement = this.#prepares ? name : '';
    if (statement === '' || wire.parsedStatements[statement] === undefined) {
      // It may be there: a script that failed later has prepared it, and does not tell.
      if (statement !== '') wire.close({ type: 'S', name });
      wire.parse({ name: statement, text });
    }
    wire.bind({ statement, values: values.map(String) });
    wire.execute({});
  }

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
