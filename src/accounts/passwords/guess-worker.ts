import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as portuguese from '@zxcvbn-ts/language-pt-br';

// Runs in a worker thread that ends when it is no longer needed: the word lists take some 50 MB, and a long password a
// second.

export interface GuessRequest {
  readonly id: number;
  readonly password: string;
  /** What somebody who knows the person would try first. */
  readonly known: readonly string[];
}

export interface GuessAnswer {
  readonly id: number;
  /** How many guesses an attacker needs who tries likely passwords first. */
  readonly guesses: number;
}

/**
 * The time grows with the square of the length; a password that is hard to guess by its first 64 characters stays so.
 */
const MAX_CHARACTERS = 64;

/** The product's name is what somebody who sees the panel tries first. */
const PRODUCT = ['guiche', 'guichê'];
/**
 * Not the sequence of the rainbow: people do not count in it, and two colours that are neighbours there, such as
 * `azul-verde`, would pass for one word. The colours themselves are among the words.
 */
const { 'rainbowColors-pt-br': _rainbow, ...words } = portuguese.dictionary;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...words, product: PRODUCT },
  graphs: common.adjacencyGraphs,
  maxLength: MAX_CHARACTERS,
});

parentPort?.on('message', ({ id, password, known }: GuessRequest) => {
  const { guesses } = estimator.check(password, [...known]);
  parentPort?.postMessage({ id, guesses } satisfies GuessAnswer);
});
