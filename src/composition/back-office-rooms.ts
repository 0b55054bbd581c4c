import { randomBytes } from 'node:crypto';
import type { Accounts } from '../accounts/accounts.ts';
import type { PostbackOutbox } from '../gateway/postbacks/index.ts';
import { isForSlips, type MerchantAccounts, takesPix } from '../gateway/providers/index.ts';
import {
  createCallbacks,
  createPaymentClients,
  createPaymentMethods,
  createStuckSales,
  createTechnicalPasswords,
  createTillSalesReader,
  type PaymentClients,
  type PaymentMethods,
  type StuckSales,
  type TechnicalPasswords,
  type TillSalesReader,
} from '../operations/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Clock, LocalTime } from '../platform/time/clock.ts';
import type { Vault } from '../platform/vault/index.ts';
import type { Config } from './config/config.ts';

export interface RoomsOfTheBackOffice {
  readonly tillSales: TillSalesReader;
  readonly paymentMethods: PaymentMethods;
  readonly paymentClients: PaymentClients;
  readonly technicalPasswords: TechnicalPasswords;
  readonly stuckSales: StuckSales;
}

interface BackOfficeGround {
  readonly config: Pick<Config, 'mode'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly time: LocalTime;
}

/** The rooms of the back office that server and commands share. */
export function roomsOfTheBackOffice(
  { config, database, clock, vault, time }: BackOfficeGround,
  accounts: Accounts,
  {
    postbackOutbox,
    merchantAccounts,
  }: { readonly postbackOutbox: PostbackOutbox; readonly merchantAccounts: MerchantAccounts },
): RoomsOfTheBackOffice {
  const paymentClients = createPaymentClients({
    database,
    clock,
    codeKey: vault.deriveKey('pairing-code'),
    randomBytes,
  });
  return {
    tillSales: createTillSalesReader({ database, time }),
    paymentMethods: createPaymentMethods({
      database,
      accounts,
      mode: config.mode,
      pix: {
        hasAccount: async (personId) => (await merchantAccounts.of(personId)).some(takesPix),
        hasClient: paymentClients.takePix,
      },
      slips: {
        hasAccount: async (personId) => {
          for (const account of await merchantAccounts.of(personId)) {
            const { settings } = await merchantAccounts.settings(account);
            if (isForSlips(account.provider, settings)) return true;
          }
          return false;
        },
      },
    }),
    paymentClients,
    technicalPasswords: createTechnicalPasswords({
      database,
      clock,
      hmacKey: vault.deriveKey('technical-password'),
      mode: config.mode,
    }),
    stuckSales: createStuckSales({
      database,
      clock,
      callbacks: createCallbacks({ write: postbackOutbox.writeCallbacks }),
    }),
  };
}
