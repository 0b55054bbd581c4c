import { DatabaseUnavailable } from '../../database/database.ts';
import { Refusal } from '../../refusal.ts';
import { httpRefuse } from './refusals.ts';

const RETRY_AFTER_SECONDS = 2;

/** Maps whatever a request ends with. Anything that is not a refusal is a bug: 500. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (clientWentAway(error)) return httpRefuse('request_invalid');
  // Only what the database reports as an outage: a missing file or server elsewhere is a bug.
  if (error instanceof DatabaseUnavailable)
    return httpRefuse('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return httpRefuse('body_too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return httpRefuse('unsupported_media_type');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return httpRefuse('not_found');
    default:
      return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
        ? httpRefuse('request_invalid')
        : httpRefuse('internal_error');
  }
}

/** In the middle of its body. */
function clientWentAway(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}
