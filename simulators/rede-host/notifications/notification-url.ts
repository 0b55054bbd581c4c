import type { HostAnswer } from '../../host/faults/deliver.ts';
import { isMissing, objectOf } from '../../host/fields.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { refuse } from '../return-codes.ts';
import { isHttpUrl } from '../sales/return-urls.ts';

/**
 * `POST /transactions/notification-URL`: registers an address for events and the header sent to it
 * (docs/contract/acquirers.md A.7). Cards have no events of their own, so it only receives what `/__sim/notify` sends;
 * refund callbacks have the header too.
 */
export async function registerNotificationUrl(host: Host, { body }: Call): Promise<HostAnswer> {
  const url = body.url ?? body.URL;
  if (isMissing(url)) throw refuse('176');
  if (!isHttpUrl(url)) throw refuse('161');
  const { type, token } = objectOf(body.authorization);
  host.callbacks.notificationUrl = url as string;
  host.callbacks.authorization =
    typeof token === 'string'
      ? `${type === undefined ? 'Bearer' : capitalized(String(type))} ${token}`
      : undefined;
  return { status: 200, body: { url } };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
