import { type Fields, isMissing, objectOf } from '../../host/fields.ts';
import { readText } from '../fields.ts';
import { type HostCode, refuse } from '../return-codes.ts';
import { checkDevice } from './device-fields.ts';
import { readReturnUrls } from './return-urls.ts';

const MAX_USER_AGENT = 500;

/** The 3-D Secure request of a sale (docs/contract/acquirers.md A.5). */
export type Authentication =
  /** Rede authenticates the buyer. */
  | {
      readonly embedded: true;
      readonly onFailure: 'decline' | 'continue';
      readonly successUrl: string;
      readonly failureUrl: string;
    }
  /** The merchant authenticated the buyer elsewhere and sends the proof. */
  | { readonly embedded: false; readonly eci: number };

/** Reads `threeDSecure` and its return addresses. Throws the refusal of the first invalid field. */
export function readAuthentication(body: Fields, kind: 'credit' | 'debit'): Authentication | undefined {
  if (isMissing(body.threeDSecure)) {
    if (kind === 'debit') throw refuse('82');
    return undefined;
  }
  const requested = objectOf(body.threeDSecure);
  const { embedded, challengePreference } = requested;
  if (typeof embedded !== 'boolean') throw refuse('154');
  const onFailure = readOnFailure(requested.onFailure, kind);
  if (!embedded) return { embedded, eci: readProof(requested) };

  if (!isMissing(challengePreference) && challengePreference !== 'DATA_ONLY') throw refuse('269');
  const userAgent: HostCode = '258';
  if (isMissing(requested.userAgent)) throw refuse(userAgent);
  if (typeof requested.userAgent !== 'string' || requested.userAgent.length > MAX_USER_AGENT)
    throw refuse('159');
  checkDevice(objectOf(requested.device ?? requested.Device));
  return { embedded, onFailure, ...readReturnUrls(body.urls) };
}

/** A debit sale is never authorized without authentication. */
function readOnFailure(value: unknown, kind: 'credit' | 'debit'): 'decline' | 'continue' {
  if (isMissing(value)) throw refuse('250');
  if (value === 'decline' || (value === 'continue' && kind === 'credit')) return value;
  throw refuse('251');
}

function readProof(requested: Fields): number {
  if (isMissing(requested.cavv) || isMissing(requested.eci)) throw refuse('27');
  const eci = readText(
    requested.eci,
    { size: '156', format: '20' },
    { maxLength: 2, pattern: /^0?[0-7]$/, digits: true },
  );
  readText(
    requested.directoryServerTransactionId,
    { size: '132', format: '132' },
    { maxLength: 36, pattern: /./ },
  );
  return Number(eci);
}
