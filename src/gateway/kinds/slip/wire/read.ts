import { cnpj, cpf } from 'cpf-cnpj-validator';
import { Refusal } from '../../../../platform/refusal.ts';
import type { SlipAddress, SlipCharges, SlipDiscount } from '../../../providers/index.ts';
import type { Customer } from '../../../transactions/rules/order.ts';
import { mayFallDue } from '../due-day.ts';
import type { SlipChoice } from '../offer/sale-of-offer.ts';
import { type SlipOffer, slipOffer } from '../offer/slip-offer.ts';
import type { SlipSale } from '../prepare.ts';
import { refuseSlip } from '../refusals.ts';
import { dayIn, fieldsIn, nameIn, slipText, textIn, valueIn, wrongField } from './fields.ts';
import type { BankSlipBody, SlipOfferBody } from './schema.ts';

const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');
const MOST_DISCOUNTS = 3;
const MOST_DAYS_AFTER_DUE = 60;
const MOST_PERCENT = 10_000;
const ROOT = 'payment.bankSlip';

/** A customer as it comes with a slip. */
type SlipCustomer = Customer & { readonly phoneNumber?: unknown; readonly address?: unknown };

/** What the body of a sale says of its slip, after its schema was checked. Throws Refusal 400. */
export function readSlip(
  body: BankSlipBody,
  sent: SlipCustomer | undefined,
): Pick<SlipSale, 'provider'> & {
  readonly payment: SlipSale['order']['payment'];
  readonly customer: Customer;
} {
  const { provider, instructions, guarantor, expirationDate } = body;
  const dueOn = dayIn(expirationDate);
  if (dueOn === undefined) throw refuseSlip('slip_due_date_invalid', { field: `${ROOT}.expirationDate` });
  return {
    provider: provider === undefined || provider === '' ? undefined : provider.toUpperCase(),
    customer: readCustomer(sent),
    payment: {
      kind: 'bankSlip',
      dueOn,
      instructions,
      guarantor,
      phone: textIn(sent?.phoneNumber, 'customer.phoneNumber', 18),
      address: readAddress(sent?.address),
      payableDaysAfterDue: readDays(body.payableDaysAfterDue, 'payableDaysAfterDue'),
      ...readCharges(body, dueOn),
    },
  };
}

/** What an intention or a link says of a slip, after its schema was checked. Throws Refusal. */
export function readSlipTerms(body: SlipOfferBody, today: string): SlipOffer {
  const { provider, instructions, guarantor, expirationDate } = body;
  const isDated = expirationDate !== undefined && expirationDate !== '';
  const dueOn = isDated ? dayIn(expirationDate) : undefined;
  if (isDated && (dueOn === undefined || !mayFallDue(dueOn, today))) {
    throw refuseSlip('slip_due_date_invalid', { field: `${ROOT}.expirationDate` });
  }
  return slipOffer({
    provider: provider === undefined || provider === '' ? undefined : provider.toUpperCase(),
    ...{ dueOn, guarantor },
    ...(instructions !== undefined && instructions !== '' && { instructions }),
    ...(isSent(body.dueDays) && { dueDays: readDays(body.dueDays, 'dueDays') }),
    payableDaysAfterDue: readDays(body.payableDaysAfterDue, 'payableDaysAfterDue'),
    ...readLate(body),
  });
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Who pays a slip, as a shop knows it. */
interface KnownPayer {
  readonly customer: Customer;
  readonly address: Readonly<Record<string, unknown>>;
}

/** Who pays a slip, as somebody typed it. Throws Refusal. */
export function typedPayer({ customer, address }: KnownPayer): SlipChoice {
  return { kind: 'bankSlip', customer: readCustomer(customer), address: readAddress(address) };
}

/** Who pays a slip, by what is known of a shop's client; undefined where that is not enough for a bank. */
export function readPayer(known: KnownPayer): SlipChoice | undefined {
  try {
    return typedPayer(known);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function readCustomer({ name, document, email }: Customer = {}): Customer {
  const who = slipText(name, 'customer.name', 100);
  const bare = slipText(document, 'customer.document', 18)
    .replaceAll(/[\s./-]/g, '')
    .toUpperCase();
  if (!cpf.isValid(bare) && !cnpj.isValid(bare)) {
    throw wrongField('customer.document', 'O campo customer.document deve ser um CPF ou CNPJ válido.');
  }
  return { name: who, document: bare, email };
}

function readAddress(sent: unknown): SlipAddress {
  const root = 'customer.address';
  const { address, number, complement, district, zipcode, city, state } = fieldsIn(sent, root) ?? {};
  const read = {
    street: slipText(address, `${root}.address`, 60),
    number: slipText(number, `${root}.number`, 10),
    complement: textIn(complement, `${root}.complement`, 150),
    district: slipText(district, `${root}.district`, 80),
    zipcode: slipText(zipcode, `${root}.zipcode`, 10).replaceAll(/[\s.-]/g, ''),
    city: slipText(city, `${root}.city`, 30),
    state: slipText(state, `${root}.state`, 2).toUpperCase(),
  };
  if (!/^\d{8}$/.test(read.zipcode)) {
    throw wrongField(`${root}.zipcode`, `O campo ${root}.zipcode deve ser um CEP de 8 dígitos.`);
  }
  if (!STATES.includes(read.state)) {
    throw wrongField(`${root}.state`, `O campo ${root}.state deve ser a sigla de um estado, como SP.`);
  }
  return read;
}

function readDays(sent: unknown, name: string): number {
  if (sent === undefined || sent === null || sent === '') return 0;
  const days = Number(sent);
  if (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS_AFTER_DUE) return days;
  const field = `${ROOT}.${name}`;
  throw wrongField(field, `O campo ${field} deve ser um número inteiro de 0 a ${MOST_DAYS_AFTER_DUE}.`);
}

function readCharges(body: Pick<BankSlipBody, 'interest' | 'fine' | 'discount'>, dueOn: string): SlipCharges {
  return { ...readLate(body), discounts: readDiscounts(body.discount, dueOn) };
}

function readLate(body: Pick<BankSlipBody, 'interest' | 'fine'>): Pick<SlipCharges, 'interest' | 'fine'> {
  const interest = fieldsIn(body.interest, `${ROOT}.interest`);
  const fine = fieldsIn(body.fine, `${ROOT}.fine`);
  return {
    interest: interest && readInterest(interest),
    fine: fine && readPart(fine, `${ROOT}.fine`),
  };
}

function readInterest({ type: sent, value }: Readonly<Record<string, unknown>>) {
  const type = nameIn(sent, `${ROOT}.interest.type`, ['monthlyPercent', 'dailyAmount']);
  return { type, value: valueIn(value, `${ROOT}.interest.value`, type === 'monthlyPercent') };
}

function readPart({ type: sent, value }: Readonly<Record<string, unknown>>, root: string) {
  const type = nameIn(sent, `${root}.type`, ['percent', 'amount']);
  return { type, value: valueIn(value, `${root}.value`, type === 'percent') };
}

function readDiscounts(sent: unknown, dueOn: string): readonly SlipDiscount[] {
  const root = `${ROOT}.discount`;
  if (sent === undefined || sent === null) return [];
  if (!Array.isArray(sent) || sent.length > MOST_DISCOUNTS) {
    throw wrongField(root, `O campo ${root} deve ser uma lista de até ${MOST_DISCOUNTS} descontos.`);
  }
  let before = '';
  return sent.map((one: unknown, index) => {
    const at = `${root}[${index}]`;
    const fields = fieldsIn(one, at) ?? {};
    const until = dayIn(fields.until);
    if (until === undefined || until <= before || until > dueOn) {
      throw wrongField(
        `${at}.until`,
        `O campo ${at}.until deve ser um dia aaaa-MM-dd, depois do anterior e até o vencimento.`,
      );
    }
    before = until;
    const part = readPart(fields, at);
    if (part.type === 'percent' && part.value >= MOST_PERCENT) {
      throw wrongField(`${at}.value`, `O campo ${at}.value deve ser menor que 100.`);
    }
    return { until, ...part };
  });
}
