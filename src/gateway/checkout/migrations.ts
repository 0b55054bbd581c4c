import { joinMigrations } from '../../platform/database/index.ts';
import { linkMigrations } from './links/store.ts';
import { tryMigrations } from './tries/tables.ts';

export const checkoutMigrations = joinMigrations(linkMigrations, tryMigrations);
