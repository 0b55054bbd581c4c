import { Secret } from '../../../platform/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AttemptCard, AuthorizeRequest, CardAcquirer } from '../card-acquirer.ts';
import type { AccountSettings, ChargeIds } from '../provider.ts';
import type { RedeTiming } from './call/timing.ts';
import { createRedeConnector } from './connector.ts';

export const REFERENCE = '0123456789ABCDEF';
export const TID = '10012345678901234567';
export const CARD_NUMBER = '5448280000000007';
export const KEY = 'chave-de-integracao-0123456789';

/** Short enough for tests of timeouts, long enough for a busy machine. */
const SHORT: RedeTiming = {
  connectMs: 1_000,
  authorizeMs: 2_000,
  otherMs: 2_000,
  tokenMs: 1_500,
  leastMs: 20,
  maxProcessingMs: 2_000,
  authenticationMs: 900_000,
};

export function shortConnector(options: { clock?: Clock; production?: boolean } = {}): CardAcquirer {
  const { clock = { now: Date.now }, production = false } = options;
  return createRedeConnector({ clock, production, timeScale: 1 }, SHORT);
}

export function patientConnector(options: { clock?: Clock; production?: boolean } = {}): CardAcquirer {
  const { clock = { now: Date.now }, production = false } = options;
  return createRedeConnector({ clock, production, timeScale: 1 });
}

export function accountAt(origin: string, more: Readonly<Record<string, string>> = {}): AccountSettings {
  const settings = {
    pv: '12345678',
    key: KEY,
    api: `${origin}/v2`,
    token: `${origin}/oauth2/token`,
    ...more,
  };
  return {
    accountId: '7',
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, new Secret(value)])),
  };
}

export const CARD: AttemptCard = {
  number: new Secret(CARD_NUMBER),
  cvv: new Secret('123'),
  expirationMonth: '01',
  expirationYear: '2035',
  holderName: 'João da Silva',
  brand: 'MASTERCARD',
};

export function attemptAt(account: AccountSettings, more: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return {
    acquirerReference: REFERENCE,
    account,
    amount: 20_099,
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

export function idsAt(account: AccountSettings, theirId: string | undefined = TID): ChargeIds {
  return { acquirerReference: REFERENCE, theirId, account };
}

/** The response of Rede to a new charge. */
export function newCharge(more: Readonly<Record<string, unknown>> = {}) {
  return {
    reference: REFERENCE,
    tid: TID,
    nsu: '306718396',
    dateTime: '2026-06-02T13:15:39-03:00',
    amount: 20_099,
    cardBin: '544828',
    last4: '0007',
    brand: {
      name: 'Mastercard',
      returnCode: '00',
      returnMessage: 'Success.',
      brandTid: 'MCS1616339888484',
      authorizationCode: '067404',
    },
    returnCode: '00',
    returnMessage: 'Success.',
    ...more,
  };
}

/** The response of Rede to the query of a charge. */
export function queriedCharge(
  authorization: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
) {
  return {
    requestDateTime: '2026-06-02T13:15:40-03:00',
    authorization: {
      returnCode: '00',
      returnMessage: 'Success.',
      affiliation: 12_345_678,
      status: 'Approved',
      reference: REFERENCE,
      tid: TID,
      nsu: '306718396',
      kind: 'Credit',
      amount: 20_099,
      installments: 0,
      cardHolderName: 'Joao da Silva',
      cardBin: '544828',
      last4: '0007',
      brand: { name: 'Mastercard', returnCode: '00', authorizationCode: '067404' },
      ...authorization,
    },
    capture: { dateTime: '2026-06-02T13:15:39-03:00', nsu: '306718396', amount: 20_099 },
    ...more,
  };
}

/** The response of Rede to the query of the refunds of a charge. */
export function queriedRefunds(
  ...refunds: readonly (readonly [id: string, amount: number, status: string])[]
) {
  return {
    refunds: refunds.map(([refundId, amount, status]) => ({
      refundId,
      refundDateTime: '2026-06-02T14:00:00-03:00',
      amount,
      status,
    })),
  };
}
