import { recentCredentials } from '../../../platform/caches/recent-lookups.ts';
import { nextId } from '../../../platform/database/index.ts';
import { createAddressWindow } from '../../../platform/limits/address-window.ts';
import { checkLabel } from '../../credentials/issue.ts';
import type { AccountsOptions, Written } from '../../options.ts';
import { findPerson } from '../../persons/record/store.ts';
import { refuseAccount } from '../../refusals.ts';
import {
  type CheckoutId,
  MAX_CHECKOUT_IDS,
  MAX_ORIGIN_CHARACTERS,
  PUBLIC_ID,
  PUBLIC_ID_BYTES,
  readOrigins,
} from './checkout-id.ts';
import {
  countUsable,
  findUsable,
  insertCheckoutId,
  isOriginNamed,
  selectCheckoutIds,
  updateUsable,
} from './store.ts';
import type { CheckoutIdTables } from './tables.ts';

/** All buyers at one address of a shopping centre or a mobile network share it. */
const USES_A_MINUTE = 120;
const MAX_LISTED = 200;

export interface NewCheckoutId {
  readonly personId: number;
  readonly origins: readonly string[];
  readonly label?: string | undefined;
}

export interface CheckoutIds {
  /** Throws `origin_invalid`, `label_invalid`, `person_unknown` or `credential_limit`. */
  add(given: NewCheckoutId, written?: Written<CheckoutId>): Promise<CheckoutId>;
  list(personId: number): Promise<readonly CheckoutId[]>;
  /** Throws `origin_invalid` or `credential_unknown`. */
  changeOrigins(
    which: { readonly id: number; readonly personId: number },
    origins: readonly string[],
    written?: Written<CheckoutId>,
  ): Promise<CheckoutId>;
  /** Throws `credential_unknown` when there is none in use. */
  revoke(
    which: { readonly id: number; readonly personId: number },
    written?: Written<CheckoutId>,
  ): Promise<CheckoutId>;
  /**
   * The shop of a page that asks for a public key. Throws `too_many_keys`, `checkout_id_unknown`, or `origin_refused`
   * for a page of an origin that the shop has not named.
   */
  admit(
    publicId: string,
    page: {
      readonly origin: string | undefined;
      /** A page of the gateway itself, which has checked where it is shown. */
      readonly isOwnPage?: boolean;
      readonly address: string;
    },
  ): Promise<CheckoutId>;
  /** Whether an id in use of any active person names the origin: asked by browsers before they send credentials. */
  isShopPage(page: { readonly origin: string; readonly address: string }): Promise<boolean>;
  /** Whether an id in use of the person names the origin. */
  isPageOf(personId: number, origin: string): Promise<boolean>;
}

export function createCheckoutIds(options: AccountsOptions): CheckoutIds {
  const { database, clock, mode, randomBytes } = options;
  const tables = () => database.read<CheckoutIdTables>();
  const recent = recentCredentials<CheckoutId>(clock);
  const newWindow = () =>
    mode === 'production' ? createAddressWindow({ clock, perMinute: USES_A_MINUTE }) : undefined;
  const window = newWindow();
  const strangers = newWindow();
  const recentPages = recentCredentials<object>(clock);
  const isNamed = async (origin: string, personId?: number): Promise<boolean> => {
    if (origin.length > MAX_ORIGIN_CHARACTERS) return false;
    const found = await recentPages.get(`${personId ?? ''} ${origin}`, async () =>
      (await isOriginNamed(tables(), origin, personId)) ? {} : undefined,
    );
    return found !== undefined;
  };

  const change = (
    which: { readonly id: number; readonly personId: number },
    to: Parameters<typeof updateUsable>[2],
    written: Written<CheckoutId> | undefined,
  ): Promise<CheckoutId> =>
    database.write(async (transaction) => {
      const changed = await updateUsable(transaction.tables<CheckoutIdTables>(), which, to);
      if (!changed) throw refuseAccount('credential_unknown');
      await written?.(transaction, changed);
      return changed;
    });

  return {
    async add({ personId, label, ...given }, written) {
      const origins = readOrigins(given.origins);
      checkLabel(label);
      return database.write(async (transaction) => {
        const within = transaction.tables<CheckoutIdTables>();
        if (!(await findPerson(within, personId))) throw refuseAccount('person_unknown');
        // Taking the id locks the sequence: no two calls count at the same moment.
        const id = await nextId(transaction, 'checkout_id');
        if ((await countUsable(within, personId)) >= MAX_CHECKOUT_IDS)
          throw refuseAccount('credential_limit');
        const added: CheckoutId = {
          id,
          personId,
          publicId: `pub_${randomBytes(PUBLIC_ID_BYTES).toString('hex')}`,
          label: label?.trim() || undefined,
          origins,
          createdAt: clock.now(),
          revokedAt: undefined,
        };
        await insertCheckoutId(within, added);
        await written?.(transaction, added);
        return added;
      });
    },
    list: (personId) => selectCheckoutIds(tables(), personId, MAX_LISTED),
    changeOrigins: async (which, origins, written) =>
      change(which, { origins: readOrigins(origins) }, written),
    revoke: (which, written) => change(which, { revokedAt: clock.now() }, written),
    async admit(publicId, { origin, isOwnPage = false, address }) {
      const retryAfterSeconds = window?.waitSeconds(address);
      if (retryAfterSeconds !== undefined) throw refuseAccount('too_many_keys', { retryAfterSeconds });
      window?.record(address);
      const found = PUBLIC_ID.test(publicId)
        ? await recent.get(publicId, () => findUsable(tables(), publicId))
        : undefined;
      if (!found) throw refuseAccount('checkout_id_unknown');
      const isOpen = found.origins.length === 0 || isOwnPage;
      if (!isOpen && (origin === undefined || !found.origins.includes(origin))) {
        throw refuseAccount('origin_refused');
      }
      return found;
    },
    async isShopPage({ origin, address }) {
      // Only pages of no shop count, so that their inventor asks the database no more often than others may.
      if (strangers?.waitSeconds(address) !== undefined) return false;
      const isKnown = await isNamed(origin);
      if (!isKnown) strangers?.record(address);
      return isKnown;
    },
    isPageOf: (personId, origin) => isNamed(origin, personId),
  };
}
