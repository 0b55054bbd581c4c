import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import { refusals } from '../../platform/refusal.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import {
  findTechnicalPassword,
  lockTechnicalPassword,
  type TechnicalPasswordTables,
  updateTechnicalPassword,
} from './store.ts';
import { afterRight, afterWrong, newPasswordFault, SANDBOX_PASSWORD } from './technical-password.ts';

export const refuseTechnicalPassword = refusals({
  technical_password_wrong: { status: 400, message: 'Senha técnica inválida.' },
  technical_password_missing: {
    status: 400,
    message: 'A senha técnica ainda não foi cadastrada. Cadastre-a no painel, em Configurações.',
  },
  technical_password_locked: {
    status: 429,
    message: 'Senha técnica bloqueada depois de cinco erros. Espere 15 minutos, ou cadastre outra no painel.',
  },
  technical_password_invalid: { status: 400, message: 'Senha técnica inválida.' },
});

/** The password that a person's team types at a till to refund a sale (`senhaTecnica`). */
export interface TechnicalPasswords {
  /**
   * Refusals: technical_password_missing, technical_password_wrong, technical_password_locked. Five wrong ones in a row
   * lock it for 15 minutes, on all instances.
   */
  check(personId: number, password: Secret): Promise<void>;
  /** Also ends a lock. Refusal: technical_password_invalid. */
  set(personId: number, password: Secret, written: Written<undefined>): Promise<void>;
  stateOf(personId: number): Promise<TechnicalPasswordState>;
}

/** `usual`: the default of every sandbox. */
export interface TechnicalPasswordState {
  readonly password: 'set' | 'usual' | 'none';
  /** Milliseconds since 1970. */
  readonly lockedUntil: number | undefined;
}

export function createTechnicalPasswords({
  database,
  clock,
  hmacKey,
  mode,
}: {
  readonly database: Database;
  readonly clock: Clock;
  /** Without it, so few digits could be guessed quickly, however slow the hash. */
  readonly hmacKey: Buffer;
  readonly mode: 'sandbox' | 'production';
}): TechnicalPasswords {
  const hashOf = (personId: number, password: string) =>
    createHmac('sha256', hmacKey).update(`${personId} ${password}`).digest('base64url');
  const usualHash = (personId: number) =>
    mode === 'sandbox' ? hashOf(personId, SANDBOX_PASSWORD) : undefined;
  return {
    check: async (personId, password) => {
      // The counted attempt is committed whatever the answer.
      const outcome = await database.write(async (transaction) => {
        const tables = transaction.tables<TechnicalPasswordTables>();
        const now = clock.now();
        const known = await lockTechnicalPassword(tables, personId, now);
        if (known.lockedUntil !== undefined && known.lockedUntil > now)
          return { locked: known.lockedUntil - now };
        const expected = known.hash || usualHash(personId);
        if (expected === undefined) return 'missing';
        const right = areEqual(expected, hashOf(personId, password.reveal().trim()));
        await updateTechnicalPassword(tables, right ? afterRight(known) : afterWrong(known, now));
        return right ? 'right' : 'wrong';
      });
      const field = 'technicalPassword';
      if (outcome === 'missing') throw refuseTechnicalPassword('technical_password_missing', { field });
      if (outcome === 'wrong') throw refuseTechnicalPassword('technical_password_wrong', { field });
      if (outcome !== 'right') {
        throw refuseTechnicalPassword('technical_password_locked', {
          retryAfterSeconds: Math.ceil(outcome.locked / 1_000),
        });
      }
    },
    set: async (personId, password, written) => {
      const text = password.reveal().trim();
      const fault = newPasswordFault(text, mode);
      if (fault !== undefined) {
        throw refuseTechnicalPassword('technical_password_invalid', {
          field: 'technicalPassword',
          message: fault,
        });
      }
      return database.write(async (transaction) => {
        const tables = transaction.tables<TechnicalPasswordTables>();
        const now = clock.now();
        await lockTechnicalPassword(tables, personId, now);
        const hash = hashOf(personId, text);
        await updateTechnicalPassword(tables, {
          personId,
          hash,
          changedAt: now,
          wrongTries: 0,
          lockedUntil: undefined,
        });
        await written(transaction, undefined);
      });
    },
    stateOf: async (personId) => {
      const known = await findTechnicalPassword(database.read<TechnicalPasswordTables>(), personId);
      const password = known?.hash ? 'set' : mode === 'sandbox' ? 'usual' : 'none';
      const lockedUntil = known?.lockedUntil;
      return { password, lockedUntil: (lockedUntil ?? 0) > clock.now() ? lockedUntil : undefined };
    },
  };
}

function areEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
