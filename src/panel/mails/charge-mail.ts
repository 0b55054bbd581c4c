import type { Accounts } from '../../accounts/accounts.ts';
import { formatDocument } from '../../accounts/persons/index.ts';
import {
  type EntriesToTell,
  isGivenUp,
  isToCome,
  type RecurrenceEntry,
  refusalOfEntry,
} from '../../operations/index.ts';
import type { AddressedMail, DueMail } from '../../platform/mail/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { chargeRefusedMail, chargeSoonMail } from './charge-mails.ts';

const MONTHLY = 'Mensalidade';
const ONCE = 'Cobrança no cartão';
/** In the place of the number of a try: the month is given up. */
const LAST = 'last';

export interface ChargeMailOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'shopSettings'>;
  readonly entries: Pick<EntriesToTell, 'find'>;
  readonly time: LocalTime;
  readonly mode: 'sandbox' | 'production';
}

/** Undefined where it is not true any more, the shop does not want it, or the client has no address. */
export async function chargeMail(
  { accounts, entries, time, mode }: ChargeMailOptions,
  { kind, about, facts }: DueMail,
  now: number,
): Promise<AddressedMail | undefined> {
  const told = await entries.find(Number(about));
  if (!told?.clientEmail) return undefined;
  const { entry, recurrence, clientName, clientEmail, formUrl } = told;
  const { personId } = recurrence;
  const [person, { mails }] = await Promise.all([
    accounts.findPerson(personId),
    accounts.shopSettings(personId),
  ]);
  if (person?.status !== 'active') return undefined;
  const dayOf = (at: number) => time.brazilian(at).slice(0, 'dd/MM/yyyy'.length);
  const charge = {
    shopName: person.tradeName ?? person.name,
    shopDocument: formatDocument(person.document),
    shopEmail: person.email,
    clientName,
    ...wordsOf(recurrence, entry),
    amount: recurrence.amount,
    dueOn: dayOf(entry.dueAt),
    isSandbox: mode === 'sandbox',
  };
  if (kind === 'charge_soon') {
    const setting = Number(facts.days) === 1 ? 'charge_tomorrow' : 'charge_in_days';
    const isTrue = isToCome(entry) && entry.tries === 0 && entry.dueAt > now;
    return isTrue && mails.includes(setting)
      ? { to: clientEmail, text: chargeSoonMail(charge, told) }
      : undefined;
  }
  const why = refusalOfEntry(entry);
  const nextTryAt = isGivenUp(entry) ? undefined : entry.nextTryAt;
  const isTrue = facts.tries === LAST ? isGivenUp(entry) : isRefusedTry(entry, String(facts.tries), now);
  // What the client cannot mend is told when it is given up.
  if (!isTrue || (why === 'failed' && !isGivenUp(entry)) || !mails.includes('charge_refused'))
    return undefined;
  const nextTryOn = nextTryAt === undefined ? undefined : dayOf(nextTryAt);
  return { to: clientEmail, text: chargeRefusedMail(charge, { why, nextTryOn, formUrl }) };
}

function wordsOf(
  { description, months }: { readonly description: string | undefined; readonly months: number },
  { number }: RecurrenceEntry,
) {
  return months > 1
    ? { description: description ?? MONTHLY, part: `${number} de ${months}` }
    : { description: description ?? ONCE, part: undefined };
}

/** Whether this try is still the last one, and another is to come. */
function isRefusedTry(entry: RecurrenceEntry, tries: string, now: number): boolean {
  const { underWay, nextTryAt = 0 } = entry;
  return isToCome(entry) && underWay === 0 && String(entry.tries) === tries && nextTryAt > now;
}
