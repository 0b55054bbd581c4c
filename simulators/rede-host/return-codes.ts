import { type RefusalRow, type Refuse, refusals } from '../../src/platform/index.ts';

function rows<const Code extends string>(status: number, texts: Readonly<Record<Code, string>>) {
  return Object.fromEntries(
    Object.entries(texts).map(([code, message]) => [code, { status, message }]),
  ) as unknown as Readonly<Record<Code, RefusalRow>>;
}

/** A field of the request is at fault. */
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
  '158': 'capture: not allowed so for this sale',
  '159': 'userAgent: wrong size',
  '160': 'urls: kind missing',
  '161': 'urls: wrong format',
  '167': 'the body is no JSON object',
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

/** The request is well formed, and refused for what it asks. */
const business = rows(422, {
  '49': 'more than was authorized',
  '51': 'the merchant does not have this product',
  '82': 'debit needs the authentication of its buyer',
  '122': 'this reference was sent before',
  '170': 'a check without amount is not allowed so',
  '171': 'not allowed for this sale as it stands',
  '172': 'a check without amount needs the security code',
  '173': 'the authorization is too old to be captured',
  '351': 'the refund is forbidden',
  '354': 'too late to be refunded',
  '355': 'the sale is canceled already',
  '357': 'refunds above the amount of the sale',
  '358': 'refunds above what is left of the sale',
  '365': 'only as a whole before it is captured',
  '371': 'not available for refund now',
  '373': 'no more refunds of this sale',
});

/** HTTP status and text of every code that the host itself refuses with (docs/contract/acquirers.md A.8), before or instead of an issuer. */
export const hostRefusals = {
  ...malformed,
  ...business,
  ...rows(401, {
    '26': 'affiliation: missing',
    '57': 'affiliation: unknown merchant or wrong key',
    '4030': 'the token is not, or no longer, good',
  }),
  ...rows(403, { '370': 'failed: not with these credentials' }),
  ...rows(404, {
    '78': 'there is no such sale',
    '353': 'there is no such sale',
    '362': 'there is no such refundId',
    '369': 'there is no refund',
  }),
  ...rows(415, { '169': 'the content type must be application/json' }),
};

export type HostCode = keyof typeof hostRefusals;

/** Makes what is thrown for a call that the host refuses; its `code` is the return code. */
export const refuse: Refuse<HostCode> = refusals(hostRefusals);

export function isHostCode(code: string): code is HostCode {
  return Object.hasOwn(hostRefusals, code);
}
