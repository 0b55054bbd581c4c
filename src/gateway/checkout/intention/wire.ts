import type { LocalTime } from '../../../platform/time/clock.ts';
import { momentFromIso } from '../../../platform/time/moment-from-iso.ts';
import { isPostBackUrl, isReturnUrl } from '../../http/index.ts';
import type { NewIntention } from '../../intentions/index.ts';
import { transactionRefuse } from '../../transactions/index.ts';
import { checkoutRefuse } from '../refusals.ts';
import { offersOfBody } from './offers.ts';
import type { IntentionBody } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;
const USUAL_LIFE_MS = 7 * DAY_MS;
const LONGEST_LIFE_MS = 366 * DAY_MS;

export interface ReadingFacts {
  readonly time: LocalTime;
  readonly now: number;
  readonly production: boolean;
}

/** Reads the wire form after its schema was checked. Throws Refusal 400. */
export function readIntention(body: IntentionBody, facts: ReadingFacts): NewIntention {
  checkAddresses(body, facts.production);
  return {
    referenceId: body.referenceId,
    amount: body.amount,
    offers: offersOfBody(body, facts),
    expiresAt: readExpiration(body.dtExpiration, facts),
    linkId: undefined,
    order: {
      description: body.description,
      postBackUrl: body.postBackUrl,
      returnUrl: body.redirectUrl ?? body.returnUrl,
      customer: body.customer,
    },
  };
}

/** Throws post_back_url_invalid and return_url_invalid. */
export function checkAddresses(
  { postBackUrl, redirectUrl, returnUrl }: Pick<IntentionBody, 'postBackUrl' | 'redirectUrl' | 'returnUrl'>,
  production: boolean,
): void {
  if (postBackUrl !== undefined && !isPostBackUrl(postBackUrl, production)) {
    throw transactionRefuse('post_back_url_invalid', { field: 'postBackUrl' });
  }
  for (const [field, address] of Object.entries({ redirectUrl, returnUrl })) {
    if (address !== undefined && !isReturnUrl(address, production)) {
      throw transactionRefuse('return_url_invalid', {
        field,
        message: `O campo ${field} deve ser um endereço http(s) completo, sem usuário, de até 500 caracteres.`,
      });
    }
  }
}

/** Local time, or with an offset. Throws expiration_invalid. */
export function readExpiration(text: string | undefined, { time, now }: ReadingFacts): number {
  if (text === undefined) return now + USUAL_LIFE_MS;
  const at = momentFromIso(text, time);
  if (Number.isFinite(at) && at > now && at <= now + LONGEST_LIFE_MS) return at;
  throw checkoutRefuse('expiration_invalid', { field: 'dtExpiration' });
}
