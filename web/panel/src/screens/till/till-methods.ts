import type { PaymentMethodRow } from '../../../../../src/panel/payment-methods/schema.ts';

type Method = Pick<PaymentMethodRow, 'id' | 'name' | 'modality' | 'flow' | 'maxInstallments'>;

/** Ids of the methods, as on the wire. */
export const METHOD = {
  keepCard: 1,
  keptCard: 2,
  posCredit: 11,
  posDebit: 12,
  posVoucher: 13,
  tefCredit: 21,
  tefDebit: 22,
  tefVoucher: 23,
  tefOther: 24,
  pix: 25,
  tefCreditWithFee: 32,
  tefDebitWithFee: 33,
  cash: 41,
  linkCredit: 51,
  linkDebit: 52,
  bankSlip: 53,
} as const;

/** What a cashier calls a method, and where the money moves. */
interface Words {
  readonly label: string;
  readonly hint: string;
}

const PAD = 'na maquininha';
const LOOSE_PAD = 'só registra';

const WORDS: Readonly<Record<number, Words>> = {
  [METHOD.cash]: { label: 'Dinheiro', hint: 'com troco' },
  [METHOD.tefCredit]: { label: 'Crédito', hint: PAD },
  [METHOD.tefDebit]: { label: 'Débito', hint: PAD },
  [METHOD.pix]: { label: 'Pix', hint: 'na tela' },
  [METHOD.linkCredit]: { label: 'Link', hint: 'pelo celular' },
  [METHOD.linkDebit]: { label: 'Link de débito', hint: 'pelo celular' },
  [METHOD.keptCard]: { label: 'Cobrar o cartão salvo', hint: 'que o cliente deixou com a loja' },
  [METHOD.posCredit]: { label: 'Crédito avulso', hint: LOOSE_PAD },
  [METHOD.posDebit]: { label: 'Débito avulso', hint: LOOSE_PAD },
  [METHOD.posVoucher]: { label: 'Vale avulso', hint: LOOSE_PAD },
  [METHOD.tefVoucher]: { label: 'Vale-refeição ou alimentação', hint: PAD },
  [METHOD.tefOther]: { label: 'Outros', hint: PAD },
  [METHOD.tefCreditWithFee]: { label: 'Crédito com tarifa', hint: PAD },
  [METHOD.tefDebitWithFee]: { label: 'Débito com tarifa', hint: PAD },
  [METHOD.bankSlip]: { label: 'Boleto', hint: 'pago no banco' },
};

/** Of those that no till sells. */
const ELSEWHERE: Readonly<Record<number, Words>> = {
  [METHOD.keepCard]: { label: 'Salvar um cartão', hint: 'sem vender, para cobrar depois' },
};

export function wordsOf(method: Method): Words {
  return (
    WORDS[method.id] ??
    ELSEWHERE[method.id] ?? { label: `${method.name} ${method.modality}`.trim(), hint: '' }
  );
}

/** The method that charges the preferred kept card of the client. */
export function chargesKeptCard({ id }: Pick<Method, 'id'>): boolean {
  return id === METHOD.keptCard;
}

/** What a till can do with a method: one that keeps a card without a sale is not sold here. */
export function isSoldHere({ id }: Pick<Method, 'id'>): boolean {
  return id in WORDS;
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
export function arranged<M extends Method>(
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
  if (method.id === METHOD.posCredit) return 'Crédito';
  return method.id === METHOD.posDebit ? 'Débito' : wordsOf(method).label;
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
