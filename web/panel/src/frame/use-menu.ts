import { useActing } from '../api/acting.ts';
import { useMe } from '../session/session.ts';
import { type MenuGroup, menuOf } from './menu-entries.ts';

/** The menu of who is logged in, for the shop that is open. */
export function useMenu(): readonly MenuGroup[] {
  const { permissions, mode, person } = useMe();
  const isForOneShop = useActing() !== undefined || person.kind !== 'operator';
  return menuOf({ permissions, mode, isForOneShop });
}
