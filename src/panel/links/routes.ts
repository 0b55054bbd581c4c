import type { Accounts } from '../../accounts/accounts.ts';
import { newPaymentLink, type PaymentLink, type PaymentLinkStore } from '../../gateway/checkout/index.ts';
import type { SalesReader } from '../../gateway/transactions/index.ts';
import type { Catalogue, Photos } from '../../operations/index.ts';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { isUuid } from '../../platform/ids.ts';
import { splitPage } from '../../platform/lists/page.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { actingFor, activePerson } from '../interface/acting-for.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { type LinkDetail, LinkEditBody, LinksQuery, NewLinkBody } from './schema.ts';
import { linkDetail, linkRow } from './show-link.ts';

export interface LinkRoutesOptions {
  readonly accounts: Pick<Accounts, 'findPerson'>;
  readonly links: PaymentLinkStore;
  readonly sales: Pick<SalesReader, 'payingByLink'>;
  readonly catalogue: Catalogue;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly mode: 'sandbox' | 'production';
  newLinkId(): string;
  publicUrl(): string;
}

/** Keeps idempotency keys of the panel apart from those of the shop's system. */
const KEY_PREFIX = 'painel ';
const DEFAULT_LIMIT = 50;
const CARD_TYPES = { any: 0, credit: 1, debit: 2 } as const;

/** Reusable payment links of a shop: create, show with URL and QR code, deactivate. */
export function linkRoutes(options: LinkRoutesOptions): readonly AnyPanelRoute[] {
  const { accounts, links, sales, catalogue, clock, time } = options;
  const written = async (merchantId: number, found: readonly PaymentLink[]) => {
    const paying = await sales.payingByLink(merchantId);
    return found.map((link) => linkRow(link, { now: clock.now(), publicUrl: options.publicUrl(), paying }));
  };
  const shown = async (link: PaymentLink): Promise<LinkDetail> => {
    const product =
      link.productId === undefined ? undefined : await catalogue.findProduct(link.merchantId, link.productId);
    const [row] = await written(link.merchantId, [link]);
    if (!row) throw new Error(`the link ${link.id} was not described`);
    return linkDetail(link, row, product, options.photos);
  };
  const found = async (call: PanelCall<unknown, unknown>): Promise<PaymentLink> => {
    const { id = '' } = call.params;
    const link = isUuid(id) ? await links.find(actingFor(call), id) : undefined;
    if (!link) throw refusePanel('record_unknown');
    return link;
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/links',
      access: 'links.read',
      query: LinksQuery,
      run: async (call) => {
        const { cursor, limit = DEFAULT_LIMIT } = call.query;
        if (cursor !== undefined && !isUuid(cursor)) {
          throw refusePanel('field_invalid', { field: 'cursor' });
        }
        const merchantId = actingFor(call);
        const page = await links.list({ merchantId, before: cursor, limit: limit + 1 });
        const { shown, last } = splitPage(page, limit);
        return { items: await written(merchantId, shown), next: last?.id ?? null };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/links/:id',
      access: 'links.read',
      run: async (call) => shown(await found(call)),
    }),
    panelRoute({
      method: 'POST',
      path: '/links',
      access: 'links.write',
      body: NewLinkBody,
      run: async (call) => {
        const merchantId = actingFor(call);
        const { role } = await activePerson(accounts, merchantId);
        if (role !== 'seller') throw refusePanel('shop_needed');
        const { productId } = call.body;
        if (productId !== undefined && !(await catalogue.findProduct(merchantId, productId))) {
          throw refusePanel('record_unknown', { field: 'productId' });
        }
        if (call.idempotencyKey === undefined) throw refusePanel('idempotency_key_missing');
        const wanted = newLink(call.body, {
          owner: { id: options.newLinkId(), merchantId },
          facts: { time, now: clock.now(), production: options.mode === 'production' },
        });
        const asked = { key: `${KEY_PREFIX}${call.idempotencyKey}`, content: call.body };
        const written = (write: WriteTransaction) => call.audit(write, `link:${wanted.id}`);
        return shown(await links.insert(wanted, asked, written));
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/links/:id',
      access: 'links.write',
      body: LinkEditBody,
      run: async (call) => {
        const link = await found(call);
        const { active } = call.body;
        const detail = active ? 'ativado' : 'desativado';
        await links.edit(link, { active }, clock.now(), (write) =>
          call.audit(write, `link:${link.id}`, { detail }),
        );
        return shown(await found(call));
      },
    }),
  ];
}

type NewLinkFacts = Parameters<typeof newPaymentLink>[1];

/** Links of the panel capture at once; their sales are found by the link's own reference. */
function newLink(
  body: NewLinkBody,
  { owner, facts }: { readonly owner: Pick<PaymentLink, 'id' | 'merchantId'>; readonly facts: NewLinkFacts },
): PaymentLink {
  const {
    lastDay,
    types,
    installments,
    productId,
    methods = 'card',
    bankSlip,
    pixDiscount,
    ...others
  } = body;
  try {
    const link = newPaymentLink(
      {
        ...others,
        name: nameOf(body),
        ...(lastDay === undefined ? {} : { dtExpiration: `${lastDay}T23:59:59` }),
        ...(pixDiscount === undefined ? {} : { pixDiscount: pixDiscount / 100 }),
        firstMethod: methods.startsWith('pix') ? 'pix' : 'card',
        payment: {
          ...(methods.includes('pix') && { pix: {} }),
          ...(bankSlip && { bankSlip: {} }),
          ...(methods.includes('card') && {
            card: {
              type: CARD_TYPES[types as keyof typeof CARD_TYPES],
              capture: true,
              installments: types === 'debit' ? 1 : installments,
            },
          }),
        },
      },
      facts,
      owner,
    );
    const referenceId = link.terms.referenceId ?? `link-${link.code}`;
    return { ...link, productId, terms: { ...link.terms, referenceId } };
  } catch (error) {
    throw inWordsOfTheForm(error);
  }
}

function nameOf({ name }: NewLinkBody): string {
  const trimmed = name.trim();
  if (trimmed === '') throw refusePanel('name_missing', { field: 'name' });
  return trimmed;
}

/** Refusals of the checkout name the fields of the API. */
function inWordsOfTheForm(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.code === 'expiration_invalid') return refusePanel('last_day_invalid', { field: 'lastDay' });
  if (error.code === 'amount_bounds_invalid') {
    return refusePanel('amount_bounds_invalid', { field: 'minAmount' });
  }
  return error;
}
