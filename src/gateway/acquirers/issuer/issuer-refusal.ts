/** A refusal by the issuer, as data: which code it is depends on the brand. */
export interface IssuerRefusal {
  /** Three digits that stand for a code of the ABECS table. */
  readonly scenario: string;
  /** Brands in capitals that give another code instead, Mastercard's with its merchant advice code. */
  readonly byBrand?: Readonly<Record<string, { readonly code: string; readonly adviceCode?: string }>>;
}
