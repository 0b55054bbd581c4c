import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';

const TMPFS = 0x01021994;

/** The machine of a run, needed to compare its figures with others. */
export interface Machine {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  /** Load average of the minute before the run; above 0, other processes were busy too. */
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
