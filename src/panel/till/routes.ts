import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import {
  type Catalogue,
  INSTALLMENT_KIND,
  readStatuses,
  type SaleDetails,
  type SalesQuery,
  type SaleToCreate,
  type SellerSales,
  type StuckSales,
} from '../../operations/index.ts';
import { qrCodeSvg } from '../../platform/qr-code.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { dayAfter } from '../../platform/time/local-days.ts';
import { SettleTillBody } from '../attention/schema.ts';
import { settleTillSale } from '../attention/till-routes.ts';
import { actingFor, activePerson, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { refuseUnpermitted } from './refuse-unpermitted.ts';
import { TillCancelBody, type TillCode, type TillSale, TillSaleBody } from './schema.ts';
import { tillSale, tillSaleRow, usersOf } from './show-till-sale.ts';

export interface TillOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'shopSettings' | 'panel'>;
  readonly clock: Clock;
  readonly sellerSales: SellerSales;
  readonly stuckSales: StuckSales;
  readonly catalogue: Pick<Catalogue, 'findTerminal' | 'listActiveOperators'>;
  readonly time: LocalTime;
}

const MAX_TEXT = 100;
const DAY = '^\\d{4}-\\d{2}-\\d{2}$';

const ListQuery = Type.Object({
  ...PageQuery.properties,
  terminalId: Type.Optional(Type.Integer({ minimum: 1 })),
  status: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
  reference: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
  from: Type.Optional(Type.String({ pattern: DAY })),
  to: Type.Optional(Type.String({ pattern: DAY })),
});

/** The web till, and all sales made through the platform on any till. */
export function tillRoutes(options: TillOptions): readonly AnyPanelRoute[] {
  return [...readRoutes(options), ...saleRoutes(options)];
}

function readRoutes(options: TillOptions): readonly AnyPanelRoute[] {
  const { sellerSales, catalogue } = options;
  return [
    panelRoute({
      method: 'GET',
      path: '/till/sales',
      access: 'sales.read',
      compressed: true,
      query: ListQuery,
      run: async (call) => {
        const page = pageOf(call.query);
        const wanted = { beforeId: page.after, offset: 0, limit: page.limit + 1 };
        return answeredPage(await sellerSales.list(filterOf(call, options), wanted), page, tillSaleRow);
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/till/operators',
      access: 'sales.sell',
      run: async (call) => {
        const operators = await catalogue.listActiveOperators(actingFor(call));
        return { items: operators.map(({ id, name }) => ({ id, name })) };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/till/sales/:id',
      access: 'sales.read',
      run: async (call) => {
        const found = await sellerSales.find(actingFor(call), recordIdOf(call));
        if (!found) throw refusePanel('record_unknown');
        return shown(options, found);
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/till/sales/:id/code',
      access: 'sales.read',
      run: (call) => codeOf(options, call),
    }),
  ];
}

/** The Pix, or the address of the page where the buyer pays, for a camera. Refusal: record_unknown, also until there is one. */
async function codeOf({ sellerSales }: TillOptions, call: PanelCall<unknown, unknown>): Promise<TillCode> {
  const pix = await sellerSales.pixOf(actingFor(call), recordIdOf(call));
  if (pix) {
    const { code: text, expiresAt } = pix;
    return {
      qrCode: qrCodeSvg(text, 'QR code do Pix'),
      pix: { text, expiresAt: new Date(expiresAt).toISOString() },
    };
  }
  const found = await sellerSales.find(actingFor(call), recordIdOf(call));
  const url = found?.charge?.pageUrl;
  if (found === undefined || typeof url !== 'string') throw refusePanel('record_unknown');
  return { qrCode: qrCodeSvg(url, 'QR code do pagamento'), pix: null };
}

function saleRoutes(options: TillOptions): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'POST',
      path: '/till/sales',
      access: 'sales.sell',
      body: TillSaleBody,
      run: (call) => sell(options, call),
    }),
    panelRoute({
      method: 'POST',
      path: '/till/sales/:id/settle',
      access: 'sales.refund',
      stepUp: true,
      body: SettleTillBody,
      run: (call) => settleTillSale(options.stuckSales, call, actingFor(call)),
    }),
    panelRoute({
      method: 'POST',
      path: '/till/sales/:id/give-up',
      access: 'sales.sell',
      run: (call) => cancel(options, { ...call, body: undefined }, true),
    }),
    panelRoute({
      method: 'POST',
      path: '/till/sales/:id/cancel',
      access: 'sales.refund',
      body: TillCancelBody,
      run: async (call) => {
        await requireFreshFactor(options, call);
        return cancel(options, call, false);
      },
    }),
  ];
}

async function sell(options: TillOptions, call: PanelCall<TillSaleBody, unknown>): Promise<TillSale> {
  const { accounts, sellerSales, catalogue } = options;
  const personId = actingFor(call);
  const { idempotencyKey: key, body } = call;
  if (key === undefined) throw refusePanel('idempotency_key_missing');
  await activePerson(accounts, personId);
  const found = await catalogue.findTerminal(personId, body.terminalId);
  if (!found) throw refusePanel('record_unknown', { field: 'terminalId' });
  const { waitsForTef, installmentKind, asksOperator } = found.terminal.settings;
  const operators = asksOperator ? await catalogue.listActiveOperators(personId) : [];
  refuseUnpermitted(found.terminal.settings, body, operators.length > 0);
  const request: SaleToCreate = {
    ...askedOf(body, personId),
    autoStart: waitsForTef,
    installmentKind: installmentKind === 'admin' ? INSTALLMENT_KIND.administrator : INSTALLMENT_KIND.store,
  };
  const sold = await sellerSales.sell(
    request,
    { origin: originOf(call), key: `panel ${key}` },
    (transaction, sale) => call.audit(transaction, `intencaoVenda:${sale.id}`),
  );
  return shown(options, sold);
}

async function cancel(
  options: TillOptions,
  call: PanelCall<TillCancelBody | undefined, unknown>,
  onlyUnpaid: boolean,
): Promise<TillSale> {
  const id = recordIdOf(call);
  const request = {
    personId: actingFor(call),
    saleId: id,
    terminalId: undefined,
    autoStart: call.body?.autoStart ?? false,
    technicalPassword: call.body?.technicalPassword,
    onlyUnpaid,
    origin: originOf(call),
  };
  const canceled = await options.sellerSales.cancel(request, (transaction) =>
    call.audit(transaction, `intencaoVenda:${id}`),
  );
  return shown(options, canceled);
}

async function shown(
  { accounts, sellerSales, stuckSales }: TillOptions,
  details: SaleDetails,
): Promise<TillSale> {
  const [events, stuck] = await Promise.all([sellerSales.eventsOf(details.id), stuckSales.find(details.id)]);
  return tillSale(details, events, { stuck, users: await accounts.panel.namesOf(usersOf(events)) });
}

/**
 * Refunds above the shop's limit need a second factor, or the password, given within the last minutes. The sale's
 * status does not matter: it may be paid between this check and the cancel. Refusals: record_unknown,
 * second_factor_needed.
 */
async function requireFreshFactor(
  { accounts, clock, sellerSales }: TillOptions,
  call: PanelCall<unknown, unknown>,
): Promise<void> {
  const personId = actingFor(call);
  const found = await sellerSales.find(personId, recordIdOf(call));
  if (!found) throw refusePanel('record_unknown');
  if (call.visitor.session.freshUntil > clock.now()) return;
  const { refundLimit } = await accounts.shopSettings(personId);
  if (refundLimit !== undefined && found.sale.finalValue > refundLimit) {
    throw refusePanel('second_factor_needed');
  }
}

function originOf({ visitor }: PanelCall<unknown, unknown>): string {
  return `user ${visitor.user.id}`;
}

function askedOf(body: TillSaleBody, personId: number) {
  const reference = body.reference?.trim();
  return {
    personId,
    methodId: body.methodId,
    terminalId: body.terminalId,
    reference: reference === '' ? undefined : reference,
    installments: body.installments ?? 1,
    items: (body.items ?? []).map(({ productId, price, quantity }) => ({ productId, price, quantity })),
    total: body.total,
    surcharge: body.surcharge ?? 0,
    discount: body.discount ?? 0,
    note: undefined,
    orderId: body.orderId,
    operatorId: body.operatorId,
    clientId: body.clientId,
    integrationId: undefined,
  };
}

function filterOf(
  call: PanelCall<
    unknown,
    { terminalId?: number; status?: string; reference?: string; from?: string; to?: string }
  >,
  { time }: TillOptions,
): SalesQuery {
  const { terminalId, status, reference, from, to } = call.query;
  const statuses = status ? readStatuses(status) : undefined;
  if (status && !statuses) throw refusePanel('field_invalid', { field: 'status' });
  return {
    personId: actingFor(call),
    ids: undefined,
    methodId: undefined,
    terminalId,
    statuses,
    reference: reference?.trim() || undefined,
    integrationId: undefined,
    orderId: undefined,
    from: from === undefined ? undefined : time.startOfDay(dayIn(from, 'from')),
    until: to === undefined ? undefined : time.startOfDay(dayAfter(dayIn(to, 'to'))),
  };
}

function dayIn(text: string, field: string): string {
  if (Number.isNaN(Date.parse(text))) throw refusePanel('field_invalid', { field });
  return text;
}
