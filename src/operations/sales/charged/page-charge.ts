import type { ChargeCustomer, PageCharge, PageKind } from '../../charges/index.ts';
import type { Client } from '../../clients/index.ts';
import { PAYMENT_METHODS } from '../../payment-methods/index.ts';
import { pageKindOf } from '../record/flow.ts';
import { INSTALLMENT_KIND, type Sale, type SaleItem } from '../record/sale.ts';

/** The longest reference that the gateway stores. */
const MAX_REFERENCE_CHARACTERS = 100;
const MAX_DESCRIPTION_CHARACTERS = 300;

/** The hosted page of a sale: exactly its amount, installments and method. */
export function pageChargeOf(
  sale: Sale,
  {
    items,
    customer,
    chargeId,
    pendingMs,
  }: {
    readonly items: readonly SaleItem[];
    readonly customer: Client | undefined;
    readonly chargeId: number;
    readonly pendingMs: number;
  },
): PageCharge {
  const method = PAYMENT_METHODS.find(({ id }) => id === sale.methodId);
  if (!method) throw new Error(`sale ${sale.id} has an unknown method`);
  const [first] = items;
  const more = items.length > 1 ? ` e mais ${items.length - 1}` : '';
  const description = first && `${first.name}${more}`.slice(0, MAX_DESCRIPTION_CHARACTERS);
  return {
    chargeId,
    personId: sale.personId,
    amount: sale.finalValue,
    installments: sale.installments,
    interest: sale.installmentKind === INSTALLMENT_KIND.administrator ? 'issuer' : 'store',
    kind: pageKindOf(method),
    reference: sale.reference?.slice(0, MAX_REFERENCE_CHARACTERS),
    description,
    customer: customer && customerOf(customer, pageKindOf(method)),
    expiresAt: sale.createdAt + pendingMs,
  };
}

/** Of a slip the bank wants to know where its payer lives. */
function customerOf({ name, document, email, address }: Client, kind: PageKind): ChargeCustomer {
  return kind === 'slip' ? { name, document, email, address } : { name, document };
}
