import type { Written } from '../options.ts';
import { sessionHash } from '../sessions/open-session.ts';
import type { User } from '../team/user.ts';
import {
  type AddedPasskey,
  type AddOptions,
  finishPasskey,
  type NewCredential,
  type PasskeyCreation,
  startPasskey,
} from './add-passkey.ts';
import { type OwnPasskey, removePasskey, renamePasskey } from './change-passkey.ts';
import { askForPasskey, type PasskeyRequest } from './check-passkey.ts';
import { type Passkey, relyingPartyAt } from './passkey.ts';
import { selectPasskeys } from './store.ts';
import type { PasskeyTables } from './tables.ts';

/** The passkeys of users. `token` is the one of the session that the browser's answer must come from. */
export interface Passkeys {
  /** Whether browsers offer passkeys at the service's public address. */
  available(): boolean;
  /** Oldest first. */
  list(userId: number): Promise<readonly Passkey[]>;
  start(user: User, account: string, token: string): Promise<PasskeyCreation>;
  finish(
    given: {
      readonly userId: number;
      readonly token: string;
      readonly name: string;
      readonly credential: NewCredential;
    },
    written?: Written<Passkey>,
  ): Promise<AddedPasskey>;
  rename(own: OwnPasskey, name: string, written?: Written<OwnPasskey>): Promise<void>;
  remove(own: OwnPasskey & { readonly token: string }, written?: Written<OwnPasskey>): Promise<void>;
  /** For a login, or an action that needs a fresh second factor. */
  ask(userId: number, token: string): Promise<PasskeyRequest>;
}

export function createPasskeys(options: AddOptions): Passkeys {
  return {
    available: () => relyingPartyAt(options.publicUrl) !== undefined,
    list: (userId) => selectPasskeys(options.database.read<PasskeyTables>(), userId),
    start: (user, account, token) =>
      startPasskey(options, { user, account, sessionHash: sessionHash(token) }),
    finish: ({ token, ...given }, written) =>
      finishPasskey(options, { ...given, sessionHash: sessionHash(token) }, written),
    rename: (own, name, written) => renamePasskey(options, own, name, written),
    remove: ({ token, ...own }, written) =>
      removePasskey(options, { ...own, sessionHash: sessionHash(token) }, written),
    ask: (userId, token) => askForPasskey(options, { userId, sessionHash: sessionHash(token) }),
  };
}
