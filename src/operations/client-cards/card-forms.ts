/** A card that the gateway keeps, without its number. */
export interface CardOfClient {
  /** The seller's own name for it, which charges it. */
  readonly token: string;
  /** First 6 and last 4 digits, with asterisks between. */
  readonly mask: string;
  readonly brand: string | undefined;
  /** `MM` and `yyyy` */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** A hosted form on which a client types a card, as it stands. */
export type CardForm =
  | { readonly kind: 'open'; readonly url: string }
  /** A card was typed, and the acquirer has not said yet whether it keeps it. */
  | { readonly kind: 'confirming' }
  | { readonly kind: 'kept'; readonly card: CardOfClient }
  /** The card was kept, and deleted since. */
  | { readonly kind: 'deleted' }
  /** Nobody filled it in time, or its tries are used up. */
  | { readonly kind: 'over' };

/** The gateway's hosted forms for cards, as this back office needs them. */
export interface CardForms {
  /** Gives the id of a new form. `reference` lists it in the gateway. */
  open(personId: number, reference: string): Promise<string>;
  /** By their ids; without those that are unknown. */
  find(personId: number, formIds: readonly string[]): Promise<ReadonlyMap<string, CardForm>>;
}
