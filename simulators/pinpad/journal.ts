import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkResult } from './result.ts';

interface JournalContent {
  readonly key?: string | undefined;
  /** Results that the service has not answered yet, by id of the work. */
  readonly decided: Readonly<Record<string, WorkResult>>;
}

/** What must survive a crash: the key, and results that the service has not acknowledged yet. */
export interface Journal {
  readonly key: string | undefined;
  saveKey(key: string | undefined): void;
  resultOf(workId: number): WorkResult | undefined;
  /** By id of the work, the oldest first. */
  results(): readonly (readonly [number, WorkResult])[];
  /** The result is on disk when this returns. */
  saveResult(workId: number, result: WorkResult): void;
  forget(workId: number): void;
}

export function openJournal(folder: string, terminalId: number): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `terminal-${terminalId}.json`);
  let kept = read(file);
  const write = (changed: JournalContent) => {
    const draft = `${file}.new`;
    writeFileSync(draft, JSON.stringify(changed), { mode: 0o600, flush: true });
    renameSync(draft, file);
    kept = changed;
  };
  return {
    get key() {
      return kept.key;
    },
    saveKey: (key) => write({ ...kept, key }),
    resultOf: (workId) => kept.decided[workId],
    results: () => Object.entries(kept.decided).map(([workId, result]) => [Number(workId), result] as const),
    saveResult: (workId, result) => write({ ...kept, decided: { ...kept.decided, [workId]: result } }),
    forget: (workId) => {
      const { [workId]: _acknowledged, ...decided } = kept.decided;
      write({ ...kept, decided });
    },
  };
}

function read(file: string): JournalContent {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JournalContent;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { decided: {} };
    throw new Error(`${file} não pôde ser lido: apague-o para parear de novo`, { cause: error });
  }
}
