import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';
import { KIND_NAMES } from '../../ui/feedback/kind-names.ts';
import { METHOD } from '../till-choices/method-ids.ts';

type Method = Pick<PaymentMethodRow, 'id' | 'label'>;

/** The method that charges the preferred kept card of the client. */
export function chargesKeptCard({ id }: Pick<Method, 'id'>): boolean {
  return id === METHOD.keptCard;
}

/** What a till can do with a method: one that keeps a card without a sale is not sold here. */
export function isSoldHere({ id }: Pick<Method, 'id'>): boolean {
  return id !== METHOD.keepCard;
}

/** What a loose pin pad takes goes with the button that it stands for. */
const CHOSEN_AS: Readonly<Record<number, number>> = {
  [METHOD.posCredit]: METHOD.tefCredit,
  [METHOD.posDebit]: METHOD.tefDebit,
};

/**
 * The large buttons, in their order, and what stands under "Mais". A terminal without a connected pin pad records what a
 * loose one took.
 */
export function arranged<M extends Pick<Method, 'id'>>(
  methods: readonly M[],
  hasPinPad: boolean,
  /** Moved there by the shop. */
  underMore: readonly number[] = [],
): { readonly large: readonly M[]; readonly more: readonly M[] } {
  const credit = hasPinPad ? METHOD.tefCredit : METHOD.posCredit;
  const debit = hasPinPad ? METHOD.tefDebit : METHOD.posDebit;
  const large = [METHOD.cash, credit, debit, METHOD.pix, METHOD.linkCredit]
    .filter((id) => !underMore.includes(CHOSEN_AS[id] ?? id))
    .flatMap((id) => methods.filter((method) => method.id === id));
  return { large, more: methods.filter((method) => !large.includes(method)) };
}

/** The word on a large button: short whichever pin pad takes the card. */
export function largeLabel(method: Method): string {
  if (method.id === METHOD.posCredit) return KIND_NAMES.credit;
  return method.id === METHOD.posDebit ? KIND_NAMES.debit : method.label;
}

/** Why this method cannot take this sale; undefined: it can. */
export function hindranceOf(
  method: Pick<PaymentMethodRow, 'id' | 'maxInstallments' | 'lacks'>,
  installments: number,
): string | undefined {
  if (method.lacks === 'pix') return 'falta conta Pix';
  if (method.lacks === 'bankSlip') return 'falta conta para boleto';
  if (installments <= 1 || installments <= method.maxInstallments) return undefined;
  return method.maxInstallments === 1 ? 'só à vista' : `só até ${method.maxInstallments}x`;
}
