import type { BookCharge, BookMovement } from '../../../src/gateway/providers/issuer/index.ts';
import { isHostCode, refuse } from '../return-codes.ts';

/** The charge after a movement. Throws a refusal when the book refused it; the book's codes are Rede's. */
export function movedOrThrow(movement: BookMovement | undefined): BookCharge {
  if (movement === undefined) throw refuse('78');
  if (!('refused' in movement)) return movement.charge;
  const { code } = movement.refused;
  throw refuse(isHostCode(code) ? code : '171');
}
