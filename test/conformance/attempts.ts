import type {
  AttemptCard,
  AuthenticationRequest,
  AuthorizeRequest,
  BuyerDevice,
} from '../../src/gateway/providers/card-acquirer.ts';
import type { HostAnswer } from '../../src/gateway/providers/outcome.ts';
import type { AccountSettings, ChargeIds } from '../../src/gateway/providers/provider.ts';
import { Secret } from '../../src/platform/secret.ts';
import type { PlainCard } from './cards.ts';

/** R$ 54,21: an amount of whole reais would hide errors of a factor of 100. */
export const AMOUNT = 5_421;
/** A number that no host uses as a code, an amount or a separate part of an id. */
const CVV = '737';
const AMEX_CVV = '7379';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const REFERENCE_LENGTH = 16;

export const successUrl = 'https://loja.example/3ds/ficha-1/return';
export const failureUrl = 'https://loja.example/3ds/ficha-1/return?falhou=1';

const device: BuyerDevice = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  colorDepth: 30,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1_080,
  screenWidth: 1_920,
  timeZoneOffset: 3,
};

/** A new reference: sixteen characters of Crockford's base 32. */
export function newReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => CROCKFORD[Math.floor(Math.random() * 32)]).join('');
}

export function authenticating(
  onFailure: AuthenticationRequest['onFailure'],
  changes: Partial<BuyerDevice> = {},
): AuthenticationRequest {
  return { onFailure, device: { ...device, ...changes }, successUrl, failureUrl };
}

/** An attempt with a card in clear. */
export type ClearAttempt = AuthorizeRequest & { readonly card: AttemptCard };

/** A new credit attempt of AMOUNT, without capture and 3-D Secure. */
export function attemptOn(
  account: AccountSettings,
  { brand, number }: PlainCard,
  changes: Partial<ClearAttempt> = {},
): ClearAttempt {
  return {
    acquirerReference: newReference(),
    account,
    amount: AMOUNT,
    kind: 'credit',
    capture: false,
    installments: { count: 1, plan: 'store' },
    card: {
      number: new Secret(number),
      cvv: new Secret(brand === 'AMEX' ? AMEX_CVV : CVV),
      expirationMonth: '12',
      expirationYear: '2035',
      holderName: 'MARIA DA SILVA',
      brand,
    },
    softDescriptor: undefined,
    recurrent: false,
    cardOnFile: undefined,
    authentication: undefined,
    ...changes,
  };
}

/** The ids of an attempt, with the acquirer's id if an answer had it. */
export function idsOf(attempt: AuthorizeRequest, answer?: HostAnswer): ChargeIds {
  const { acquirerReference, account } = attempt;
  return { acquirerReference, theirId: answer?.theirId, account };
}
