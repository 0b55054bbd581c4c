type Fields = Readonly<Record<string, unknown>>;

export const VISA = '4235647728025682';
export const MASTERCARD = '5448280000000007';
export const CARD = { number: VISA, cvv: '123', expirationMonth: '12', expirationYear: '2035' };

/** The body of a sale of R$ 10,00 with exactly this `payment.card`, and other fields of the top level. */
export function saleWith(card: Fields, top: Fields = {}): Fields {
  return { amount: '1000', ...top, payment: { card } };
}

/** Changes to the default sale, by level; `undefined` removes a field. */
export interface Sale {
  readonly top?: Fields;
  readonly card?: Fields;
  readonly cardInfo?: Fields;
}

/** The body of a sale with the default card and these changes. */
export function saleBody({ top, card, cardInfo }: Sale = {}): Fields {
  return saleWith({ ...card, cardInfo: { ...CARD, ...cardInfo } }, top);
}

export interface SaleFields {
  readonly referenceId?: string;
  readonly amount?: string;
  readonly capture?: boolean;
  readonly provider?: string;
  /** Replaces the whole default card. */
  readonly cardInfo?: object;
}

/** The body of a sale that is captured at once, unless `capture` is false. */
export function saleOf({ cardInfo = CARD, capture = true, provider, ...top }: SaleFields = {}): Fields {
  return saleWith({ capture, ...(provider === undefined ? {} : { provider }), cardInfo }, { ...top });
}

/** A year from now, as deployed clients write a time: `31/12/2030 10:00`. */
export const IN_A_YEAR = `${new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10).split('-').toReversed().join('/')} 10:00`;
