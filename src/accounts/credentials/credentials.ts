import type { Job } from '../../platform/jobs/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { type Credential, MAX_IN_USE_PER_KIND } from './credential.ts';
import { createFailures, type Failures, unlimitedFailures } from './failures.ts';
import {
  type CredentialRequest,
  type IssuedCredential,
  type IssuedWithSigningSecret,
  issueCredential,
  issueWithSigningSecret,
} from './issue.ts';
import { createLastUse } from './last-use.ts';
import { type CredentialsWanted, listCredentials } from './list.ts';
import { revokeCredentials } from './revoke.ts';
import { type RevokeTarget, selectSigningSecrets } from './store.ts';
import type { CredentialTables } from './tables.ts';
import { createVerifier, type Verifier } from './verify.ts';

/** Keys, pairs and signing secrets of persons. Each use case documents the refusals it throws. */
export interface Credentials extends Verifier {
  readonly failures: Failures;
  /** The secrets that sign postbacks to this merchant, newest first; none: unsigned. */
  signingSecrets(personId: number): Promise<readonly Secret[]>;
  issueCredential(request: CredentialRequest): Promise<IssuedCredential>;
  /** A person's first API pair comes with the secret that signs its postbacks. */
  issueWithSigningSecret(
    request: CredentialRequest,
    written?: Written<IssuedWithSigningSecret>,
  ): Promise<IssuedWithSigningSecret>;
  listCredentials(wanted: CredentialsWanted): Promise<readonly Credential[]>;
  revokeCredentials(target: RevokeTarget, written?: Written<readonly number[]>): Promise<readonly number[]>;
}

export function createCredentials(options: AccountsOptions): Credentials & { readonly job: Job } {
  const { database, vault, clock, mode } = options;
  const lastUse = createLastUse(options);
  return {
    ...createVerifier({ database, clock, onUse: lastUse.note }),
    job: lastUse.job,
    failures: mode === 'sandbox' ? unlimitedFailures : createFailures(clock),
    signingSecrets: (personId) =>
      selectSigningSecrets(database.read<CredentialTables>(), vault, {
        personId,
        now: clock.now(),
        limit: MAX_IN_USE_PER_KIND,
      }),
    issueCredential: (request) => issueCredential(options, request),
    issueWithSigningSecret: (request, written) => issueWithSigningSecret(options, request, written),
    listCredentials: (wanted) => listCredentials(options, wanted),
    revokeCredentials: (target, written) => revokeCredentials(options, target, written),
  };
}
