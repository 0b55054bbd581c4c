import { refuseAccount } from '../../refusals.ts';

const EMAIL = /^[^\s@<>"(),;:\\]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
const MAX_EMAIL = 254;

/** The address as it is stored and compared; undefined for anything but an address. */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= MAX_EMAIL && EMAIL.test(email) ? email : undefined;
}

const PHONE = /^\+?[\d\s().-]{8,30}$/;
/** With area code: eight digits, or nine of a mobile. */
const OF_BRAZIL = /^0?[1-9][1-9]\d{8,9}$/;
/** 0800 and the like, and numbers that are called without an area code. */
const OF_SERVICES = /^(?:0[3589]00\d{6,7}|[34]00\d{5})$/;
const ABROAD = /^[1-9]\d{7,14}$/;
const COUNTRY_CODE = '55';
const SHORTEST_WITH_COUNTRY_CODE = 12;

/** The number as it was typed; undefined for anything but a number that can be called from elsewhere in Brazil. */
export function readPhone(text: string): string | undefined {
  const typed = text.trim();
  if (!PHONE.test(typed)) return undefined;
  const digits = typed.replace(/\D/g, '');
  const hasCountryCode = digits.startsWith(COUNTRY_CODE) && digits.length >= SHORTEST_WITH_COUNTRY_CODE;
  if (hasCountryCode) return OF_BRAZIL.test(digits.slice(COUNTRY_CODE.length)) ? typed : undefined;
  if (typed.startsWith('+')) return ABROAD.test(digits) ? typed : undefined;
  return OF_BRAZIL.test(digits) || OF_SERVICES.test(digits) ? typed : undefined;
}

/** What a form or a command says as e-mail; null when it is left empty. Throws `email_invalid`. */
export function givenEmail(typed: string | null | undefined, field = 'email'): string | null {
  if ((typed ?? '').trim() === '') return null;
  const email = readEmail(typed ?? '');
  if (email === undefined) throw refuseAccount('email_invalid', { field });
  return email;
}

/** The same for a telephone number. Throws `phone_invalid`. */
export function givenPhone(typed: string | null | undefined, field: string): string | null {
  if ((typed ?? '').trim() === '') return null;
  const phone = readPhone(typed ?? '');
  if (phone === undefined) throw refuseAccount('phone_invalid', { field });
  return phone;
}
