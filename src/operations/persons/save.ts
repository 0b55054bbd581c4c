import type { Accounts } from '../../accounts/accounts.ts';
import type { KeyHolder } from '../../accounts/credentials/index.ts';
import type { Written } from '../../accounts/options.ts';
import type { Person, PhotoChange } from '../../accounts/persons/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { RequestSender } from '../interface/sender.ts';
import type { Edited } from '../interface/texts.ts';
import type { Photos, PreparedPhoto } from '../photos/index.ts';
import type { SentPerson } from './wire.ts';

export interface SavePersonOptions {
  readonly accounts: Accounts;
  readonly photos: Pick<Photos, 'prepare' | 'keep' | 'assign' | 'thumbnailUrl'>;
}

export interface PersonToSave {
  readonly sent: SentPerson;
  readonly holder: KeyHolder | undefined;
  /** The code from the first answer to a registration without a key. */
  readonly code: Secret | undefined;
  readonly address: string;
}

export interface SavedPerson {
  /** For callers without a key, only what was sent. */
  readonly person: Person;
  /** In the first answer to a registration without a key, and never again. */
  readonly code: Secret | undefined;
}

/**
 * Decodes the base64 photo, if any, after checking that the person may be saved. Null removes the photo. Undefined for
 * a text that is not an image, because clients send back the URL from an earlier answer (docs/contract/decided.md 4).
 * Refusals: those of `savePerson`, photos_busy.
 */
export async function preparePersonPhoto(
  { accounts, photos }: SavePersonOptions,
  request: PersonToSave,
  { photo, sender }: { readonly photo: Edited<string>; readonly sender: RequestSender },
): Promise<Edited<PreparedPhoto>> {
  if (photo === undefined || photo === null) return photo;
  const mode = saveMode(request);
  switch (mode.to) {
    case 'register':
      await accounts.checkRegistration(mode);
      break;
    case 'edit registered':
      await accounts.checkRegistrationEdit(mode);
      break;
    case 'add':
      await accounts.checkNewPerson(mode.person);
      break;
    case 'edit':
      await accounts.checkEdit(mode);
  }
  return photos.prepare(photo, sender);
}

/**
 * Adds a waiting person, or edits the one with the id, as far as the key (or its absence) allows. Refusals: those of
 * `registerPerson`, `editRegistered`, `addPerson` and `editPerson`, photos_exceeded.
 */
export async function savePerson(
  { accounts, photos }: SavePersonOptions,
  request: PersonToSave,
  prepared: Edited<PreparedPhoto>,
  written: Written<Pick<Person, 'id'>>,
): Promise<SavedPerson> {
  // The person whose photo quota it counts against; for a new person, the creator.
  const ownerId = request.sent.id ?? request.holder?.personId;
  const photo = prepared === undefined ? undefined : await photoChange(photos, prepared, ownerId);
  const mode = saveMode(request);
  switch (mode.to) {
    case 'register':
      return accounts.registerPerson({ ...mode, photo, written });
    case 'edit registered':
      return { person: await accounts.editRegistered({ ...mode, photo, written }), code: undefined };
    case 'add':
      return { person: await accounts.addPerson(mode.person, photo, written), code: undefined };
    case 'edit':
      return { person: await accounts.editPerson({ ...mode, photo, written }), code: undefined };
  }
}

function saveMode({ sent, holder, code, address }: PersonToSave) {
  const { id, ...person } = sent;
  if (!holder) {
    return id === undefined
      ? ({ to: 'register', person, address } as const)
      : ({ to: 'edit registered', id, registrant: { code, address }, changes: person } as const);
  }
  return id === undefined
    ? ({ to: 'add', person: { ...person, role: 'seller', createdBy: holder.personId } } as const)
    : ({ to: 'edit', id, editor: holder, changes: person } as const);
}

async function photoChange(
  photos: SavePersonOptions['photos'],
  prepared: PreparedPhoto | null,
  personId: number | undefined,
): Promise<PhotoChange> {
  const id = prepared ? await photos.keep(prepared, personId) : undefined;
  return { id, assign: (transaction, naming) => photos.assign(transaction, { photoId: id, ...naming }) };
}
