import { type RefusalRow, type Refuse, refusals } from '../../src/platform/refusal.ts';

function rows<Code extends string>(
  status: number,
  messages: Readonly<Record<Code, string>>,
): Readonly<Record<Code, RefusalRow>> {
  const entries = Object.entries<string>(messages).map(([code, message]) => [code, { status, message }]);
  return Object.fromEntries(entries);
}

/** HTTP status and text of what the host refuses by itself: the answer is a list of code and text. */
const hostErrors = {
  ...rows(400, {
    '101': 'MerchantId is required',
    '102': 'Payment Type is required',
    '107': 'MerchantOrderId has characters that are not allowed',
    '108': 'Amount must be greater than zero',
    '114': 'The provided MerchantId is not in correct format',
    '117': 'Holder has characters that are not allowed, or too many',
    '118': 'Credit Card Number is not valid',
    '119': 'At least one Payment is required',
    '122': 'MerchantOrderId is required',
    '123': 'Installments must be greater or equal to one',
    '124': 'Card is required',
    '125': 'Expiration Date is required',
    '126': 'Credit Card Expiration Date is invalid',
    '127': 'You must provide CreditCard Number',
    '128': 'Card Number length exceeded',
    '130': 'Could not get Credit Card',
    '131': 'MerchantKey is required',
    '133': 'Provider is not supported for this Payment Type',
    '146': 'SoftDescriptor has characters that are not allowed, or too many',
    '185': 'Brand not found',
    '186': 'Authenticate is not allowed with this value for this sale',
    '213': 'SecurityCode is invalid',
    '214': 'ExternalAuthentication is not valid',
    '302': 'Merchant order id is duplicated',
    '307': 'Transaction not found',
    '308': 'Transaction not available to capture',
    '309': 'Transaction not available to void',
    '900': 'The body is not a JSON object',
  }),
  ...rows(401, { '115': 'Merchant is disabled', '132': 'MerchantKey is invalid' }),
  ...rows(403, { '120': 'The request IP is not allowed' }),
  /** Without a body: it is not told what was not found. */
  ...rows(404, { not_found: 'Not found' }),
};

export type HostCode = keyof typeof hostErrors;

export const refuse: Refuse<HostCode> = refusals(hostErrors);

/** The answer's body. */
export function errorList(code: string, message: string): object | undefined {
  if (code === 'not_found') return undefined;
  return [{ Code: /^\d+$/.test(code) ? Number(code) : code, Message: message }];
}
