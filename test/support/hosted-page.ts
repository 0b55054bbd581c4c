import assert from 'node:assert/strict';
import { API_PAIR, getAs } from './gateway-client.ts';
import type { HttpAnswer } from './http-exchange.ts';
import type { TestService } from './service.ts';

type Fields = Readonly<Record<string, unknown>>;
type Form = Readonly<Record<string, string>>;

export interface CreatedLink {
  readonly transactionId: string;
  readonly url: string;
  readonly status: number;
  /** The hosted page's path. */
  readonly path: string;
}

const INTENTION = {
  referenceId: 'pedido-link',
  amount: '28990',
  payment: { card: { type: 0, capture: true, installments: 3 } },
};

export function intend(
  service: TestService,
  body: unknown,
  headers: Readonly<Record<string, string>> = API_PAIR,
): Promise<HttpAnswer> {
  return service.send({
    method: 'POST',
    path: '/v1/intention',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export async function createLink(
  service: TestService,
  top: Fields = {},
  card: Fields = {},
): Promise<CreatedLink> {
  const body = { ...INTENTION, ...top, payment: { card: { ...INTENTION.payment.card, ...card } } };
  const answer = await intend(service, body);
  assert.equal(answer.status, 201, answer.text);
  const created = answer.json() as Omit<CreatedLink, 'path'>;
  return { ...created, path: new URL(created.url).pathname };
}

/** The form fields of a buyer, as a browser without JavaScript posts them. */
const TYPED: Form = {
  tipo: 'credito',
  numero: '4235 6477 2802 5682',
  validade: '12/35',
  cvv: '123',
  nome: 'MARIA DA SILVA',
  parcelas: '1',
};

let forms = 0;

/** `address` is the buyer's address in X-Forwarded-For: the service must trust this machine as a proxy. */
export function submit(
  service: TestService,
  path: string,
  typed: Form = {},
  address?: string,
  accept = 'text/html',
): Promise<HttpAnswer> {
  forms += 1;
  return service.send({
    method: 'POST',
    path,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': 'Mozilla/5.0 (test)',
      Accept: accept,
      ...(address === undefined ? {} : { 'X-Forwarded-For': address }),
    },
    body: new URLSearchParams({ chave: `form-${forms}`, ...TYPED, ...typed }).toString(),
  });
}

export async function pageAt(service: TestService, path: string): Promise<HttpAnswer> {
  return service.send({ path });
}

export async function linkRecord(service: TestService, id: string) {
  return (await getAs(service, `/v1/transactions/${id}`)).json() as {
    readonly status: number;
    readonly payment: { readonly card: Fields };
  } & Fields;
}

/** What the page's script is told when it sends the form. */
export interface ToldInPlace {
  readonly go?: string;
  readonly errors?: Form;
  readonly notice?: { readonly reason: string; readonly whatToDo: string };
  readonly focus?: string;
  readonly key?: string;
  readonly at?: string;
}

/** As the page's script sends the form. */
export async function submitByScript(
  service: TestService,
  path: string,
  typed: Form = {},
): Promise<{ readonly status: number; readonly text: string; readonly told: ToldInPlace }> {
  const { status, text } = await submit(service, path, typed, undefined, 'application/json');
  return { status, text, told: JSON.parse(text) as ToldInPlace };
}
