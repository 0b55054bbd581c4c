import type { Accounts } from '../../accounts/accounts.ts';
import { givenEmail } from '../../accounts/persons/index.ts';
import {
  dueDayOf,
  lastDueDay,
  type SlipSale,
  slipOffer,
  typedPayer,
} from '../../gateway/kinds/slip/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import { Status } from '../../gateway/transactions/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { actingFor, activePerson } from '../interface/acting-for.ts';
import { allAtOnce } from '../interface/all-at-once.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { NO_SHOP } from './routes.ts';
import { type MadeSlip, NewSlipBody, type SlipWay } from './schema.ts';

export interface SlipChargeOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'shopSettings'>;
  readonly payments: Pick<Payments, 'sell' | 'slipsTakenBy'>;
  readonly clock: Clock;
  readonly time: LocalTime;
}

/** Keeps idempotency keys of the panel apart from those of the shop's system. */
const KEY_PREFIX = 'painel-boleto:';
const USUAL = slipOffer({});

/** A slip by amount, due date and payer, as a shop asks for it on the screen. */
export function slipChargeRoutes(options: SlipChargeOptions): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/charges/slip',
      access: 'sales.sell',
      run: async (call): Promise<SlipWay> => {
        const { payments, clock, time } = options;
        const taken = await payments.slipsTakenBy(actingFor(call));
        if (!taken) return { possible: false };
        const first = time.day(clock.now());
        const [last, usual] = [lastDueDay(first), dueDayOf(USUAL, first)];
        return { possible: true, ...taken, first, last, usual, instructions: USUAL.instructions };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/charges/slip',
      access: 'sales.sell',
      body: NewSlipBody,
      run: (call) => chargeBySlip(options, call),
    }),
  ];
}

/** Refusals: those of a sale by slip, idempotency_key_missing, shop_inactive, shop_needed, email_invalid. */
async function chargeBySlip(
  { accounts, payments }: SlipChargeOptions,
  call: PanelCall<NewSlipBody, unknown>,
): Promise<MadeSlip> {
  const merchantId = actingFor(call);
  if (call.idempotencyKey === undefined) throw refusePanel('idempotency_key_missing');
  const { role } = await activePerson(accounts, merchantId);
  if (role !== 'seller') throw refusePanel('shop_needed', { message: NO_SHOP });
  const { postBackUrl } = await accounts.shopSettings(merchantId);
  const sale = saleOf(call.body, postBackUrl);
  const sell = async () => {
    try {
      return await payments.sell({
        merchantId,
        origin: { kind: 'panel', requestId: call.requestId, userId: call.visitor.user.id },
        idempotency: { key: `${KEY_PREFIX}${call.idempotencyKey}`, content: call.body },
        sale,
      });
    } catch (error) {
      throw inWordsOfTheForm(error);
    }
  };
  const { transaction } = await call.auditAround({ forPersonId: merchantId }, sell, (sold) => ({
    record: `transaction:${sold.transaction.id}`,
  }));
  return { id: transaction.id, isOut: transaction.result.status === Status.intention };
}

function saleOf(body: NewSlipBody, postBackUrl: string | undefined): SlipSale {
  const { amount, dueOn, description, referenceId, instructions, payableDaysAfterDue = 0 } = body;
  const { customer, address } = payerOf(body);
  return {
    ...{ referenceId: referenceId?.trim() || undefined, amount, provider: undefined },
    order: {
      ...{ description: description?.trim() || undefined, postBackUrl, returnUrl: undefined, customer },
      intention: undefined,
      payment: {
        ...{ kind: 'bankSlip', dueOn, payableDaysAfterDue, guarantor: undefined, phone: undefined, address },
        instructions: instructions?.trim() || USUAL.instructions,
        interest: body.interest ? { type: 'monthlyPercent', value: body.interest } : undefined,
        fine: body.fine ? { type: 'percent', value: body.fine } : undefined,
        discounts: [],
      },
    },
  };
}

/** What is wrong of the payer and of the e-mail at once: a person mends a form once. */
function payerOf({ customerName: name, customerDocument: document, customerEmail, address }: NewSlipBody) {
  const { streetType, street, postalCode, ...others } = address;
  const way = [streetType, street]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
  const { email, payer } = allAtOnce({
    payer: () => {
      try {
        return typedPayer({
          customer: { name, document },
          address: { ...others, address: way, zipcode: postalCode },
        });
      } catch (error) {
        throw inWordsOfTheForm(error);
      }
    },
    email: () => givenEmail(customerEmail, 'customerEmail'),
  });
  return { ...payer, customer: { ...payer.customer, email: email ?? undefined } };
}

const FIELDS: Readonly<Record<string, string>> = {
  'customer.name': 'customerName',
  'customer.document': 'customerDocument',
  'customer.address.address': 'address.street',
  'customer.address.zipcode': 'address.postalCode',
  'payment.bankSlip.expirationDate': 'dueOn',
  'payment.bankSlip.payableDaysAfterDue': 'payableDaysAfterDue',
  'payment.bankSlip.interest.value': 'interest',
  'payment.bankSlip.fine.value': 'fine',
};

const TEXTS: Readonly<Record<string, string>> = {
  amount: 'O valor é menor ou maior do que o banco aceita em um boleto.',
  dueOn: 'Escolha um dia de hoje a um ano à frente.',
};

/** Refusals of a sale name the fields of the API. */
function inWordsOfTheForm(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.field === undefined) return error;
  const field = FIELDS[error.field] ?? error.field.replace(/^customer\./, '');
  const message =
    TEXTS[field] ??
    error.message.replace(` (${error.field})`, '').replace(`O campo ${error.field} `, 'Este campo ');
  return error.with({ field, message });
}
