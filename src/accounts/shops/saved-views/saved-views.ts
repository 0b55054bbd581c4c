import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AccountsOptions, Written } from '../../options.ts';
import { refuseAccount } from '../../refusals.ts';
import type { SavedViewRow, SavedViewTables } from './tables.ts';

const MAX_VIEWS = 50;

/** Filters and columns of a screen under a name: somebody's own, or the whole team's. */
export interface SavedView {
  readonly id: string;
  readonly screen: string;
  readonly name: string;
  readonly query: string;
  readonly columns: readonly string[];
  readonly shared: boolean;
  readonly userId: number;
}

interface Of {
  readonly personId: number;
  readonly userId: number;
}

export interface SavedViews {
  /** The user's own and those shared by others of the team, in the order in which they were saved. */
  list(of: Of & { readonly screen: string }): Promise<readonly SavedView[]>;
  /** Throws `saved_views_full`. */
  save(of: Of, view: Omit<SavedView, 'id' | 'userId'>, written?: Written<SavedView>): Promise<SavedView>;
  /** Only the user's own. Throws `saved_view_unknown`. */
  remove(of: Of, id: string, written?: Written<string>): Promise<void>;
}

export function createSavedViews({
  database,
  clock,
}: Pick<AccountsOptions, 'database' | 'clock'>): SavedViews {
  const visible = (tables: Kysely<SavedViewTables>, { personId, userId }: Of) =>
    tables
      .selectFrom('saved_views')
      .where('person_id', '=', personId)
      .where((row) => row.or([row('user_id', '=', userId), row('shared', '=', 1)]));
  return {
    list: async ({ screen, ...of }) => {
      const rows = await visible(database.read<SavedViewTables>(), of)
        .selectAll()
        .where('screen', '=', screen)
        .orderBy('created_at')
        .limit(MAX_VIEWS)
        .execute();
      return rows.map(toView);
    },
    save: (of, view, written) =>
      database.write(async (write) => {
        const tables = write.tables<SavedViewTables>();
        const { count } = await visible(tables, of)
          .select((row) => row.fn.countAll().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= MAX_VIEWS) throw refuseAccount('saved_views_full');
        const saved: SavedView = { ...view, id: randomUUID(), userId: of.userId };
        await tables
          .insertInto('saved_views')
          .values({
            id: saved.id,
            person_id: of.personId,
            user_id: of.userId,
            screen: saved.screen,
            name: saved.name,
            query: saved.query,
            columns: JSON.stringify(saved.columns),
            shared: saved.shared ? 1 : 0,
            created_at: clock.now(),
          })
          .execute();
        await written?.(write, saved);
        return saved;
      }),
    remove: ({ personId, userId }, id, written) =>
      database.write(async (write) => {
        const { numDeletedRows } = await write
          .tables<SavedViewTables>()
          .deleteFrom('saved_views')
          .where('id', '=', id)
          .where('person_id', '=', personId)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (Number(numDeletedRows) === 0) throw refuseAccount('saved_view_unknown');
        await written?.(write, id);
      }),
  };
}

function toView(row: SavedViewRow): SavedView {
  return {
    id: row.id,
    screen: row.screen,
    name: row.name,
    query: row.query,
    columns: JSON.parse(row.columns) as string[],
    shared: row.shared === 1,
    userId: row.user_id,
  };
}
