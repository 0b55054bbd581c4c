import { hostRefusals, isHostCode } from '../return-codes.ts';

/** Texts of what was decided: by the issuer, about the buyer, about a refund. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['00', 'Success.'],
  ['101', 'Refused: a problem with the card.'],
  ['102', "Refused: the shop's standing with the issuer."],
  ['103', 'Refused: try again.'],
  ['104', 'Refused: try again.'],
  ['105', 'Refused: restricted card.'],
  ['106', 'Refused: the issuer failed.'],
  ['107', 'Refused: try again.'],
  ['108', 'Refused: amount not allowed for this card.'],
  ['109', 'Refused: no such card.'],
  ['110', 'Refused: not allowed for this card.'],
  ['111', 'Refused: no funds.'],
  ['112', 'Refused: expired.'],
  ['113', 'Refused: risk seen by the issuer.'],
  ['114', 'Refused: not a card of this network.'],
  ['115', 'Refused: too many in this period.'],
  ['116', 'Refused: talk to the issuer.'],
  ['118', 'Refused: the card is locked.'],
  ['119', 'Refused: security code.'],
  ['123', 'Refused: the holder stopped the recurrence.'],
  ['124', 'Refused: talk to Rede.'],
  ['174', 'The card is good.'],
  ['175', 'The card is not good.'],
  ['201', 'No authentication was needed.'],
  ['202', 'The buyer was not authenticated.'],
  ['204', 'The card takes no part in authentication.'],
  ['220', 'Send the buyer to the address.'],
  ['359', 'Refunded.'],
  ['360', 'The refund was accepted.'],
]);

export function messageOf(returnCode: string): string {
  return MESSAGES.get(returnCode) ?? (isHostCode(returnCode) ? hostRefusals[returnCode].message : 'Refused.');
}
