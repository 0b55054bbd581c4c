import { Secret } from '../../../platform/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AttemptCard, AuthorizeRequest, CardAcquirer } from '../card-acquirer.ts';
import type { AccountSettings } from '../provider.ts';
import type { CieloTiming } from './call/timing.ts';
import { createCieloConnector } from './connector.ts';
import type { CieloParts } from './connector-context.ts';

const REFERENCE = '0123456789ABCDEF';
const PAYMENT_ID = '0f4b7b9e-2b1e-4c58-8d77-3a5c9f1e6d20';
export const CARD_NUMBER = '4551870000000183';
export const MERCHANT_KEY = 'CHAVE000000000000000000000000000000000ZZ';

/** Long enough for any machine: no test here is about time that runs out. */
const PATIENT: CieloTiming = {
  connectMs: 60_000,
  authorizeMs: 60_000,
  otherMs: 60_000,
  leastMs: 20,
  maxProcessingMs: 360_000,
  betweenCancelsMs: 5_000,
};

export function cieloConnector(options: { clock?: Clock } & CieloParts = {}): CardAcquirer {
  const { clock = { now: Date.now }, ...parts } = options;
  return createCieloConnector({ clock, production: false, timeScale: 1 }, { timing: PATIENT, ...parts });
}

export function accountAt(origin: string, more: Readonly<Record<string, string>> = {}): AccountSettings {
  const settings = {
    merchantId: '3f1d8a52-6c1b-4b7e-9a0e-5d2f7c4b8e10',
    merchantKey: MERCHANT_KEY,
    baseUrl: origin,
    queryUrl: origin,
    ...more,
  };
  return {
    accountId: '7',
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, new Secret(value)])),
  };
}

export const CARD: AttemptCard = {
  number: new Secret(CARD_NUMBER),
  cvv: new Secret('737'),
  expirationMonth: '12',
  expirationYear: '2035',
  holderName: 'João da Silva',
  brand: 'VISA',
};

export function attemptAt(account: AccountSettings, more: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return {
    acquirerReference: REFERENCE,
    account,
    amount: 30_000,
    kind: 'credit',
    capture: true,
    installments: { count: 1, plan: 'store' },
    card: CARD,
    softDescriptor: undefined,
    recurrent: false,
    cardOnFile: undefined,
    authentication: undefined,
    ...more,
  };
}

/** Cielo's record of a sale. */
export function recordOfSale(
  payment: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
) {
  return {
    MerchantOrderId: REFERENCE,
    Payment: {
      Type: 'CreditCard',
      Amount: 30_000,
      Installments: 1,
      CreditCard: { CardNumber: '455187******0183', Brand: 'Visa' },
      Tid: '1125191500A1B2',
      ProofOfSale: '191500',
      AuthorizationCode: '402713',
      PaymentId: PAYMENT_ID,
      CapturedAmount: 30_000,
      ReturnCode: '6',
      ReturnMessage: 'Operation Successful',
      Status: 2,
      ...payment,
    },
    ...more,
  };
}
