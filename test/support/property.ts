import fc from 'fast-check';
import { testSeed } from './seed.ts';

fc.configureGlobal({ seed: testSeed });

const SHARE_OF_SUITE = 0.5;

/** Number of cases to play of this many: a share in the suite, which always plays the same; all with a `TEST_SEED`. */
export function casesOf(all: number): number {
  return process.env.TEST_SEED === undefined ? Math.ceil(all * SHARE_OF_SUITE) : all;
}

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Every character of Unicode, as the unit of a string. Fast-check's own (`binary`) makes a table of them all, in every
 * process, which takes more than a second.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES.count).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point) || !String(text).isWellFormed()) {
      throw new Error('not one character');
    }
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);

export { fc };
