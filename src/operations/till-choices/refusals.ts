import { refusals } from '../../platform/refusal.ts';

export const refuseTillChoice = refusals({
  favourites_full: { status: 409, message: 'Já há 24 favoritos. Tire um para pôr outro.' },
});
