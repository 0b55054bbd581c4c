import type { Attempt, AttemptCard, AuthenticationRequest, BuyerDevice } from '../connector.ts';
import type { Fields } from './fields.ts';
import type { RedeAccount } from './settings.ts';
import { asciiOf, nameOf, plainTextOf } from './texts.ts';

const MAX_HOLDER_NAME = 30;
export const MAX_SOFT_DESCRIPTOR = 18;
export const MAX_INSTALLMENTS = 12;
/** Ten digits. */
export const MAX_AMOUNT = 9_999_999_999;
const MAX_LANGUAGE = 8;
const OTHERWISE_LANGUAGE = 'pt-BR';
/** Rede's own limit is not known (code 159); browsers stay far below. */
const MAX_USER_AGENT = 500;

/** The body of `POST /transactions` (`reference/acquirers.md` A.3, A.5). It holds the card: never kept, never logged. */
export function saleBody(attempt: Attempt, account: RedeAccount): Fields {
  const { installments, authentication, kind } = attempt;
  const softDescriptor =
    account.softDescriptor && attempt.softDescriptor
      ? plainTextOf(attempt.softDescriptor, MAX_SOFT_DESCRIPTOR)
      : undefined;
  return {
    capture: kind === 'debit' || attempt.capture,
    kind,
    reference: attempt.acquirerReference,
    amount: attempt.amount,
    ...(installments.count > 1 ? { installments: installments.count } : {}),
    ...cardFields(attempt.card, account),
    ...(softDescriptor === undefined ? {} : { softDescriptor }),
    ...(attempt.recurrent ? { subscription: true } : {}),
    ...(authentication ? authenticationFields(authentication, kind === 'debit', account) : {}),
  };
}

/** The body of a check without an amount. */
export function checkBody(card: AttemptCard, reference: string, account: RedeAccount): Fields {
  return { capture: true, kind: 'credit', reference, amount: 0, ...cardFields(card, account) };
}

function cardFields(card: AttemptCard, account: RedeAccount): Fields {
  const name = card.holderName === undefined ? undefined : nameOf(card.holderName, MAX_HOLDER_NAME);
  // Version 1 spells it with a capital H.
  const nameField = account.auth === 'basic' ? 'cardHolderName' : 'cardholderName';
  return {
    ...(name === undefined ? {} : { [nameField]: name }),
    cardNumber: card.number.reveal(),
    expirationMonth: Number(card.expirationMonth),
    expirationYear: Number(card.expirationYear),
    ...(card.cvv === undefined ? {} : { securityCode: card.cvv.reveal() }),
  };
}

function authenticationFields(
  { onFailure, device, successUrl, failureUrl }: AuthenticationRequest,
  isDebit: boolean,
  account: RedeAccount,
): Fields {
  return {
    threeDSecure: {
      embedded: true,
      // Debit is never authorized without proof.
      onFailure: isDebit ? 'decline' : onFailure,
      userAgent: asciiOf(device.userAgent, MAX_USER_AGENT),
      device: deviceFields(device, account),
    },
    urls: [
      { kind: 'threeDSecureSuccess', url: successUrl },
      { kind: 'threeDSecureFailure', url: failureUrl },
    ],
  };
}

function deviceFields(device: BuyerDevice, account: RedeAccount): Fields {
  const language = asciiOf(device.language, MAX_LANGUAGE).trim();
  return {
    colorDepth: device.colorDepth,
    deviceType3ds: device.deviceType3ds.toUpperCase(),
    javaEnabled: device.javaEnabled,
    language: language === '' ? OTHERWISE_LANGUAGE : language,
    screenHeight: device.screenHeight,
    screenWidth: device.screenWidth,
    timeZoneOffset: hoursFromGreenwich(device.timeZoneOffset, account),
  };
}

/** Brazil lies west of Greenwich, so both signs mean west (A.5: Rede's examples have 3, an integrator sends −3). */
function hoursFromGreenwich(offset: number, account: RedeAccount): number {
  const hours = Math.abs(offset);
  return account.timeZoneOffset === 'west' || hours === 0 ? hours : -hours;
}
