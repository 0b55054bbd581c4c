import { httpRefuse } from '../../../../platform/http/index.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { MinorUnits } from '../../capabilities.ts';
import type { Book } from '../book/book.ts';
import type { BookCharge, Elapsed } from '../book/charge.ts';
import { authenticationOfCharge, isAuthenticating, opened, settled } from '../book/charge-authentication.ts';
import { stateOf } from '../book/charge-rules.ts';
import { hostRefusals } from '../book/host-refusals.ts';
import {
  type AuthenticationResult,
  authenticationLimits,
  authorizationAfter,
  type BuyerAction,
  resultOfChallenge,
} from '../scenarios/authentication.ts';
import { scenarioNamed } from '../scenarios/scenarios.ts';

/** No other token was ever issued: not worth a lookup, and PostgreSQL rejects NUL. */
const TOKEN = /^[\w-]{1,64}$/;

/** What a buyer is shown. Addresses are http(s): they were checked when the sale came. */
export type ChallengeView =
  | { readonly view: 'unknown' }
  | {
      readonly view: 'question';
      readonly amount: MinorUnits;
      readonly mask: string;
      readonly brand: string;
      readonly shop: string;
      readonly oneTimeCode: string;
      /** The form came without a code: nothing has happened. */
      readonly codeMissing: boolean;
    }
  /** It has just ended: the browser is redirected. */
  | { readonly view: 'onward'; readonly url: string; readonly charge: BookCharge }
  /** It has just ended, and there is no address to redirect to. */
  | { readonly view: 'ended'; readonly approved: boolean }
  /** It had ended before: nothing has happened. */
  | {
      readonly view: 'over';
      readonly why: 'ended' | 'too_late' | 'taken_back';
      readonly url: string | undefined;
    };

/** What a buyer submits. */
export interface ChallengeForm {
  readonly code: string;
  readonly cancels: boolean;
}

/** The issuer's page, without its looks. */
export interface Challenge {
  /**
   * Shows the question. For a card that needs no buyer, and a page that stayed open too long, it ends the
   * authentication.
   */
  open(token: string): Promise<ChallengeView>;
  answer(token: string, form: ChallengeForm): Promise<ChallengeView>;
}

/** What the page works with. */
export interface ChallengeContext {
  readonly clock: Clock;
  readonly book: Book;
  readonly elapsed: Elapsed;
  /** Waits that long, divided by the time scale. False when the host was closed meanwhile. */
  wait(ms: number): Promise<boolean>;
}

/** An answer counts once: a late or repeated one gets a page that says it is over. */
export function createChallenge(context: ChallengeContext): Challenge {
  const { book, clock, elapsed } = context;

  const waiting = async (token: string, then: (charge: BookCharge) => Promise<ChallengeView>) => {
    const charge = TOKEN.test(token) ? await book.find({ challenge: token }) : undefined;
    if (charge === undefined) return { view: 'unknown' } as const;
    if (!isAuthenticating(charge, elapsed)) return overView(context, charge);
    const { flow, result } = scenarioNamed(charge.scenario).authentication;
    if (flow === 'frictionless') return end(context, charge, result);
    return stayedOpenTooLong(context, charge) ? end(context, charge, 'timeout') : then(charge);
  };

  return {
    open: (token) =>
      waiting(token, async (charge) => {
        const now = clock.now();
        await book.move({ challenge: token }, (current) => ({ charge: opened(current, now), moved: 0 }));
        return questionView(charge, false);
      }),

    answer: (token, form) =>
      waiting(token, async (charge) => {
        if (!form.cancels && form.code === '') return questionView(charge, true);
        const { authentication } = scenarioNamed(charge.scenario);
        return end(context, charge, resultOfChallenge(authentication, actionOf(charge, form)));
      }),
  };
}

/** Ends the authentication unless somebody else has; then the result is theirs. */
async function end(
  context: ChallengeContext,
  seen: BookCharge,
  result: AuthenticationResult,
): Promise<ChallengeView> {
  await waitForIssuer(context, seen, result);
  const now = context.clock.now();
  const key = { challenge: seen.challenge };
  const movement = await context.book.move(key, (charge) =>
    isAuthenticating(charge, context.elapsed)
      ? { charge: settled(charge, result, now), moved: 0 }
      : { refused: hostRefusals.wrongState },
  );
  if (movement === undefined || 'refused' in movement) {
    const charge = await context.book.find(key);
    return charge ? overView(context, charge) : { view: 'unknown' };
  }
  const url = onwardUrl(context, movement.charge);
  return url === undefined
    ? { view: 'ended', approved: wentWell(context, movement.charge) }
    : { view: 'onward', url, charge: movement.charge };
}

/** The issuer may be slow to answer (scenarios 601 and 602). */
async function waitForIssuer(context: ChallengeContext, charge: BookCharge, result: AuthenticationResult) {
  const onFailure = authenticationOfCharge(charge)?.onFailure ?? 'decline';
  const { decidesAfterMs } = scenarioNamed(charge.scenario).authorize;
  if (decidesAfterMs === 0 || authorizationAfter(result, onFailure) === 'decline') return;
  if (!(await context.wait(decidesAfterMs))) throw httpRefuse('unavailable');
}

function stayedOpenTooLong({ elapsed }: ChallengeContext, charge: BookCharge): boolean {
  const openedAt = authenticationOfCharge(charge)?.openedAt;
  return openedAt !== undefined && elapsed(openedAt) >= authenticationLimits.interactionMs;
}

function actionOf(charge: BookCharge, form: ChallengeForm): BuyerAction {
  if (form.cancels) return 'cancel';
  return form.code === authenticationOfCharge(charge)?.oneTimeCode ? 'right_code' : 'wrong_code';
}

function questionView(charge: BookCharge, codeMissing: boolean): ChallengeView {
  const { amount, mask, brand } = charge;
  const { shop = '', oneTimeCode = '' } = authenticationOfCharge(charge) ?? {};
  return { view: 'question', amount, mask, brand, shop, oneTimeCode, codeMissing };
}

function overView(context: ChallengeContext, charge: BookCharge): ChallengeView {
  const url = onwardUrl(context, charge);
  if (authenticationOfCharge(charge)?.ended) return { view: 'over', why: 'ended', url };
  return { view: 'over', why: charge.state === 'undone' ? 'taken_back' : 'too_late', url };
}

/** Only a signal: the merchant's side learns the result by a query. */
function onwardUrl(context: ChallengeContext, charge: BookCharge): string | undefined {
  const { successUrl = '', failureUrl = '' } = authenticationOfCharge(charge) ?? {};
  const url = wentWell(context, charge) ? successUrl : failureUrl;
  return url === '' ? undefined : new URL(url).href;
}

function wentWell({ elapsed }: ChallengeContext, charge: BookCharge): boolean {
  const state = stateOf(charge, elapsed);
  return state === 'approved' || state === 'pending';
}
