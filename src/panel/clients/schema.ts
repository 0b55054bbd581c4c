import Type, { type Static } from 'typebox';
import { AddressFields, OptionalLine } from '../interface/fields.ts';

/** A complete client from its form: absent fields are cleared. */
export const ClientBody = Type.Object({
  /** CPF or CNPJ, with or without punctuation. */
  document: Type.String({ maxLength: 30 }),
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
}

export interface ClientDetail extends ClientRow {
  readonly address: Static<typeof AddressFields>;
}

/** The calls of the screen "Clientes", typed for the panel's front end. */
export interface ClientRoutes {
  'GET /clients': {
    query: { cursor?: string; limit?: number; search?: string; person?: string };
    answer: { items: readonly ClientRow[]; next: string | null };
  };
  'GET /clients/:id': { answer: ClientDetail };
  'POST /clients': { body: ClientBody; answer: ClientDetail };
  'PATCH /clients/:id': { body: ClientBody; answer: ClientDetail };
}
