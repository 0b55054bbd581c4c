import type { Accounts, KeyHolder, Person, PhotoChange, Written } from '../../accounts/index.ts';
import type { Sender } from '../interface/sender.ts';
import type { Edited } from '../interface/texts.ts';
import type { Photos, PreparedPhoto } from '../photos/index.ts';
import type { SentPerson } from './wire.ts';

export interface SavePersonOptions {
  readonly accounts: Accounts;
  readonly photos: Pick<Photos, 'prepare' | 'keep' | 'assign'>;
}

export interface PersonToSave {
  readonly sent: SentPerson;
  readonly holder: KeyHolder | undefined;
  readonly address: string;
}

/**
 * Decodes the photo that was sent, base64, if one was, once it is known that the person may be saved. Null where it is
 * to be taken away. Undefined for a text that is no image: clients send back what they were shown, an address (decisions 4). Refusals: those of `addPerson` and
 * `editPerson`, too_many_registrations, photos_busy.
 */
export async function preparePersonPhoto(
  { accounts, photos }: SavePersonOptions,
  { sent, holder, address }: PersonToSave,
  { photo, sender }: { readonly photo: Edited<string>; readonly sender: Sender },
): Promise<Edited<PreparedPhoto>> {
  if (!holder || holder.role === 'seller') accounts.countRegistration(address);
  if (photo === undefined || photo === null) return photo;
  const { id, ...changes } = sent;
  if (id === undefined) await accounts.checkNewPerson(newPerson(sent, holder));
  else await accounts.checkEdit({ id, editor: holder, changes });
  return photos.prepare(photo, sender);
}

/**
 * Adds a waiting person, or edits the one with the id, as the key allows or as its absence does. Refusals: those of
 * `addPerson` and `editPerson`, photos_exceeded.
 */
export async function savePerson(
  { accounts, photos }: SavePersonOptions,
  { sent, holder }: PersonToSave,
  prepared: Edited<PreparedPhoto>,
  written: Written<Person>,
): Promise<Person> {
  const { id, ...changes } = sent;
  // Whose room for photos it takes; of a new person, its creator's.
  const photo =
    prepared === undefined ? undefined : await photoChange(photos, prepared, id ?? holder?.personId);
  if (id !== undefined) return accounts.editPerson({ id, editor: holder, changes, photo, written });
  return accounts.addPerson(newPerson(sent, holder), photo, written);
}

function newPerson({ id: _new, ...person }: SentPerson, holder: KeyHolder | undefined) {
  return { ...person, role: 'seller', createdBy: holder?.personId, keyless: holder === undefined } as const;
}

async function photoChange(
  photos: SavePersonOptions['photos'],
  prepared: PreparedPhoto | null,
  personId: number | undefined,
): Promise<PhotoChange> {
  const id = prepared ? await photos.keep(prepared, personId) : undefined;
  return { id, assign: (transaction, naming) => photos.assign(transaction, { photoId: id, ...naming }) };
}
