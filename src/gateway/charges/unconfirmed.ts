import { newCase } from '../transactions/rules/case.ts';
import { retryChange } from '../transactions/stores/change-until.ts';
import { LIST_EVERY_MS, lateLookAgain, lookAgain, nextLook, restOfRemoval } from './charge.ts';
import { type ChargeDependencies, isWaiting, type KnownCharge } from './open-charge.ts';

/** A bank that has not said for so long that a charge is over leaves it to a person; for longer where it is asked more rarely. */
const LEFT_TO_A_PERSON_MS = 24 * 60 * 60_000;
const LEFT_AFTER_LOOKS = 96;
const NO_WAY = 'this service has no way to the bank of the payment';
const NOT_CONFIRMED = 'the bank does not confirm that nobody can pay it any more';

/**
 * Plans the next look at a charge of which the bank has not told how it ends. Where it should have ended a day ago a person is
 * asked, and it is looked at once an hour: the bank may yet say it.
 */
export async function lookLater(
  dependencies: ChargeDependencies,
  known: KnownCharge,
  action?: { readonly kind: string; readonly code?: string },
): Promise<void> {
  const { charges, chargedKind, clock, timeScale } = dependencies;
  const { charge } = known;
  const now = clock.now();
  const looks = charge.looks + 1;
  const since = overSince(known, now);
  const isLeft = await leaveToPerson(dependencies, known, since, NOT_CONFIRMED);
  const { lookEveryMs } = chargedKind(charge.kind);
  const everyMs =
    charge.ending === undefined || since === undefined
      ? lookEveryMs
      : restOfRemoval((now - since) * timeScale, lookEveryMs);
  const nextAt = isLeft
    ? Math.ceil(now + Math.max(lookEveryMs, LIST_EVERY_MS) / timeScale)
    : nextLook({ ...charge, looks }, now, timeScale, everyMs);
  const read = charge.code === undefined && action?.code !== undefined ? { code: action.code } : {};
  await charges.putOff(charge, { looks, nextAt, ...read });
}

/** Nobody can be asked about it: its bank is none that this service knows any more. */
export async function lookWithoutWay(dependencies: ChargeDependencies, known: KnownCharge): Promise<void> {
  const { charges, clock, timeScale } = dependencies;
  const { charge, attempt } = known;
  const now = clock.now();
  if (attempt.state !== 'waiting') {
    const { endedAt = now } = attempt;
    await charges.putOff(charge, { nextAt: lateLookAgain(endedAt, now, timeScale) });
    return;
  }
  await leaveToPerson(dependencies, known, charge.createdAt, NO_WAY);
  await charges.putOff(charge, { nextAt: lookAgain(charge.createdAt, now, timeScale) });
}

/** Since when the bank should have said that nobody can pay it any more. Undefined while it may be paid. */
function overSince(known: KnownCharge, now: number): number | undefined {
  const { charge, found } = known;
  // Somebody ended it, which the transaction tells: it changed then. One that just expires may not have changed since it was made.
  if (charge.ending !== undefined || !isWaiting(known)) return Math.min(charge.expiresAt, found.updatedAt);
  return now >= charge.expiresAt ? charge.expiresAt : undefined;
}

/** Whether it waits for a person by now. By when the look was due: this service may have stood still, and asks twice. */
async function leaveToPerson(
  { cases, store, chargedKind, clock, timeScale, onNeedsAttention }: ChargeDependencies,
  { charge, found }: KnownCharge,
  since: number | undefined,
  reason: string,
): Promise<boolean> {
  if (since === undefined) return false;
  const { reference: subject, transactionId, accountId } = charge;
  if (await cases.caseOf(subject)) return true;
  const { lookEveryMs } = chargedKind(charge.kind);
  const leftAfterMs = Math.max(LEFT_TO_A_PERSON_MS, LEFT_AFTER_LOOKS * lookEveryMs) / timeScale;
  if ((charge.nextAt ?? 0) - since < leftAfterMs) return false;
  const at = clock.now();
  const { kind } = await retryChange(store, found, (transaction) => ({
    transaction,
    at,
    openCase: {
      ...newCase({ subject, transactionId, accountId, kind: 'charge', openedAt: at, nextAt: at }),
      state: 'manual',
      reason,
    },
    events: [{ kind: 'needs_attention', origin: { kind: 'recovery' }, details: { subject, reason } }],
  }));
  if (kind === 'changed') onNeedsAttention({ transactionId, subject, reason });
  return true;
}
