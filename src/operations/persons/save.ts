import type { Accounts, KeyHolder, NewPhoto, Person, Written } from '../../accounts/index.ts';
import type { Photos } from '../photos/index.ts';
import type { SentPerson } from './wire.ts';

export interface SavePersonOptions {
  readonly accounts: Accounts;
  readonly photos: Photos;
}

export interface SavePersonCall {
  readonly sent: SentPerson;
  /** Base64 as it was sent. */
  readonly photo: string | undefined;
  readonly holder: KeyHolder | undefined;
  readonly address: string;
  readonly written: Written<Person>;
}

/**
 * Adds a waiting person, or edits the one with the id, as the key allows or as its absence does. Refusals: those of
 * `addPerson` and `editPerson`, too_many_registrations, photos_busy, photos_exceeded.
 */
export async function savePerson(
  { accounts, photos }: SavePersonOptions,
  { sent, photo, holder, address, written }: SavePersonCall,
): Promise<Person> {
  if (!holder || holder.role === 'seller') accounts.countRegistration(address);
  const { id, ...person } = sent;
  const keepPhoto = photo === undefined ? undefined : () => newPhoto(photos, photo, id ?? holder?.personId);
  if (id !== undefined)
    return accounts.editPerson({ id, editor: holder, changes: person, keepPhoto, written });
  return accounts.addPerson(
    { ...person, role: 'seller', createdBy: holder?.personId, keyless: holder === undefined },
    keepPhoto,
    written,
  );
}

/** Undefined for a text that is no image: clients send back what they were shown, an address or nothing (decisions 4). */
async function newPhoto(
  photos: Photos,
  text: string,
  /** Whose room for photos it takes; of a new person, its creator's. */
  personId: number | undefined,
): Promise<NewPhoto | undefined> {
  const prepared = await photos.prepare(text);
  if (!prepared) return undefined;
  const photoId = await photos.keep(prepared, personId);
  return {
    id: photoId,
    assign: (transaction, naming) => photos.assign(transaction, { photoId, ...naming }),
  };
}
