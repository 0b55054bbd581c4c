import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkResult } from './result.ts';

interface Kept {
  readonly key?: string | undefined;
  /** What the "acquirer" decided and the service was not told yet, by the id of the work. */
  readonly decided: Readonly<Record<string, WorkResult>>;
}

/** What must outlive a crash: the key, and results that the service has not answered yet. */
export interface Journal {
  readonly key: string | undefined;
  keepKey(key: string | undefined): void;
  resultOf(workId: number): WorkResult | undefined;
  /** Durable when it returns. */
  decide(workId: number, result: WorkResult): void;
  forget(workId: number): void;
}

export function openJournal(folder: string, terminalId: number): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `terminal-${terminalId}.json`);
  let kept = read(file);
  const write = (changed: Kept) => {
    const draft = `${file}.new`;
    writeFileSync(draft, JSON.stringify(changed), { mode: 0o600, flush: true });
    renameSync(draft, file);
    kept = changed;
  };
  return {
    get key() {
      return kept.key;
    },
    keepKey: (key) => write({ ...kept, key }),
    resultOf: (workId) => kept.decided[workId],
    decide: (workId, result) => write({ ...kept, decided: { ...kept.decided, [workId]: result } }),
    forget: (workId) => {
      const { [workId]: _told, ...decided } = kept.decided;
      write({ ...kept, decided });
    },
  };
}

function read(file: string): Kept {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { decided: {} };
    throw new Error(`${file} não pôde ser lido: apague-o para parear de novo`, { cause: error });
  }
}
