import { reaisOf } from '../../bacen-pix/index.ts';
import { type Fields, group, list } from '../../http/index.ts';
import type { SlipRequest } from '../../slips/slip-provider.ts';
import { accessAt, type SlipAccount } from '../account.ts';
import type { PaidByBarcode, SlipAtBank, SlipDialect } from '../dialect.ts';
import type { SlipPaths } from '../paths.ts';
import { bankText, centavosIn, dayPart, matching, momentIn } from '../texts.ts';

const HOST = {
  production: 'https://baas-api.c6bank.info',
  test: 'https://baas-api-sandbox.c6bank.info',
} as const;
const SCHEME = { production: '15', test: '21' } as const;
const LONG_NAME = /^([0-9A-HJKMNP-TV-Z]{16})(\d{10})$/;
const SHORT_NAME = /^G(\d{9})$/;
const THEIR_NAME = /^\w{1,40}$/;
const STATES: ReadonlyMap<unknown, SlipAtBank['standing']> = new Map([
  ['REGISTERING', 'registering'],
  ['CREATED', 'awaited'],
  ['PAID', 'paid'],
  ['CANCELLED', 'removed'],
]);

const PATHS: SlipPaths = new Map([
  ['amount', 'amount'],
  ['due_date', 'payment.bankSlip.expirationDate'],
  ['payment_limit_date', 'payment.bankSlip.payableDaysAfterDue'],
  ['instructions', 'payment.bankSlip.instructions'],
  ['interest', 'payment.bankSlip.interest'],
  ['fine', 'payment.bankSlip.fine'],
  ['discount', 'payment.bankSlip.discount'],
  ['payer.name', 'customer.name'],
  ['payer.tax_id', 'customer.document'],
  ['payer.email', 'customer.email'],
  ['payer.address.street', 'customer.address.address'],
  ['payer.address.number', 'customer.address.number'],
  ['payer.address.complement', 'customer.address.complement'],
  ['payer.address.neighborhood', 'customer.address.district'],
  ['payer.address.city', 'customer.address.city'],
  ['payer.address.state', 'customer.address.state'],
  ['payer.address.zip_code', 'customer.address.zipcode'],
]);

/** C6 Bank: `/v1/bank_slips` for plain slips, `/v2/bank_slips` for hybrid ones. One account has Pix and slips. */
export const C6BANK: SlipDialect = {
  provider: 'C6BANK',
  version: '2',
  terms: { leastAmount: 250, mostDaysAfterDue: 60 },
  create: (account, request) => {
    const name = nameOf(account, request);
    if (name === undefined) return 'the numbers of the account are used up';
    return {
      access: at(account),
      call: { method: 'POST', path: `${base(account)}/`, body: bodyOf(account, request, name) },
    };
  },
  readCreated: (fields, account, ids) => {
    const read = readSlip(fields as Fields, account, nameOf(account, ids));
    if (typeof read === 'string' || read.standing !== 'awaited' || read.slip) return read;
    return { ...read, standing: 'registering' };
  },
  query: (account, ids) => {
    const name = account.isHybrid ? nameOf(account, ids) : ids.theirId;
    if (name === undefined) return undefined;
    return {
      access: at(account),
      call: { method: 'GET', path: `${base(account)}/${encodeURIComponent(name)}` },
    };
  },
  readFound: (fields, account, ids) => readSlip(fields as Fields, account, nameOf(account, ids)),
  remove: (account, ids) => {
    const name = account.isHybrid ? nameOf(account, ids) : ids.theirId;
    if (name === undefined) return undefined;
    const path = `${base(account)}/${encodeURIComponent(name)}/cancel`;
    return { access: at(account), call: { method: 'PUT', path, body: {} } };
  },
  paths: PATHS,
  isTaken: (text) => /já (utilizado|existe)/i.test(text),
  isBusy: (text) => /processamento/i.test(text),
  notices: (account, url) => ({
    access: at(account),
    call: { method: 'POST', path: '/v1/webhooks', body: { url, service: 'BANK_SLIP' } },
  }),
  readNotice: (body) => {
    if (typeof body !== 'object' || body === null) return [];
    const { external_reference_id: name, id } = body as Fields;
    if (typeof name !== 'string') return [];
    const [, reference, digits] = LONG_NAME.exec(name) ?? [];
    if (reference !== undefined) return [{ reference, number: Number(digits) }];
    const [, short] = SHORT_NAME.exec(name) ?? [];
    if (short === undefined) return [];
    const theirId = matching(id, THEIR_NAME);
    return [{ reference: undefined, number: Number(short), ...(theirId === undefined ? {} : { theirId }) }];
  },
};

function at(account: SlipAccount) {
  return accessAt(account, HOST[account.isProduction ? 'production' : 'test']);
}

function base({ isHybrid }: SlipAccount): string {
  return isHybrid ? '/v2/bank_slips' : '/v1/bank_slips';
}

/** Our key at the bank, from which a notice leads back to us. */
function nameOf(
  { isHybrid }: SlipAccount,
  { acquirerReference, number }: Pick<SlipRequest, 'acquirerReference' | 'number'>,
): string | undefined {
  const name = isHybrid
    ? `${acquirerReference}${String(number).padStart(10, '0')}`
    : `G${String(number).padStart(9, '0')}`;
  return (isHybrid ? LONG_NAME : SHORT_NAME).test(name) ? name : undefined;
}

function bodyOf({ isHybrid, isProduction }: SlipAccount, request: SlipRequest, name: string): Fields {
  const { amount, dueOn, payableUntil, instructions, interest, fine, discounts } = request;
  const kind = (type: string) => (type.toLowerCase().includes('percent') ? 'P' : 'V');
  const value = (hundredths: number) => Number(reaisOf(hundredths));
  const lines = instructions.split(/\r?\n/).map((line) => bankText(line, 80));
  return {
    external_reference_id: name,
    amount: value(amount),
    due_date: dueOn,
    // Until then it can be paid.
    payment_limit_date: payableUntil,
    billing_scheme: SCHEME[isProduction ? 'production' : 'test'],
    instructions: lines.slice(0, 4),
    payer: payerOf(request, isHybrid),
    ...(fine === undefined
      ? {}
      : { fine: { type: kind(fine.type), value: value(fine.value), dead_line: 1 } }),
    ...(interest === undefined
      ? {}
      : { interest: { type: kind(interest.type), value: value(interest.value), dead_line: 1 } }),
    ...(discounts.length === 0 ? {} : { discount: discountOf(request) }),
  };
}

/** Days are counted back from the due date; they fall strictly. */
function discountOf({ discounts, dueOn }: SlipRequest): Fields {
  const names = ['first', 'second', 'third'] as const;
  const days = (until: string) => Math.round((Date.parse(dueOn) - Date.parse(until)) / 86_400_000);
  return {
    discount_type: discounts[0]?.type === 'percent' ? 'P' : 'V',
    ...Object.fromEntries(
      discounts.map(({ until, value }, index) => [
        names[index],
        { value: Number(reaisOf(value)), dead_line: days(until) },
      ]),
    ),
  };
}

function payerOf({ payer }: SlipRequest, isHybrid: boolean): Fields {
  const { name, document, email, address } = payer;
  const { street, number, complement, district, city, state, zipcode } = address;
  const whole = [street, number, complement].filter((part) => part !== undefined && part !== '').join(', ');
  const where = isHybrid
    ? { street: bankText(whole, 60), neighborhood: bankText(district, 30) }
    : {
        street: bankText(street, 40),
        number: Number(/\d+/.exec(number)?.[0] ?? 0),
        complement: bankText(complement ?? '', 40),
      };
  return {
    name: bankText(name, 40),
    tax_id: document,
    ...(email === undefined ? {} : { email }),
    address: { ...where, city: bankText(city, 30), state, zip_code: zipcode },
  };
}

function readSlip(answer: Fields, { isHybrid }: SlipAccount, name: string | undefined): SlipAtBank | string {
  if (answer.external_reference_id !== name) return 'the answer tells of another slip';
  const state = answer.status ?? 'CREATED';
  const standing = STATES.get(state);
  if (!standing) return 'the answer tells no state of the slip';
  const amount = centavosIn(answer.amount);
  if (amount === undefined) return 'the answer tells no amount';
  const payments = paymentsIn(answer);
  if (!payments) return 'the answer tells payments that cannot be read';
  const method = group(answer, 'payment_method');
  const codes = isHybrid ? group(method, 'bank_slip') : answer;
  const pix = group(method, 'pix');
  const barcode = matching(codes.bar_code, /^\d{44}$/);
  const line = matching(codes.digitable_line, /^\d{47}$/);
  const qrCode = matching(pix.qr_code ?? pix.emv, /^[\x20-\x7e]{20,512}$/);
  const ourNumber = matching(isHybrid ? codes.number : answer.our_number, /^[\w/-]{1,20}$/);
  const txid = matching(pix.txid, /^[a-zA-Z0-9]{26,35}$/);
  const isReady = barcode !== undefined && line !== undefined && (!isHybrid || qrCode !== undefined);
  return {
    standing,
    state: String(state),
    theirId: matching(answer.id, THEIR_NAME),
    amount,
    slip: isReady ? { ourNumber: ourNumber ?? '', barcode, line, qrCode, txid } : undefined,
    payableUntil: dayPart(answer.payment_limit_date) ?? dayPart(answer.due_date),
    payments,
    txid,
  };
}

function paymentsIn(answer: Fields): readonly PaidByBarcode[] | undefined {
  const read = (list(answer, 'payments') ?? []).map((payment): PaidByBarcode | undefined => {
    const amount = centavosIn(payment.amount);
    const paidAt = momentIn(payment.date);
    return amount === undefined || paidAt === undefined
      ? undefined
      : { id: undefined, at: paidAt, amount, details: undefined };
  });
  return read.every((one) => one !== undefined)
    ? read.toSorted((one, other) => one.at - other.at)
    : undefined;
}
