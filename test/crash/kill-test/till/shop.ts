import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, HttpRequest } from '../../../support/http-exchange.ts';
import { DEMO_KEY, type Members, postOf } from '../../../support/operations-client.ts';
import type { Cluster } from '../cluster.ts';
import type { Random } from '../random.ts';
import { sendUntilAnswered } from '../send-until-answered.ts';
import { cardOfClient, fillCardForm } from './card-form.ts';

const RETRY_FOR_MS = 15_000;
const PAUSE_MS = 200;
const MAX_QUERIES = 300;
const TERMINALS = 3;
/** Each pin pad has one sale at a time. */
const TERMINALS_MOSTLY_PIN_PADS = 7;
/** With valid check digits. */
const DOCUMENTS = ['11144477735', '52998224725', '39053344705'] as const;
const ACTIVE_CARD = 2;
const CALLBACK_OF_SALES = 1;

/** The demonstration seller's terminals, and its clients with a stored card each. */
export interface TillShop {
  readonly terminalIds: readonly [number, ...number[]];
  readonly clientIds: readonly [number, ...number[]];
  /** Terminals with a payment client of their own; the others have the sandbox's. */
  readonly paired: readonly { readonly terminalId: number; readonly key: string }[];
}

export function callShop(
  cluster: Pick<Cluster, 'send'>,
  path: string,
  body: object,
  key?: string,
): Promise<HttpAnswer | undefined> {
  const request = postOf(path, body, DEMO_KEY);
  const headers = { ...request.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
  return sendUntilAnswered(cluster, { ...request, headers } as HttpRequest, RETRY_FOR_MS);
}

/** Creates the shop's records, before the first kill and without faults of the acquirer. */
export async function openTillShop(
  cluster: Pick<Cluster, 'send'>,
  random: Random,
  { callbackUrl, mostlyPinPads }: { readonly callbackUrl: string; readonly mostlyPinPads: boolean },
): Promise<TillShop> {
  const insert = async (path: string, body: object, name: string): Promise<Members> => {
    const answer = await callShop(cluster, path, body);
    if (answer?.status !== 200) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
    return (answer.json() as Readonly<Record<string, Members>>)[name] ?? {};
  };
  await insert('/Callback/Insert', { callbackTipo: CALLBACK_OF_SALES, urlCallback: callbackUrl }, 'callback');
  // A product belongs to the first category where none is named.
  await insert('/ProdutoCategoria/Insert', { nome: 'Bebidas' }, 'produtoCategoria');
  const terminalIds: number[] = [];
  const terminals = mostlyPinPads ? TERMINALS_MOSTLY_PIN_PADS : TERMINALS;
  for (let number = 1; number <= terminals; number += 1) {
    terminalIds.push(Number((await insert('/Terminal/Insert', { nome: `Caixa ${number}` }, 'terminal')).id));
  }
  const paired: { terminalId: number; key: string }[] = [];
  for (const terminalId of terminalIds.slice(1)) {
    const { chave } = await insert('/ClientePagamento/Insert', { terminalId }, 'clientePagamento');
    paired.push({ terminalId, key: String(chave) });
  }
  const clientIds: number[] = [];
  for (const [index, cpfCnpj] of DOCUMENTS.entries()) {
    const clienteId = Number((await insert('/Cliente/Insert', { cpfCnpj }, 'cliente')).id);
    const form = await insert('/ClienteCartao/Insert', { clienteId }, 'clienteCartao');
    await fillCardForm(cluster, random, new URL(String(form.urlCapturarDadosCartao)).pathname, {
      numero: cardOfClient(index),
    });
    await untilCardIsActive(cluster, clienteId);
    clientIds.push(clienteId);
  }
  return { terminalIds: atLeastOne(terminalIds), clientIds: atLeastOne(clientIds), paired };
}

async function untilCardIsActive(cluster: Pick<Cluster, 'send'>, clienteId: number): Promise<void> {
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const answer = await callShop(cluster, '/ClienteCartao/GetByClienteId', { clienteId });
    const cards = (answer?.json() as { readonly data?: readonly Members[] } | undefined)?.data ?? [];
    if (cards.some(({ status }) => status === ACTIVE_CARD)) return;
    await sleep(PAUSE_MS);
  }
  throw new Error(`the card of client ${clienteId} was not stored`);
}

function atLeastOne(ids: readonly number[]): readonly [number, ...number[]] {
  const [first, ...others] = ids;
  if (first === undefined) throw new Error('the shop has none');
  return [first, ...others];
}
