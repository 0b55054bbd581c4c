import Type, { type Static } from 'typebox';
import { AddressFields, OptionalLine, UnsearchedField } from '../interface/fields.ts';

/** A complete client from its form: absent fields are cleared. */
export const ClientBody = Type.Object({
  /** CPF or CNPJ, with or without punctuation. */
  document: UnsearchedField('document', { maxLength: 30 }),
  name: OptionalLine(),
  email: OptionalLine(),
  phone: OptionalLine(),
  reference: OptionalLine(),
  address: Type.Optional(AddressFields),
});
export type ClientBody = Static<typeof ClientBody>;

export interface ClientRow {
  readonly id: number;
  /** With punctuation. */
  readonly document: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly reference: string | null;
  readonly archived: boolean;
}

export interface ClientDetail extends ClientRow {
  readonly address: Static<typeof AddressFields>;
}

/** A card of a client: kept by the gateway, or awaited. */
export interface ClientCardRow {
  readonly id: number;
  /** `kept`: it can be charged. `open`: the client is to type it. `confirming`: the acquirer has not answered yet. */
  readonly state: 'kept' | 'open' | 'confirming';
  readonly brand: string | null;
  readonly last4: string | null;
  /** `MM/yyyy` */
  readonly expiration: string | null;
  /** ISO 8601, UTC. */
  readonly keptAt: string | null;
  /** Where the client types it. */
  readonly formUrl: string | null;
  /** The client's charges take this one. */
  readonly isCharged: boolean;
}

/** The calls of the screen "Clientes", typed for the panel's front end. */
export interface ClientRoutes {
  'GET /clients': {
    query: { cursor?: string; limit?: number; search?: string; archived?: boolean; person?: string };
    answer: { items: readonly ClientRow[]; next: string | null };
  };
  'GET /clients/:id': { answer: ClientDetail };
  'POST /clients': { body: ClientBody; answer: ClientDetail };
  'PATCH /clients/:id': { body: ClientBody; answer: ClientDetail };
  'POST /clients/:id/archive': { answer: ClientDetail };
  'POST /clients/:id/reactivate': { answer: ClientDetail };
  'POST /sales/:id/client': { answer: { readonly id: number } };
  'GET /clients/:id/cards': { answer: { items: readonly ClientCardRow[] } };
  'POST /clients/:id/cards': { answer: { items: readonly ClientCardRow[] } };
  'POST /clients/:id/cards/:card/prefer': { answer: { items: readonly ClientCardRow[] } };
  'DELETE /clients/:id/cards/:card': { answer: { items: readonly ClientCardRow[] } };
}
