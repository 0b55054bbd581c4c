import type { Written } from '../../../accounts/options.ts';
import { type Database, nextId, type WriteTransaction } from '../../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { refuseArchived } from '../../archived.ts';
import type { Callbacks } from '../../callbacks/index.ts';
import type { CardForms } from '../../client-cards/index.ts';
import { type Client, type ClientTables, findClient } from '../../clients/index.ts';
import { findOperator, type OperatorTables } from '../../operators/index.ts';
import { PAYMENT_METHODS, type PaymentMethod, type PaymentMethods } from '../../payment-methods/index.ts';
import { type ProductTables, reserveStock, takeReservedStock } from '../../products/index.ts';
import { findTerminal, type Terminal, type TerminalTables } from '../../terminals/index.ts';
import { stockedOf } from '../record/change.ts';
import type { SaleWaits } from '../record/external-payment.ts';
import { flowOf, type SaleFlow } from '../record/flow.ts';
import { recordSaleInShift } from '../record/record-in-shift.ts';
import { invalid, refuseSale } from '../record/refusals.ts';
import { type InstallmentType, SALE_STATUS, type Sale, type SaleItem } from '../record/sale.ts';
import { marksOfClient } from '../record/sale-marks.ts';
import {
  findPersonSale,
  insertPayment,
  insertSale,
  insertSaleEvent,
  insertUnanswered,
  isTokenInUse,
} from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { addToTillDays } from '../record/till-days.ts';
import { cardForSale, insertSaleCharge } from './card-of-sale.ts';
import { firstPayment } from './first-payment.ts';
import { reserveInOrder } from './order-share.ts';
import type { RequestedItem } from './price-items.ts';
import { isGuessed, rememberRequest, repeatedSale, requestHash } from './repeated.ts';
import type { AnsweredSales } from './unanswered.ts';
import { NO_VALUE, type SaleValue, valueOfSale } from './value.ts';

export interface SellOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly paymentMethods: Pick<PaymentMethods, 'listFor' | 'pixAt'>;
  readonly waits: SaleWaits;
  readonly callbacks: Pick<Callbacks, 'notifyOfSale'>;
  readonly times: { readonly local: Pick<LocalTime, 'day'> };
  readonly cardForms: CardForms;
  readonly answeredSales: AnsweredSales;
  /** A whole number from 0 to below `limit`. */
  randomInt(limit: number): number;
}

/** What a request asks to sell. Money in centavos. */
export interface SaleToCreate {
  readonly personId: number;
  readonly methodId: number;
  readonly terminalId: number;
  readonly reference: string | undefined;
  readonly autoStart: boolean;
  readonly installments: number;
  readonly installmentKind: InstallmentType;
  readonly items: readonly RequestedItem[];
  readonly total: number | undefined;
  readonly surcharge: number;
  readonly discount: number;
  readonly note: string | undefined;
  readonly orderId: number | undefined;
  readonly operatorId: number | undefined;
  readonly clientId: number | undefined;
  readonly integrationId: number | undefined;
}

/** Who sells: `key 12`, and its Idempotency-Key, if it sent one. */
export interface SaleOrigin {
  readonly origin: string;
  readonly key: string | undefined;
  /** Neither at an archived terminal nor to an archived client. */
  readonly onlyInUse?: boolean;
}

export interface SoldSale {
  readonly sale: Sale;
  /** An earlier, identical request created it. */
  readonly repeated: boolean;
  /** What a guess of a repetition must know of its answer. Undefined: none is made. */
  readonly answer: { readonly handing: () => Promise<void>; readonly cut: () => void } | undefined;
}

/**
 * Creates a sale. One that needs no payment client is credited at once and its stock taken in the same commit; any
 * other waits, with its stock reserved. Refusals: field_invalid, method_unavailable, stock_short, order_exceeded,
 * card_missing, key_reused, terminal_archived, client_archived.
 */
export async function sell(
  options: SellOptions,
  wanted: SaleToCreate,
  { origin, key, onlyInUse = false }: SaleOrigin,
  written: Written<Sale>,
): Promise<SoldSale> {
  const { method, flow } = await methodFor(options, wanted);
  const { personId, reference } = wanted;
  const autoStart = wanted.autoStart && flow === 'terminal';
  const request = {
    personId,
    key,
    hash: requestHash(wanted),
    reference,
    takesMoney: flow === 'card' || autoStart,
    chargesCard: flow === 'card',
  };
  const card = await cardForSale(options, wanted, flow);
  const { answeredSales } = options;
  const answerOf = (id: number) =>
    isGuessed(request)
      ? { handing: () => answeredSales.add(id), cut: () => answeredSales.cut(id) }
      : undefined;
  return options.database.write(async (transaction) => {
    const now = options.clock.now();
    const knownId = await repeatedSale(transaction, request, { now, answered: answeredSales });
    const known = knownId && (await findPersonSale(transaction.tables<SaleTables>(), personId, knownId));
    if (known) {
      await written(transaction, known);
      return { sale: known, repeated: true, answer: answerOf(known.id) };
    }
    const id = await nextId(transaction, 'sale');
    const paymentId = await nextId(transaction, 'external_payment');
    const terminal = await terminalFor(transaction, wanted);
    await refuseWrongOperator(transaction, wanted);
    const client = await clientFor(transaction, wanted);
    if (onlyInUse) refuseUnused(terminal, client);
    const value = flow === 'form' ? NO_VALUE : await valueOfSale(transaction, wanted, terminal.settings);
    const sale = await newSale(transaction, options, { id, now, wanted, value, flow, hash: request.hash });
    const items = itemsOf(id, value);
    await moveStockOfNew(transaction, items, flow);
    if (wanted.orderId !== undefined) await reserveInOrder(transaction, sale, method);
    const tables = transaction.tables<SaleTables>();
    await insertSale(tables, sale, { items, marks: marksOfClient(client) });
    await insertPayment(tables, firstPayment(paymentId, sale, autoStart, flow, options.waits));
    await insertSaleCharge(transaction, options, { sale, flow, card });
    await insertSaleEvent(tables, { saleId: id, version: 1, at: now, status: sale.status, origin });
    await addToTillDays(transaction, { after: sale });
    await recordSaleInShift(transaction, { after: sale, origin });
    if (flow === 'recorded') await options.callbacks.notifyOfSale(transaction, sale);
    await rememberRequest(transaction, request, { saleId: id, at: now });
    if (isGuessed(request)) await insertUnanswered(tables, id, now);
    await written(transaction, sale);
    return { sale, repeated: false, answer: answerOf(id) };
  });
}

async function methodFor(
  { paymentMethods }: SellOptions,
  { personId, terminalId, methodId, installments }: SaleToCreate,
): Promise<{ method: PaymentMethod; flow: SaleFlow }> {
  const methods = await paymentMethods.listFor(personId);
  const method = methods.find(({ id }) => id === methodId);
  // In production one that nobody can sell with is not listed, and refused in the same words as in the sandbox.
  const isKnown = PAYMENT_METHODS.some(({ id, needs }) => id === methodId && needs !== undefined);
  if (!method && isKnown) throw refuseSale('method_unavailable', { field: 'methodId' });
  if (!method) throw invalid('methodId', `Forma de pagamento ${methodId} não encontrada.`);
  const taker = method.needs === 'pix' ? await paymentMethods.pixAt(personId, terminalId) : 'client';
  const flow = taker === 'account' ? 'pix' : flowOf(method);
  if (!flow || taker === undefined) throw refuseSale('method_unavailable', { field: 'methodId' });
  if (installments > method.maxInstallments) {
    throw invalid(
      'installments',
      `O campo {installments} deve ser no máximo ${method.maxInstallments} nesta forma de pagamento.`,
    );
  }
  return { method, flow };
}

async function terminalFor(
  transaction: WriteTransaction,
  { personId, terminalId }: SaleToCreate,
): Promise<Terminal> {
  const terminal = await findTerminal(transaction.tables<TerminalTables>(), personId, terminalId);
  if (!terminal) throw invalid('terminalId', `Terminal ${terminalId} não encontrado.`);
  return terminal;
}

async function refuseWrongOperator(
  transaction: WriteTransaction,
  { personId, operatorId }: SaleToCreate,
): Promise<void> {
  if (operatorId === undefined) return;
  const operator = await findOperator(transaction.tables<OperatorTables>(), personId, operatorId);
  if (!operator) throw invalid('operatorId', `Operador ${operatorId} não encontrado.`);
  if (operator.active === 0) throw invalid('operatorId', `O operador ${operatorId} não está ativo.`);
}

async function clientFor(
  transaction: WriteTransaction,
  { personId, clientId }: SaleToCreate,
): Promise<Client | undefined> {
  if (clientId === undefined) return undefined;
  const client = await findClient(transaction.tables<ClientTables>(), personId, clientId);
  if (client) return client;
  throw invalid('clientId', `Cliente ${clientId} não encontrado.`);
}

function refuseUnused(terminal: Terminal, client: Client | undefined): void {
  if (terminal.archived) throw refuseArchived('terminal_archived', { field: 'terminalId' });
  if (client?.archived) throw refuseArchived('client_archived', { field: 'clientId' });
}

const TOKENS = 1_000_000;
const TOKEN_TRIES = 50;

async function newToken(
  transaction: WriteTransaction,
  { randomInt }: SellOptions,
  personId: number,
): Promise<string> {
  for (let tried = 0; tried < TOKEN_TRIES; tried += 1) {
    const token = String(randomInt(TOKENS)).padStart(6, '0');
    if (!(await isTokenInUse(transaction.tables<SaleTables>(), personId, token))) return token;
  }
  throw new Error('no free six-digit token among the open sales of the person; end some of them');
}

async function newSale(
  transaction: WriteTransaction,
  options: SellOptions,
  made: {
    readonly id: number;
    readonly now: number;
    readonly wanted: SaleToCreate;
    readonly value: SaleValue;
    readonly flow: SaleFlow;
    readonly hash: string;
  },
): Promise<Sale> {
  const { id, now, wanted, value, flow, hash } = made;
  return {
    id,
    personId: wanted.personId,
    terminalId: wanted.terminalId,
    methodId: wanted.methodId,
    status: flow === 'recorded' ? SALE_STATUS.credited : SALE_STATUS.pending,
    version: 1,
    createdAt: now,
    updatedAt: now,
    token: await newToken(transaction, options, wanted.personId),
    reference: wanted.reference,
    quantity: value.items.reduce((sum, { quantity }) => sum + quantity, 0),
    originalValue: value.original,
    surcharge: value.surcharge,
    discount: value.discount,
    finalValue: value.final,
    installments: wanted.installments,
    installmentKind: wanted.installmentKind,
    integrationId: wanted.integrationId,
    note: wanted.note,
    clientId: wanted.clientId,
    operatorId: wanted.operatorId,
    orderId: wanted.orderId,
    requestHash: hash,
    day: options.times.local.day(now),
    creditedAt: flow === 'recorded' ? now : undefined,
    transactionId: undefined,
    pixByService: flow === 'pix' ? 1 : undefined,
  };
}

function itemsOf(saleId: number, { items }: SaleValue): readonly SaleItem[] {
  return items.map(({ product, quantity, price }, index) => ({
    saleId,
    position: index + 1,
    productId: product.id,
    name: product.name,
    quantity,
    price,
    stocked: product.stockControlled ? 1 : 0,
  }));
}

async function moveStockOfNew(
  transaction: WriteTransaction,
  items: readonly SaleItem[],
  flow: SaleFlow,
): Promise<void> {
  const tables = transaction.tables<ProductTables>();
  const stocked = stockedOf(items);
  const shortId = await reserveStock(tables, stocked);
  if (shortId !== undefined) {
    throw refuseSale('stock_short', {
      field: 'items',
      message: `Quantidade em estoque insuficiente do produto ${shortId}.`,
    });
  }
  if (flow === 'recorded') await takeReservedStock(tables, stocked);
}
