import type { PlaceOfCep } from '../../../../../src/panel/places/schema.ts';

export interface Place {
  readonly state: string;
  readonly city: string;
}

/**
 * State and city once the CEP has said them. A city that somebody typed stays, unless the CEP is of another state.
 * `filledCity` is what an earlier CEP put there.
 */
export function filledPlace(now: Place, told: PlaceOfCep, filledCity: string): Place {
  if (told.state === null) return now;
  const isMoved = now.state !== '' && now.state.toUpperCase() !== told.state;
  const isOpen = now.city === '' || now.city === filledCity || isMoved;
  return { state: told.state, city: isOpen ? (told.city ?? '') : now.city };
}
