import { exposesCardNumber } from '../../gateway/card-data/index.ts';
import { refusePanel } from '../refusals.ts';

/**
 * Fields that are not stored and shown as free text: documents have their own rules, pictures are decoded, secrets are
 * hashed.
 */
const OTHER_FIELDS: ReadonlySet<string> = new Set([
  /** Cards that are checked and not stored, and sealed settings. */
  'cardNumber',
  'value',
  'document',
  'photo',
  'password',
  'technicalPassword',
  'current',
  'code',
  'recoveryCode',
]);

/** Throws `card_number_exposed` for a body with a card number in a text, which would be stored and shown in clear. */
export function refuseCardNumbers(body: unknown, path = ''): void {
  if (typeof body === 'string') {
    if (exposesCardNumber(body)) throw refusePanel('card_number_exposed', { field: path });
    return;
  }
  if (typeof body !== 'object' || body === null) return;
  for (const [name, member] of Object.entries(body)) {
    if (!OTHER_FIELDS.has(name)) refuseCardNumbers(member, path === '' ? name : `${path}.${name}`);
  }
}
