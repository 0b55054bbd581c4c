/** A card stored by the gateway, without its number. */
export interface CardOfClient {
  /** The seller's token, which charges it. */
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

/** The state of a hosted form on which a client types a card. */
export type CardForm =
  | { readonly kind: 'open'; readonly url: string }
  /** A card was typed, and the acquirer has not confirmed yet that it stored it. */
  | { readonly kind: 'confirming' }
  | { readonly kind: 'kept'; readonly card: CardOfClient }
  /** The card was stored, and deleted since. */
  | { readonly kind: 'deleted' }
  /** Nobody filled it in time, or no attempts are left. */
  | { readonly kind: 'over' };

/** The gateway's hosted forms for cards, as this back office uses them. */
export interface CardForms {
  /** Opens a form and returns its id. `reference` is its reference in the gateway. */
  open(personId: number, reference: string): Promise<string>;
  /** By their ids; unknown ones are left out. */
  find(personId: number, formIds: readonly string[]): Promise<ReadonlyMap<string, CardForm>>;
  /** Deletes a kept card, here and at the acquirer. Idempotent. */
  delete(personId: number, token: string): Promise<void>;
}
