import type { Kysely } from 'kysely';
import type { AuditTables } from './audit/tables.ts';
import type { PasskeyTables } from './passkeys/tables.ts';
import type { CheckoutIdTables } from './shops/checkout-ids/tables.ts';
import type { SavedViewTables } from './shops/saved-views/tables.ts';

/** The rows of all rooms; each room knows its own and those of the rooms below it. */
export interface AccountTables extends AuditTables, PasskeyTables, CheckoutIdTables, SavedViewTables {}

/** Inside or outside a transaction. */
export type Tables = Kysely<AccountTables>;
