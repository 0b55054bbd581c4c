import { isVisible } from '../../../platform/text/visible-text.ts';
import { refuseAccount } from '../../refusals.ts';

/** Longest text of a person (docs/contract/decided.md 4). */
const MAX_TEXT_CHARACTERS = 255;
/** Line breaks of any kind, other controls, and characters that change the direction of text. */
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const ADDRESS_FIELDS = [
  'streetType',
  'street',
  'number',
  'complement',
  'postalCode',
  'district',
  'city',
  'state',
] as const;
type AddressField = (typeof ADDRESS_FIELDS)[number];

/** A postal address; what was not given is absent. */
export type Address = { readonly [Field in AddressField]?: string | undefined };

/** A person's facts besides name and document. */
export interface Profile {
  readonly tradeName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone1?: string | undefined;
  readonly phone2?: string | undefined;
  readonly address?: Address | undefined;
}

/** Changes to a profile: undefined keeps a value, null clears it. */
export type ProfileChanges = { readonly [Field in keyof Profile]: Profile[Field] | null };

/** The profile after an edit. Texts are trimmed; an address is replaced as a whole. Throws `text_invalid`. */
export function editedProfile(current: Profile, given: ProfileChanges): Required<Profile> {
  const text = (field: 'tradeName' | 'email' | 'phone1' | 'phone2') =>
    given[field] === undefined ? current[field] : optionalText(given[field], field);
  return {
    tradeName: text('tradeName'),
    email: text('email'),
    phone1: text('phone1'),
    phone2: text('phone2'),
    address: given.address === undefined ? current.address : readAddress(given.address ?? {}),
  };
}

/** One to 255 characters once trimmed. Throws `text_invalid`. */
export function requiredProfileText(given: string, field: string): string {
  const text = optionalText(given, field);
  if (text === undefined) throw refuseAccount('text_invalid', { field });
  return text;
}

function optionalText(given: string | null | undefined, field: string): string | undefined {
  const text = given?.trim() ?? '';
  if ([...text].length > MAX_TEXT_CHARACTERS || CONTROL_CHARACTER.test(text)) {
    throw refuseAccount('text_invalid', { field });
  }
  return isVisible(text) ? text : undefined;
}

/** Undefined when no member of it was given. */
function readAddress(given: Address): Address | undefined {
  const fields = ADDRESS_FIELDS.flatMap((field) => {
    const text = optionalText(given[field], `address.${field}`);
    return text === undefined ? [] : [[field, text] as const];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
