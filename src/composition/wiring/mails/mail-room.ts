import { PAYMENT_KINDS } from '../../../gateway/kinds/index.ts';
import { slipBeside } from '../../../gateway/kinds/slip/index.ts';
import type { Transaction } from '../../../gateway/transactions/index.ts';
import { composeMail } from '../../../panel/index.ts';
import { sweepJob } from '../../../platform/jobs/index.ts';
import { createSmtpTransport, mailJob } from '../../../platform/mail/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { METRICS } from '../../observability/metric-catalogue.ts';
import type { Room, RoomParts } from '../../room.ts';
import type { OperationalInterface } from '../operational-interface.ts';
import { chargeRemindersJob } from './charge-reminders.ts';
import { monthlySalesJob } from './monthly-sales.ts';

/** Sends the mails that all rooms write. Without a mail server there is nothing to send. */
export function createMailRoom(
  { config, rooms, metrics, log, publicUrl }: RoomParts,
  { entriesToTell: entries }: Pick<OperationalInterface, 'entriesToTell'>,
): Room {
  const { mails: queue, clock } = rooms;
  const sweep = sweepJob('forget mails', queue.deleteOld, rooms.latePayments.deleteOld);
  const ended = metrics.counter(METRICS.mails);
  metrics.gauge(METRICS.mailsWaiting, async () => (await queue.backlog()).waiting);
  metrics.gauge(METRICS.mailsOldest, async () => {
    const { oldestAt } = await queue.backlog();
    return oldestAt === undefined ? 0 : Math.max(0, (clock.now() - oldestAt) / 1_000);
  });
  if (!config.mail) return { jobs: [sweep], register: () => undefined, close: () => undefined };
  const transport = createSmtpTransport(config.mail);
  const { accounts, transactions, postbacks, vault, sales, tillSales, disputes, database } = rooms;
  const time = localTime(config.timeZone);
  const ofSlips = { ...rooms.pixCodes, kinds: PAYMENT_KINDS, slips: rooms.slips };
  const composing = {
    accounts,
    transactions,
    postbacks,
    sales,
    tillSales,
    entries,
    disputes,
    queue,
    clock,
    vault,
    time,
    mode: config.mode,
    publicUrl,
    slipOf: (sale: Transaction) => slipBeside(ofSlips, sale),
  };
  const monthly = monthlySalesJob({ accounts, queue, database, clock, time });
  const reminders = chargeRemindersJob({ accounts, entries, queue, database, clock });
  const send = mailJob({
    queue,
    transport,
    clock,
    compose: (mail) => composeMail(composing, mail),
    onResult: (result) => ended.inc({ result }),
    onError: (error) => log.error({ err: error }, 'mails'),
  });
  return { jobs: [send, monthly, reminders, sweep], register: () => undefined, close: transport.close };
}
