import { randomBytes } from 'node:crypto';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import { type Fields, isObject, objectOf } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import { codeOf } from '../charges/wire-form.ts';
import type { Host } from '../host.ts';
import type { Slip, SlipTerms } from './book.ts';
import { addressFaults, isDay, isDocument, NOT_PLAIN } from './checks.ts';
import { addSlip } from './register.ts';
import { dayOf, isPaid, isRegistered } from './standing.ts';

const NAMES = { plain: /^[a-zA-Z0-9]{1,10}$/, hybrid: /^[A-Z0-9]{26}$/ } as const;
const LEAST = 2.5;
/** The clearing house takes minutes; meanwhile nothing of a slip can be changed. */
const REGISTRATION_MS = 120_000;
const PROBLEMS = 'https://developers.c6bank.com.br/v1/error/';

/** `POST /v1/bank_slips/` and `/v2/bank_slips/`: answered at once, registered within minutes. */
export async function registerC6Slip(
  host: Host,
  { client, body }: Call,
  version: Slip['version'],
): Promise<HostAnswer> {
  const wrong = faultOf(host, body, version);
  if (wrong !== undefined) return problem(422, 'unprocessable_entity', wrong);
  const name = String(body.external_reference_id);
  if (host.slips.slip(client, name)) {
    return problem(422, 'unprocessable_entity', 'external_reference_id já utilizado');
  }
  const id = randomBytes(13).toString('hex').toUpperCase();
  const number = String(host.slips.slips().length + 1).padStart(10, '0');
  const dueOn = String(body.due_date);
  const slip = addSlip(host, {
    client,
    name,
    id,
    version,
    ourNumber: number,
    amount: Math.round(Number(body.amount) * 100),
    dueOn,
    limitOn: isDay(body.payment_limit_date) ? body.payment_limit_date : dueOn,
    terms: termsOf(body, dueOn),
    bank: '336',
    portfolio: String(body.billing_scheme),
    txid: version === 'hybrid' ? `C6${randomBytes(15).toString('hex')}` : undefined,
    registrationMs: REGISTRATION_MS,
  });
  return { status: 201, body: c6Form(slip) };
}

/** By the bank's own name, or by the shop's for a hybrid one. */
export async function findC6Slip(host: Host, call: Call, version: Slip['version']): Promise<HostAnswer> {
  const slip = slipOf(host, call, version);
  return slip ? { status: 200, body: c6Form(slip) } : problem(404, 'not_found', 'Boleto não encontrado');
}

/** `PUT …/cancel` */
export async function cancelC6Slip(host: Host, call: Call, version: Slip['version']): Promise<HostAnswer> {
  const slip = slipOf(host, call, version);
  if (!slip) return problem(404, 'not_found', 'Boleto não encontrado');
  if (isPaid(slip)) return problem(422, 'unprocessable_entity', 'Boleto já pago');
  if (!isRegistered(slip, host.clock)) {
    return problem(422, 'unprocessable_entity', 'Já existe uma requisição em processamento para o boleto');
  }
  slip.isCanceled = true;
  if (slip.charge?.status === 'ATIVA') slip.charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  return { status: 204, body: undefined };
}

/** One address per account and service. */
export async function registerC6Notices(host: Host, { client, body }: Call): Promise<HostAnswer> {
  const { url, service } = body;
  if (typeof url !== 'string' || !URL.canParse(url) || service !== 'BANK_SLIP') {
    return problem(422, 'unprocessable_entity', 'url ou service inválido');
  }
  host.slipNotices.set(client.clientId, url);
  return { status: 201, body: { url, service } };
}

function slipOf({ slips }: Host, { client, params }: Call, version: Slip['version']): Slip | undefined {
  const id = String(params.id);
  const slip = version === 'hybrid' ? slips.slip(client, id) : slips.withId(client, id);
  return slip?.version === version ? slip : undefined;
}

/** A slip in the bank's words. */
export function c6Form(slip: Slip): Fields {
  const { amount, dueOn, limitOn, charge, payments } = slip;
  const codes = { digitable_line: slip.line, bar_code: slip.barcode };
  const known = {
    id: slip.id,
    external_reference_id: slip.name,
    amount: amount / 100,
    due_date: dueOn,
    payment_limit_date: limitOn,
    status: payments.length > 0 || isPaid(slip) ? 'PAID' : slip.isCanceled ? 'CANCELLED' : 'CREATED',
    payments: payments.map((payment) => ({
      date: new Date(payment.at).toISOString(),
      amount: payment.amount / 100,
    })),
  };
  if (!charge) return { ...known, ...codes, our_number: slip.ourNumber, billing_type: '3' };
  return {
    ...known,
    payment_method: {
      bank_slip: { ...codes, number: slip.ourNumber },
      pix: { qr_code: codeOf(charge), txid: charge.txid },
    },
  };
}

function faultOf(host: Host, body: Fields, version: Slip['version']): string | undefined {
  const payer = objectOf(body.payer);
  const { amount, due_date: dueOn } = body;
  if (!NAMES[version].test(String(body.external_reference_id))) return 'external_reference_id inválido';
  if (typeof amount !== 'number' || amount < LEAST) return 'amount inválido ou abaixo do mínimo';
  if (!isDay(dueOn) || dueOn < dayOf(host.clock.now())) return 'due_date inválida ou no passado';
  if (!/^\d{2}$/.test(String(body.billing_scheme))) return 'billing_scheme inválido';
  const name = String(payer.name ?? '');
  if (name === '' || name.length > 40 || NOT_PLAIN.test(name)) return 'payer.name inválido';
  if (!isDocument(payer.tax_id)) return 'payer.tax_id inválido';
  const address = objectOf(payer.address);
  const [first] = addressFaults(
    address,
    version === 'hybrid' ? { street: 60, neighborhood: 30, city: 30 } : { street: 40, city: 30 },
  );
  if (first !== undefined) return `payer.address.${first} inválido`;
  if (version === 'plain' && !Number.isInteger(address.number)) return 'payer.address.number inválido';
  return /^\d{8}$/.test(String(address.zip_code)) ? undefined : 'payer.address.zip_code inválido';
}

function termsOf({ interest, fine, discount }: Fields, dueOn: string): SlipTerms {
  const { discount_type: type, first, second, third } = objectOf(discount);
  const read = (value: unknown) => {
    if (!isObject(value)) return undefined;
    const kind = value.type === 'P' ? 'percent' : 'amount';
    return { type: kind, value: Math.round(Number(value.value) * 100) } as const;
  };
  return {
    interest: read(interest),
    fine: read(fine),
    discounts: [first, second, third].filter(isObject).map(({ value, dead_line: days }) => ({
      until: new Date(Date.parse(dueOn) - Number(days) * 86_400_000).toISOString().slice(0, 10),
      type: type === 'P' ? 'percent' : 'amount',
      value: Math.round(Number(value) * 100),
    })),
  };
}

function problem(status: number, name: string, detail: string): HostAnswer {
  return {
    status,
    type: 'application/problem+json',
    body: {
      type: `${PROBLEMS}${name}`,
      title: name,
      status,
      detail,
      correlation_id: randomBytes(8).toString('hex'),
    },
  };
}
