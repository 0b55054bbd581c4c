import Type, { type Static } from 'typebox';

const MAX_COLUMNS = 40;

export const ViewsQuery = Type.Object({ screen: Type.String({ minLength: 1, maxLength: 30 }) });

export const SavedViewBody = Type.Object({
  screen: Type.String({ minLength: 1, maxLength: 30 }),
  name: Type.String({ minLength: 1, maxLength: 60 }),
  /** The query string of the screen. */
  query: Type.Optional(Type.String({ maxLength: 1_000 })),
  columns: Type.Array(Type.String({ maxLength: 40 }), { maxItems: MAX_COLUMNS }),
  shared: Type.Boolean(),
});

export interface SavedView {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  readonly query: string;
  readonly columns: readonly string[];
  readonly shared: boolean;
  readonly own: boolean;
}

/** The calls of the saved views, typed for the panel's front end. */
export interface ViewRoutes {
  'GET /views': { query: Static<typeof ViewsQuery>; answer: { items: readonly SavedView[] } };
  'POST /views': { body: Static<typeof SavedViewBody>; answer: SavedView };
  'DELETE /views/:id': { answer: null };
}
