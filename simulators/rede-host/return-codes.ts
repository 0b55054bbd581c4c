import { type RefusalRow, type Refuse, refusals } from '../../src/platform/refusal.ts';

function rows<const Code extends string>(status: number, texts: Readonly<Record<Code, string>>) {
  return Object.fromEntries(
    Object.entries(texts).map(([code, message]) => [code, { status, message }]),
  ) as unknown as Readonly<Record<Code, RefusalRow>>;
}

/** A field of the request is invalid. */
const malformed = rows(400, {
  '1': 'expirationYear: wrong size',
  '2': 'expirationYear: wrong format',
  '3': 'expirationYear: missing',
  '15': 'securityCode: wrong size',
  '16': 'securityCode: wrong format',
  '20': 'eci: wrong format',
  '27': 'cavv or eci: missing',
  '31': 'softDescriptor: wrong size',
  '32': 'softDescriptor: wrong format',
  '33': 'expirationMonth: wrong format',
  '35': 'expirationMonth: missing',
  '36': 'cardNumber: wrong size',
  '37': 'cardNumber: wrong format',
  '38': 'cardNumber: missing',
  '39': 'reference: wrong size',
  '40': 'reference: wrong format',
  '41': 'reference: missing',
  '50': 'installments: wrong format',
  '54': 'installments: not for this kind of sale',
  '55': 'cardholderName: wrong size',
  '59': 'cardholderName: wrong format',
  '61': 'subscription: wrong format',
  '63': 'softDescriptor: off for this merchant',
  '70': 'amount: wrong size',
  '71': 'amount: wrong format',
  '73': 'amount: missing',
  '76': 'kind: wrong format',
  '87': 'tid or reference: one is needed',
  '97': 'tid: wrong size',
  '98': 'tid: wrong format',
  '132': 'directoryServerTransactionId: wrong size',
  '151': 'installments: too many',
  '154': 'embedded: wrong format',
  '156': 'eci: wrong size',
  '158': 'capture: not allowed with this value for this sale',
  '159': 'userAgent: wrong size',
  '160': 'urls: kind missing',
  '161': 'urls: wrong format',
  '167': 'the body is not a JSON object',
  '176': 'urls: url missing',
  '250': 'onFailure: missing',
  '251': 'onFailure: wrong format',
  '252': 'threeDSecureFailure url: missing',
  '253': 'threeDSecureFailure url: wrong size',
  '254': 'threeDSecureFailure url: wrong format',
  '255': 'threeDSecureSuccess url: missing',
  '256': 'threeDSecureSuccess url: wrong size',
  '257': 'threeDSecureSuccess url: wrong format',
  '258': 'userAgent: missing',
  '259': 'urls: missing',
  '260': 'urls: threeDSecureFailure missing',
  '261': 'urls: threeDSecureSuccess missing',
  '269': 'challengePreference: wrong format',
  '363': 'callback url: too long',
  '3000': 'colorDepth: missing',
  '3001': 'deviceType3ds: missing',
  '3002': 'javaEnabled: missing',
  '3003': 'language: missing',
  '3004': 'timeZoneOffset: missing',
  '3005': 'screenHeight: missing',
  '3006': 'screenWidth: missing',
  '3007': 'colorDepth: wrong size',
  '3008': 'deviceType3ds: wrong size',
  '3009': 'language: wrong size',
  '3010': 'timeZoneOffset: wrong size',
  '3011': 'screenHeight: wrong size',
  '3012': 'screenWidth: wrong size',
  '3013': 'colorDepth: wrong format',
  '3014': 'deviceType3ds: wrong format',
  '3015': 'javaEnabled: wrong format',
  '3016': 'language: wrong format',
  '3017': 'timeZoneOffset: wrong format',
  '3018': 'screenHeight: wrong format',
  '3019': 'screenWidth: wrong format',
});

/** The request is well formed, but not allowed. */
const business = rows(422, {
  '49': 'the capture exceeds the authorized amount',
  '51': 'the merchant does not have this product',
  '82': 'debit requires the authentication of its buyer',
  '122': 'this reference was sent before',
  '170': 'a zero-amount check requires credit with capture',
  '171': 'not allowed in the current state of this sale',
  '172': 'a zero-amount check requires the security code',
  '173': 'the authorization is too old to be captured',
  '351': 'the refund is forbidden',
  '354': 'too late for a refund',
  '355': 'the sale is already canceled',
  '357': 'the refund exceeds the amount of the sale',
  '358': 'the refund exceeds the remaining amount of the sale',
  '365': 'before the capture, only the full amount can be released',
  '371': 'not available for refund now',
  '373': 'the sale has reached its number of refunds',
});

/** HTTP status and text of every refusal made by the host itself, not by an issuer (docs/contract/acquirers.md A.8). */
export const hostRefusals = {
  ...malformed,
  ...business,
  ...rows(401, {
    '26': 'affiliation: missing',
    '57': 'affiliation: unknown merchant or wrong key',
    '4030': 'the token is invalid or expired',
  }),
  ...rows(403, { '370': 'not allowed with this kind of credentials' }),
  ...rows(404, {
    '78': 'sale not found',
    '353': 'sale not found',
    '362': 'refundId not found',
    '369': 'the sale has no refund',
  }),
  ...rows(415, { '169': 'the content type must be application/json' }),
};

export type HostCode = keyof typeof hostRefusals;

/** Creates the refusal that is thrown for a refused call; its `code` is the return code. */
export const refuse: Refuse<HostCode> = refusals(hostRefusals);

export function isHostCode(code: string): code is HostCode {
  return Object.hasOwn(hostRefusals, code);
}
