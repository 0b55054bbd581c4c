import { nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { type IssuedKind, MAX_IN_USE_PER_KIND, mintSecret } from './credential.ts';
import { type CredentialToStore, countInUse, hasHadCredential, insertCredential } from './store.ts';
import type { CredentialTables } from './tables.ts';

export interface CredentialRequest {
  readonly personId: number;
  readonly kind: IssuedKind;
  /** Milliseconds since 1970; absent: until revoked. */
  readonly expiresAt?: number | undefined;
  /** What its owner calls it. */
  readonly label?: string | undefined;
}

/** The secret is returned here and never again. */
export interface IssuedCredential extends CredentialToStore {
  readonly kind: IssuedKind;
}

const MAX_LABEL_CHARACTERS = 60;
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

type IssueOptions = Pick<AccountsOptions, 'database' | 'vault' | 'clock' | 'randomBytes'>;

/**
 * Issues to waiting persons too, so that a shop can be set up; their credentials are refused until they are active.
 * Throws `expiry_invalid`, `label_invalid`, `person_unknown` or `credential_limit`.
 */
export async function issueCredential(
  options: IssueOptions,
  request: CredentialRequest,
): Promise<IssuedCredential> {
  checkRequest(options, request);
  return options.database.write((transaction) => issueWithin(options, transaction, request));
}

/** A credential, and with a person's first API pair the secret that its postbacks are signed with from then on. */
export interface IssuedWithSigningSecret {
  readonly credential: IssuedCredential;
  readonly signingSecret: IssuedCredential | undefined;
}

/** As `issueCredential`; a person's first API pair brings a signing secret, so that postbacks are signed from the start. */
export async function issueWithSigningSecret(
  options: IssueOptions,
  request: CredentialRequest,
  written?: Written<IssuedWithSigningSecret>,
): Promise<IssuedWithSigningSecret> {
  checkRequest(options, request);
  const { personId, kind } = request;
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<CredentialTables>();
    const isFirstPair = kind === 'api' && !(await hasHadCredential(tables, personId, ['api', 'postback']));
    const credential = await issueWithin(options, transaction, request);
    const signingSecret = isFirstPair
      ? await issueWithin(options, transaction, { personId, kind: 'postback', label: request.label })
      : undefined;
    const issued = { credential, signingSecret };
    await written?.(transaction, issued);
    return issued;
  });
}

function checkRequest({ clock }: IssueOptions, { expiresAt, label }: CredentialRequest): void {
  if (expiresAt !== undefined && expiresAt <= clock.now()) throw refuseAccount('expiry_invalid');
  checkLabel(label);
}

/** Throws `label_invalid` for a label that would be unreadable in a list. */
export function checkLabel(label: string | undefined): void {
  if (label === undefined) return;
  if ([...label].length > MAX_LABEL_CHARACTERS || CONTROL_CHARACTER.test(label)) {
    throw refuseAccount('label_invalid', { field: 'label' });
  }
}

async function issueWithin(
  options: IssueOptions,
  transaction: WriteTransaction,
  { personId, kind, expiresAt, label }: CredentialRequest,
): Promise<IssuedCredential> {
  const tables = transaction.tables<CredentialTables>();
  const now = options.clock.now();
  if (!(await findPerson(tables, personId))) throw refuseAccount('person_unknown');
  // Taking the id locks the sequence: no two calls count at the same moment.
  const id = await nextId(transaction, 'credential');
  if ((await countInUse(tables, personId, kind, now)) >= MAX_IN_USE_PER_KIND) {
    throw refuseAccount('credential_limit');
  }
  const minted = mintSecret(kind, id, options.randomBytes);
  const credential: IssuedCredential = {
    id,
    personId,
    kind,
    ...minted,
    label: label?.trim() || undefined,
    createdAt: now,
    expiresAt,
  };
  await insertCredential(tables, options.vault, credential);
  return credential;
}
