import type { Written } from '../../accounts/options.ts';
import { isReceiverUrl } from '../../platform/addresses/receiver-url.ts';
import { type Database, nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findKeyed, rememberKeyed } from '../interface/request-keys.ts';
import type { PaymentMethods } from '../payment-methods/index.ts';
import { findDefaultProduct, findProducts, type Product, type ProductTables } from '../products/index.ts';
import { itemTotal, ONE_PIECE } from '../quantity.ts';
import { hasPhysicalTerminal, type TerminalTables } from '../terminals/index.ts';
import { ORDER_STATUS, type OrderItem, type OrderMethod, type SalesOrder, withTotal } from './order.ts';
import { refuseOrder } from './refusals.ts';
import { MAX_CALLBACK_URL_CHARACTERS } from './schema.ts';
import { findOrders, insertOrder, lockOrder, replaceOrderParts, updateOrder } from './store.ts';
import type { OrderTables } from './tables.ts';

const MAX_CENTAVOS = 999_999_999_999;

/** A product as a request names it; undefined is the default product. */
export interface OrderedItem {
  readonly productId: number | undefined;
  readonly name: string | undefined;
  /** Of one, in centavos. */
  readonly price: number | undefined;
  /** Ten-thousandths. */
  readonly quantity: number;
}

interface OrderedMethod {
  readonly methodId: number;
  readonly maxInstallments: number | undefined;
  readonly acquirer: string | undefined;
}

/** What a request asks to save. Money in centavos. */
export interface OrderToSave {
  /** Undefined: a new one. */
  readonly id: number | undefined;
  readonly personId: number;
  readonly physicalTerminalId: number | undefined;
  readonly reference: string | undefined;
  readonly note: string | undefined;
  /** Undefined: the sum of the items. */
  readonly total: number | undefined;
  readonly callbackUrl: string | undefined;
  readonly items: readonly OrderedItem[];
  readonly methods: readonly OrderedMethod[];
}

export interface SaveOrderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly paymentMethods: Pick<PaymentMethods, 'listFor'>;
  /** Whether callbacks may only go to public addresses. */
  readonly production: boolean;
}

/**
 * Creates an order, or replaces the fields of one; its balance stays. `key`: the Idempotency-Key of the request, which
 * counts where an order is created. Refusals: not_found, value_invalid, order_canceled, order_below_sales, key_reused.
 */
export async function saveOrder(
  options: SaveOrderOptions,
  request: OrderToSave,
  key: string | undefined,
  written: Written<SalesOrder>,
): Promise<SalesOrder> {
  refuseBadUrl(request.callbackUrl, options.production);
  const methods = await methodsOf(options, request);
  const { personId } = request;
  const keyed = {
    personId,
    operation: 'Pedido/Insert',
    key: request.id === undefined ? key : undefined,
    contents: request,
  };
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<OrderTables>();
    const knownId = await findKeyed(transaction, keyed);
    const [known] = knownId === undefined ? [] : await findOrders(tables, personId, [knownId]);
    if (known) {
      await written(transaction, known);
      return known;
    }
    const id = request.id ?? (await nextId(transaction, 'order'));
    await refuseForeignTerminal(transaction, request);
    const items = await itemsOf(transaction, id, request);
    const now = options.clock.now();
    const order =
      request.id === undefined
        ? newOrder(id, request, items, now)
        : changedOrder(await lockOrder(tables, id), request, items, now);
    await (request.id === undefined ? insertOrder(tables, order) : updateOrder(tables, order));
    const numbered: OrderMethod[] = [];
    for (const method of methods) {
      numbered.push({ ...method, id: await nextId(transaction, 'order_method'), orderId: id });
    }
    await replaceOrderParts(tables, id, { items, methods: numbered });
    await rememberKeyed(transaction, keyed, { recordId: id, at: now });
    await written(transaction, order);
    return order;
  });
}

function newOrder(id: number, request: OrderToSave, items: readonly OrderItem[], now: number): SalesOrder {
  const { personId, physicalTerminalId, reference, note, callbackUrl } = request;
  return {
    id,
    personId,
    status: ORDER_STATUS.open,
    createdAt: now,
    updatedAt: now,
    reference,
    note,
    ...totalsOf(request, items),
    paid: 0,
    inPayment: 0,
    callbackUrl,
    physicalTerminalId,
  };
}

function changedOrder(
  order: SalesOrder | undefined,
  request: OrderToSave,
  items: readonly OrderItem[],
  now: number,
): SalesOrder {
  if (order?.personId !== request.personId) throw operationRefuse('not_found');
  if (order.status === ORDER_STATUS.canceled) throw refuseOrder('order_canceled');
  const { physicalTerminalId, reference, note, callbackUrl } = request;
  const said = { ...order, physicalTerminalId, reference, note, callbackUrl };
  const changed = withTotal(said, totalsOf(request, items), now);
  if (!changed) throw refuseOrder('order_below_sales', { field: 'total' });
  return changed;
}

function totalsOf(
  request: OrderToSave,
  items: readonly OrderItem[],
): Pick<SalesOrder, 'total' | 'itemsTotal'> {
  const itemsTotal = items.reduce((sum, item) => sum + itemTotal(item), 0);
  const total = request.total ?? itemsTotal;
  if (total > 0 && total <= MAX_CENTAVOS && itemsTotal <= MAX_CENTAVOS) return { total, itemsTotal };
  throw invalid('total', 'O valor do pedido deve ser maior que zero e menor que 10 bilhões.');
}

/** Without products, the default product is ordered once for the whole value. */
async function itemsOf(
  transaction: WriteTransaction,
  orderId: number,
  { personId, items, total }: OrderToSave,
): Promise<readonly OrderItem[]> {
  const tables = transaction.tables<ProductTables>();
  const ids = items.flatMap(({ productId }) => productId ?? []);
  const products = new Map((await findProducts(tables, personId, ids)).map((one) => [one.id, one]));
  const usual = await findDefaultProduct(tables, personId);
  if (items.length === 0 && total === undefined) {
    throw invalid('total', 'Envie {total} ou {items}.');
  }
  const ordered: readonly OrderedItem[] =
    items.length > 0 ? items : [{ productId: undefined, name: undefined, price: total, quantity: ONE_PIECE }];
  return ordered.map((item, index) => {
    const field = `items[${index}]`;
    const product = item.productId === undefined ? usual : products.get(item.productId);
    return itemOf(item, product, { orderId, position: index + 1, field });
  });
}

function itemOf(
  item: OrderedItem,
  product: Product | undefined,
  {
    orderId,
    position,
    field,
  }: { readonly orderId: number; readonly position: number; readonly field: string },
): OrderItem {
  if (!product)
    throw invalid(`${field}.productId`, `Produto ${item.productId} não encontrado ({${field}.productId}).`);
  const price = item.price ?? product.price;
  if (price === undefined) {
    throw invalid(`${field}.price`, `Envie {${field}.price}: o produto ${product.id} tem valor aberto.`);
  }
  const name = product.isDefault ? (item.name ?? product.name) : product.name;
  return { orderId, position, productId: product.id, name, quantity: item.quantity, price };
}

async function methodsOf(
  { paymentMethods }: SaveOrderOptions,
  { personId, methods }: OrderToSave,
): Promise<readonly Omit<OrderMethod, 'id' | 'orderId'>[]> {
  const own = await paymentMethods.listFor(personId);
  return methods.map(({ methodId, maxInstallments, acquirer }, index) => {
    const field = `methods[${index}]`;
    const method = own.find(({ id }) => id === methodId);
    if (!method) throw invalid(`${field}.methodId`, `Forma de pagamento ${methodId} não encontrada.`);
    const most = method.maxInstallments;
    if ((maxInstallments ?? 1) > most) {
      const name = `${field}.maxInstallments`;
      throw invalid(name, `O campo {${name}} deve ser no máximo ${most} nesta forma de pagamento.`);
    }
    return { methodId, maxInstallments: maxInstallments ?? most, acquirer };
  });
}

async function refuseForeignTerminal(
  transaction: WriteTransaction,
  { personId, physicalTerminalId }: OrderToSave,
): Promise<void> {
  if (physicalTerminalId === undefined) return;
  if (await hasPhysicalTerminal(transaction.tables<TerminalTables>(), personId, physicalTerminalId)) return;
  throw invalid('physicalTerminalId', `Terminal físico ${physicalTerminalId} não encontrado.`);
}

function refuseBadUrl(url: string | undefined, production: boolean): void {
  if (url === undefined) return;
  if (isReceiverUrl(url, { production, maxCharacters: MAX_CALLBACK_URL_CHARACTERS })) return;
  throw invalid('callbackUrl', 'O campo {callbackUrl} deve ser um endereço público http ou https.');
}

function invalid(field: string, message: string) {
  return operationRefuse('value_invalid', { field, message });
}
