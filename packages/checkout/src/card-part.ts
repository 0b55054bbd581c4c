import { type Brand, brandOf } from './brand.ts';
import { type Card, cardHashOf } from './card-hash.ts';
import { GuicheError } from './guiche-error.ts';
import { createKeySource } from './key-source.ts';
import { type CardProblem, validate } from './validate.ts';

/** The part that handles cards. Pages with their own fields need it; the loader loads it on first use. */
export interface CardPart {
  brandOf(number: string): Brand | undefined;
  validate(card: Partial<Card>): readonly CardProblem[];
  /** Returns a function that encrypts cards with keys from this URL. */
  encrypterOf(publicKeyAddress: string): (card: Card) => Promise<string>;
}

export const cardPart: CardPart = {
  brandOf,
  validate: (card) => validate(card),
  encrypterOf(publicKeyAddress) {
    const keys = createKeySource(publicKeyAddress);
    return async (card) => {
      const [problem] = validate(card);
      if (problem) throw new GuicheError(problem.code, problem.message, problem.field);
      return cardHashOf(card, await keys.current());
    };
  },
};
