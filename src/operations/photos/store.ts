import type { Kysely } from 'kysely';
import type { PhotoTables } from './tables.ts';

type Tables = Kysely<PhotoTables>;

export interface PhotoRow {
  readonly id: string;
  readonly bytes: number;
  readonly createdAt: number;
}

export interface Usage {
  readonly photos: number;
  readonly bytes: number;
}

export async function insertPhoto(tables: Kysely<PhotoTables>, photo: PhotoRow): Promise<void> {
  await tables
    .insertInto('photos')
    .values({
      id: photo.id,
      person_id: null,
      bytes: photo.bytes,
      created_at: photo.createdAt,
      released_at: null,
    })
    .execute();
}

/** The owner of a photo; undefined when nothing refers to it. */
export async function findPhotoOwner(tables: Tables, photoId: string): Promise<number | undefined> {
  const row = await tables
    .selectFrom('photos')
    .select('person_id')
    .where('id', '=', photoId)
    .executeTakeFirst();
  return row?.person_id ?? undefined;
}

/** Assigns a photo without an owner to a person. Returns the person's usage after that. */
export async function assignToPerson(
  tables: Kysely<PhotoTables>,
  photoId: string,
  personId: number,
): Promise<Usage> {
  const { bytes } = await tables
    .updateTable('photos')
    .set({ person_id: personId })
    .where('id', '=', photoId)
    .where('person_id', 'is', null)
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return tables
    .insertInto('photo_usage')
    .values({ person_id: personId, photos: 1, bytes })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((row) => ({
        photos: row('photo_usage.photos', '+', 1),
        bytes: row('photo_usage.bytes', '+', bytes),
      })),
    )
    .returning(['photos', 'bytes'])
    .executeTakeFirstOrThrow();
}

export async function unassign(
  tables: Kysely<PhotoTables>,
  { photoId, personId, at }: { readonly photoId: string; readonly personId: number; readonly at: number },
): Promise<void> {
  const taken = await tables
    .updateTable('photos')
    .set({ person_id: null, released_at: at })
    .where('id', '=', photoId)
    .where('person_id', '=', personId)
    .returning('bytes')
    .executeTakeFirst();
  if (!taken) return;
  await tables
    .updateTable('photo_usage')
    .set((row) => ({ photos: row('photos', '-', 1), bytes: row('bytes', '-', taken.bytes) }))
    .where('person_id', '=', personId)
    .execute();
}

export async function findUsage(tables: Tables, personId: number): Promise<Usage> {
  const row = await tables
    .selectFrom('photo_usage')
    .select(['photos', 'bytes'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? { photos: 0, bytes: 0 };
}

export async function deleteUnreferenced(
  tables: Kysely<PhotoTables>,
  photoIds: readonly string[],
): Promise<void> {
  await tables.deleteFrom('photos').where('id', 'in', photoIds).where('person_id', 'is', null).execute();
}

/** Those that nothing refers to since before `before`; oldest first. */
export async function selectUnreferenced(
  tables: Tables,
  wanted: { readonly before: number; readonly limit: number },
): Promise<string[]> {
  const rows = await tables
    .selectFrom('photos')
    .select('id')
    .where('person_id', 'is', null)
    .where((row) => row(row.fn.coalesce('released_at', 'created_at'), '<', wanted.before))
    .orderBy('created_at')
    .limit(wanted.limit)
    .execute();
  return rows.map((row) => row.id);
}
