import { WAITING_ACCOUNTS } from '../../accounts/waiting.ts';
import { waitingCharges } from '../../gateway/charges/index.ts';
import { WAITING_TRIES } from '../../gateway/checkout/index.ts';
import { WAITING_CAPTURE_WINDOWS, waitingAuthentications } from '../../gateway/kinds/card/index.ts';
import { waitingPixAccounts } from '../../gateway/kinds/pix/index.ts';
import { waitingPostbacks } from '../../gateway/postbacks/index.ts';
import { waitingAtBank } from '../../gateway/providers/index.ts';
import { WAITING_TOKENIZATIONS, waitingCards } from '../../gateway/stored-cards/index.ts';
import { waitingSales } from '../../gateway/transactions/index.ts';
import { WAITING_OPERATIONS } from '../../operations/index.ts';
import { dueAgainJob, type Job, type Waiting } from '../../platform/jobs/index.ts';
import { WAITING_MAILS } from '../../platform/mail/index.ts';
import type { RoomParts } from '../room.ts';

export function dueAgain({ config, rooms: { database, clock } }: RoomParts): Job {
  return dueAgainJob({ database, clock, kinds: allThatWaits(config.simulator.timeScale) });
}

/** All that waits for a time by a schedule. What is due on a date, as a recurrence, waits for that date. */
export function allThatWaits(timeScale: number): readonly Waiting[] {
  return [
    ...waitingSales(timeScale),
    waitingAuthentications(timeScale),
    WAITING_CAPTURE_WINDOWS,
    ...waitingCharges(timeScale),
    waitingPixAccounts(timeScale),
    ...waitingPostbacks(timeScale),
    ...waitingCards(timeScale),
    WAITING_TOKENIZATIONS,
    WAITING_TRIES,
    WAITING_MAILS,
    waitingAtBank(timeScale),
    ...WAITING_OPERATIONS,
    ...WAITING_ACCOUNTS,
  ];
}
