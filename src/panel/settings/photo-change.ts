import type { PhotoChange } from '../../accounts/persons/index.ts';
import type { Photos } from '../../operations/index.ts';
import { refusePanel } from '../refusals.ts';

/**
 * Decodes and stores the sent photo, in the person's turn; undefined if none was sent and none is to be removed. Throws
 * `photo_invalid`, and the refusals of the photos.
 */
export async function photoChange(
  photos: Pick<Photos, 'prepare' | 'keep' | 'assign'>,
  personId: number,
  { photo, removePhoto }: { readonly photo?: string; readonly removePhoto?: boolean },
): Promise<PhotoChange | undefined> {
  if (photo === undefined && !removePhoto) return undefined;
  const prepared = photo === undefined ? undefined : await photos.prepare(photo, { personId });
  if (photo !== undefined && !prepared) throw refusePanel('photo_invalid', { field: 'photo' });
  const id = prepared && (await photos.keep(prepared, personId));
  return { id, assign: (transaction, naming) => photos.assign(transaction, { photoId: id, ...naming }) };
}
