import fc from 'fast-check';
import { testSeed } from './seed.ts';

fc.configureGlobal({ seed: testSeed });

const SHARE_OF_SUITE = 0.5;

/** Number of cases to play of this many: a share in the suite, which always plays the same; all with a `TEST_SEED`. */
export function casesOf(all: number): number {
  return process.env.TEST_SEED === undefined ? Math.ceil(all * SHARE_OF_SUITE) : all;
}

export { fc };
