/** What a CEP says of an address; null: it does not say it. */
export interface PlaceOfCep {
  readonly state: string | null;
  readonly city: string | null;
}

/** The calls of the panel's address fields, typed for its front end. */
export interface PlaceRoutes {
  'GET /places/:cep': { answer: PlaceOfCep };
}
