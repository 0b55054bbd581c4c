import type { Written } from '../../accounts/options.ts';
import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import { refuseTillChoice } from './refusals.ts';
import type { TillChoiceTables } from './tables.ts';

/** What a shop wants at hand on its tills. */
export interface TillChoices {
  /** Products that come first, in this order. */
  readonly favourites: readonly number[];
  /** Payment methods that stand below "Mais" in place of a large button. */
  readonly underMore: readonly number[];
}

/** They fit on a tablet without scrolling, and each till reads them all. */
const MAX_FAVOURITES = 24;

export interface SellerTillChoices {
  find(personId: number): Promise<TillChoices>;
  /** Puts a product behind the other favourites, or takes it out of them. Refusal: favourites_full. */
  setFavourite(
    wanted: { readonly personId: number; readonly productId: number; readonly favourite: boolean },
    written: Written<TillChoices>,
  ): Promise<TillChoices>;
  setUnderMore(
    wanted: { readonly personId: number; readonly methodIds: readonly number[] },
    written: Written<TillChoices>,
  ): Promise<TillChoices>;
}

const NONE: TillChoices = { favourites: [], underMore: [] };

export function createSellerTillChoices(database: Database): SellerTillChoices {
  const change = (
    personId: number,
    next: (before: TillChoices) => TillChoices,
    written: Written<TillChoices>,
  ) =>
    database.write(async (transaction) => {
      const changed = next(await lock(transaction, personId));
      await transaction
        .tables<TillChoiceTables>()
        .updateTable('till_choices')
        .set({ favourites: changed.favourites.join(','), under_more: changed.underMore.join(',') })
        .where('person_id', '=', personId)
        .execute();
      await written(transaction, changed);
      return changed;
    });
  return {
    find: async (personId) => {
      const row = await database
        .read<TillChoiceTables>()
        .selectFrom('till_choices')
        .selectAll()
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return row ? choicesOf(row) : NONE;
    },
    setFavourite: ({ personId, productId, favourite }, written) =>
      change(personId, (before) => withFavourite(before, productId, favourite), written),
    setUnderMore: ({ personId, methodIds }, written) =>
      change(personId, (before) => ({ ...before, underMore: [...new Set(methodIds)] }), written),
  };
}

/** Refusal: favourites_full. */
function withFavourite(before: TillChoices, productId: number, favourite: boolean): TillChoices {
  const others = before.favourites.filter((id) => id !== productId);
  if (!favourite) return { ...before, favourites: others };
  if (before.favourites.includes(productId)) return before;
  if (others.length >= MAX_FAVOURITES) throw refuseTillChoice('favourites_full');
  return { ...before, favourites: [...others, productId] };
}

/** Reads and locks the row of a shop until the commit; makes an empty one. */
async function lock(transaction: WriteTransaction, personId: number): Promise<TillChoices> {
  const row = await transaction
    .tables<TillChoiceTables>()
    .insertInto('till_choices')
    .values({ person_id: personId, favourites: '', under_more: '' })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((old) => ({ favourites: old.ref('till_choices.favourites') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return choicesOf(row);
}

function choicesOf(row: TillChoiceTables['till_choices']): TillChoices {
  return { favourites: idsIn(row.favourites), underMore: idsIn(row.under_more) };
}

function idsIn(text: string): readonly number[] {
  return text === '' ? [] : text.split(',').map(Number);
}
