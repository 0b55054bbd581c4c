import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';

const TMPFS = 0x01021994;

/** What a reader must know to compare figures with others. */
export interface Machine {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  /** Of the minute before the run: above 0 others were busy too. */
  readonly loadAverage: number | undefined;
  readonly temporaryFilesInMemory: boolean;
}

export async function describeMachine(): Promise<Machine> {
  return {
    at: new Date().toISOString(),
    node: process.versions.node,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    loadAverage: loadavg()[0],
    temporaryFilesInMemory: (await statfs(tmpdir())).type === TMPFS,
  };
}
