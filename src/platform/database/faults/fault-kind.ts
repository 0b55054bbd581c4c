/** Why a database cannot be used, as far as an operator can mend it. */
export type DatabaseFault =
  | 'password'
  | 'no_password'
  | 'database'
  | 'certificate'
  | 'tls'
  | 'name'
  | 'refused'
  | 'standby'
  /** Set to be read only, on a server that is no standby. */
  | 'read_only'
  /** The role may not do what the service does. */
  | 'rights'
  /** The role's search path leads to no schema. */
  | 'schema'
  | 'full'
  /** None of the others. */
  | 'away';

/** SQLSTATE, codes of Node.js and of OpenSSL, and texts where the driver gives no code. */
const SIGNS: readonly (readonly [DatabaseFault, RegExp])[] = [
  ['no_password', /client password must be a string/],
  ['password', /^28/],
  ['database', /^3D000$/],
  [
    'certificate',
    /^(CERT_|DEPTH_ZERO_|UNABLE_TO_(GET|VERIFY|DECRYPT)_|SELF_SIGNED_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/,
  ],
  ['tls', /does not support SSL|^(ERR_SSL_|EPROTO$)/],
  ['name', /^(ENOTFOUND|EAI_AGAIN)$/],
  ['refused', /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOENT|ETIMEDOUT)$/],
  ['read_only', /is set to be read only/],
  ['standby', /^25006$|takes no writes/],
  ['rights', /^42501$/],
  ['schema', /^3F000$/],
  ['full', /^53/],
];

/** Looks at the error, at its causes, and at the errors that it collects; the first that tells wins. */
export function databaseFaultOf(error: unknown): DatabaseFault {
  for (const one of withCauses(error)) {
    const words = [databaseErrorCode(one), one.message];
    const found = SIGNS.find(([, sign]) => words.some((word) => sign.test(word)));
    if (found) return found[0];
  }
  return 'away';
}

function withCauses(error: unknown): readonly Error[] {
  if (!(error instanceof Error)) return [];
  const collected: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...collected].flatMap(withCauses)];
}

/** SQLSTATE, or the code of Node.js or OpenSSL; empty when there is none. */
export function databaseErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
