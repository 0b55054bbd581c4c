import { hostRefusals, isHostCode } from '../return-codes.ts';

/** Texts of decisions: of the issuer, of the authentication, of a refund. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['00', 'Success.'],
  ['101', 'Refused: card problem.'],
  ['102', "Refused: the merchant's status with the issuer."],
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
  ['113', 'Refused: suspected fraud.'],
  ['114', 'Refused: not a card of this network.'],
  ['115', 'Refused: too many in this period.'],
  ['116', 'Refused: talk to the issuer.'],
  ['118', 'Refused: the card is locked.'],
  ['119', 'Refused: security code.'],
  ['123', 'Refused: the cardholder canceled the recurrence.'],
  ['124', 'Refused: talk to Rede.'],
  ['174', 'The card is valid.'],
  ['175', 'The card is not valid.'],
  ['201', 'No authentication was needed.'],
  ['202', 'The buyer was not authenticated.'],
  ['204', 'The card does not support authentication.'],
  ['220', 'Send the buyer to the address.'],
  ['359', 'Refunded.'],
  ['360', 'The refund was accepted.'],
]);

export function messageOf(returnCode: string): string {
  return MESSAGES.get(returnCode) ?? (isHostCode(returnCode) ? hostRefusals[returnCode].message : 'Refused.');
}
