import Type, { type Static } from 'typebox';
import { LineField } from '../interface/fields.ts';

export const CategoryBody = Type.Object({ name: LineField() });

export interface CategoryRow {
  readonly id: number;
  readonly name: string;
}

/** The calls of the screen "Categorias", typed for the panel's front end. */
export interface CategoryRoutes {
  'GET /categories': {
    query: { cursor?: string; limit?: number; search?: string; person?: string };
    answer: { items: readonly CategoryRow[]; next: string | null };
  };
  'POST /categories': { body: Static<typeof CategoryBody>; answer: CategoryRow };
  'PATCH /categories/:id': { body: Static<typeof CategoryBody>; answer: CategoryRow };
  'DELETE /categories/:id': { answer: null };
}
