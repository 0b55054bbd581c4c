import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type CommitPlace, createCommitPlaces } from './commit-place.ts';
import type { Step } from './script.ts';
import { createSqliteStatements } from './sqlite-statements.ts';
import { createStepsTransaction } from './steps-transaction.ts';
import { createWriterThread } from './writer-thread/writer-thread.ts';

/**
 * `committed` is durable; `refused` wrote nothing, because a row did not change as required; `not_taken` wrote nothing,
 * because the script belongs to the writer thread, which is not ready.
 */
export type ScriptOutcome = 'committed' | 'refused' | 'not_taken';

/** Where a script is to be committed, and how. */
export interface PlacedScript {
  readonly place: CommitPlace;
  /**
   * Commits all steps together. Throws SQLite's error, and DatabaseUnavailable if the thread dies meanwhile: then it is
   * unknown whether the whole script was written or nothing.
   */
  run(): Promise<ScriptOutcome>;
}

export interface SqliteScripts {
  /** Several scripts may be in the thread; one that is committed here must run alone. */
  placeFor(steps: readonly Step[]): PlacedScript;
  close(): Promise<void>;
}

/** Commits scripts here or in the writer thread, whichever suits. `file` must sync each commit (`synchronous=full`). */
export function createSqliteScripts(options: {
  readonly path: string;
  readonly file: DatabaseSync;
  /** Called when the writer thread has died, with the reason. */
  onDeath(error: Error): void;
}): SqliteScripts {
  const places = createCommitPlaces();
  const thread = createWriterThread(options);
  const commitHere = onConnection(options.file);

  const runHere = async (steps: readonly Step[], rows: number): Promise<ScriptOutcome> => {
    const startedAt = performance.now();
    const isWritten = commitHere(steps);
    places.took('here', rows, performance.now() - startedAt);
    return isWritten ? 'committed' : 'refused';
  };
  const runInThread = async (steps: readonly Step[], rows: number): Promise<ScriptOutcome> => {
    thread.start();
    if (!thread.isReady()) return 'not_taken';
    const { kind, tookMs } = await thread.run(steps);
    places.took('thread', rows, tookMs);
    return kind;
  };

  return {
    placeFor: (steps) => {
      const rows = steps.reduce((sum, step) => sum + step.rows.length, 0);
      const place = places.placeOf(rows);
      return { place, run: () => (place === 'here' ? runHere(steps, rows) : runInThread(steps, rows)) };
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
