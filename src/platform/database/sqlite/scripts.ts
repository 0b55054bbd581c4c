import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Step } from '../write-path/script.ts';
import { commitPlace, MOST_ROWS_HERE } from './commit-place.ts';
import { createSqliteStatements } from './statements.ts';
import { createStepsTransaction } from './steps-transaction.ts';
import { createWriterThread } from './writer-thread.ts';

/**
 * `committed` is durable; `refused` wrote nothing, because a row did not change as required; `not_taken` wrote nothing,
 * because the script belongs to the writer thread, which is not ready.
 */
export type ScriptOutcome = 'committed' | 'refused' | 'not_taken';

export interface SqliteScripts {
  /**
   * Commits all steps together; call it for one script at a time. Throws SQLite's error, and DatabaseUnavailable if the
   * thread dies meanwhile: then it is unknown whether the whole script was written or nothing.
   */
  commit(steps: readonly Step[]): Promise<ScriptOutcome>;
  close(): Promise<void>;
}

/** Commits scripts here or in the writer thread, whichever suits. `file` must sync each commit (`synchronous=full`). */
export function createSqliteScripts(options: {
  readonly path: string;
  readonly file: DatabaseSync;
  /** Called when the writer thread has died, with the reason. */
  onDeath(error: Error): void;
}): SqliteScripts {
  const thread = createWriterThread(options);
  const commitHere = onConnection(options.file);
  let lastSmallCommitMs = 0;

  const runHere = (steps: readonly Step[]): { kind: ScriptOutcome; tookMs: number } => {
    const startedAt = performance.now();
    const isWritten = commitHere(steps);
    return { kind: isWritten ? 'committed' : 'refused', tookMs: performance.now() - startedAt };
  };

  return {
    commit: async (steps) => {
      const rows = steps.reduce((sum, step) => sum + step.rows.length, 0);
      const place = commitPlace(rows, lastSmallCommitMs);
      if (place === 'thread') {
        thread.start();
        if (!thread.isReady()) return 'not_taken';
      }
      const { kind, tookMs } = place === 'here' ? runHere(steps) : await thread.run(steps);
      if (rows <= MOST_ROWS_HERE) lastSmallCommitMs = tookMs;
      return kind;
    },
    close: () => thread.close(),
  };
}

function onConnection(file: DatabaseSync): (steps: readonly Step[]) => boolean {
  const statements = createSqliteStatements();
  const prepared = new Map<number, StatementSync>();
  const transact = createStepsTransaction(file);
  return (steps) =>
    transact(
      steps.map((step) => {
        const { number, sql, mustChange, rows } = statements.bind(step);
        const statement = prepared.get(number) ?? file.prepare(sql);
        prepared.set(number, statement);
        return { statement, mustChange, rows };
      }),
    );
}
