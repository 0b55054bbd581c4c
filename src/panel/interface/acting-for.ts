import type { Accounts } from '../../accounts/accounts.ts';
import type { Person } from '../../accounts/persons/index.ts';
import { isVisible } from '../../platform/text/visible-text.ts';
import { refusePanel } from '../refusals.ts';
import type { PanelCall } from './route.ts';

/** The person on whose behalf the call acts; by default the visitor's own. For screens of one shop. */
export function actingFor({ personId, visitor }: PanelCall<unknown, unknown>): number {
  return personId ?? visitor.person.id;
}

/** Inactive persons can be managed, but nothing is sold in their name. Refusal: shop_inactive. */
export async function activePerson(accounts: Pick<Accounts, 'findPerson'>, id: number): Promise<Person> {
  const person = await accounts.findPerson(id);
  if (person?.status !== 'active') throw refusePanel('shop_inactive');
  return person;
}

/** A name once trimmed. Throws `name_missing`. */
export function nameOf({ name }: { readonly name: string }): string {
  const trimmed = name.trim();
  if (!isVisible(trimmed)) throw refusePanel('name_missing', { field: 'name' });
  return trimmed;
}

/** The id in the path. An id that no record can have is refused as not found. */
export function recordIdOf(call: PanelCall<unknown, unknown>): number {
  return numberIn(call, 'id');
}

/** A number in the path, as `recordIdOf`. */
export function numberIn({ params }: PanelCall<unknown, unknown>, name: string): number {
  const text = params[name] ?? '';
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw refusePanel('record_unknown');
  }
  return Number(text);
}
