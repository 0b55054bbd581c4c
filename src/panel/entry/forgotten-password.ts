import type { Accounts } from '../../accounts/accounts.ts';
import { type AuditEntry, NOBODY } from '../../accounts/audit/index.ts';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { createAddressWindow } from '../../platform/limits/address-window.ts';
import type { MailQueue } from '../../platform/mail/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type AnyOpenRoute, openRoute } from '../interface/route.ts';
import { type TellPeople, type Told, toldPerson, toldUser } from '../mails/tell-people.ts';
import { refusePanel } from '../refusals.ts';
import { ForgottenPasswordBody } from './schema.ts';

const PER_MINUTE = 10;
const MINUTE_MS = 60_000;
/** A link that is on its way is not replaced by another. */
const ONE_IN_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MOST_A_DAY = 5;

export interface ForgottenPasswordDependencies {
  readonly accounts: Pick<Accounts, 'panel' | 'newLink' | 'auditWithin'>;
  readonly people: TellPeople;
  readonly mails: Pick<MailQueue, 'writtenSince'>;
  readonly clock: Clock;
  readonly mode: 'sandbox' | 'production';
  onError(error: unknown): void;
}

/**
 * Sends a link for a new password to the address that belongs to a login. Whoever asks is answered alike and at once,
 * whatever was typed: it says nothing of who has a login here.
 */
export function forgottenPasswordRoutes(
  dependencies: ForgottenPasswordDependencies,
): readonly AnyOpenRoute[] {
  const { clock, people, mode } = dependencies;
  const asked = createAddressWindow({ clock, perMinute: PER_MINUTE });
  return [
    openRoute({
      method: 'GET',
      path: '/entry',
      access: 'anybody',
      run: async () => ({ mails: people.enabled, sandbox: mode === 'sandbox' }),
    }),
    openRoute({
      method: 'POST',
      path: '/forgotten-password',
      access: 'anybody',
      body: ForgottenPasswordBody,
      run: async ({ body, address, requestId }) => {
        if (!people.enabled) throw refusePanel('address_unknown');
        const waitSeconds = asked.waitSeconds(address);
        if (waitSeconds !== undefined)
          throw refusePanel('login_locked', {
            message: 'Muitos pedidos. Aguarde um minuto antes de tentar de novo.',
            retryAfterSeconds: waitSeconds,
          });
        asked.record(address);
        sendLink(dependencies, body.login, { address, requestId }).catch(dependencies.onError);
        return null;
      },
    }),
  ];
}

async function sendLink(
  { accounts, people, mails, clock }: ForgottenPasswordDependencies,
  login: string,
  { address, requestId }: { readonly address: string; readonly requestId: string },
): Promise<void> {
  const holder = await accounts.panel.findLoginHolder(login);
  if (!holder) return;
  const { person, member } = holder;
  const told: Told = member ? toldUser(member, person) : toldPerson(person);
  if (told.to === undefined) return;
  const now = clock.now();
  const written = await mails.writtenSince('new_password_link', told.record, now - DAY_MS);
  const [newest = 0] = written;
  if (written.length >= MOST_A_DAY || newest > now - ONE_IN_MS) return;
  const audit = (transaction: WriteTransaction) =>
    accounts.auditWithin(
      transaction,
      entryOf({ personId: person.id, record: told.record, address, requestId, at: now }),
    );
  const { url } = member
    ? await accounts.panel.renewUserLink({ personId: person.id, userId: member.id }, audit)
    : await accounts.newLink(person.id, audit);
  await people.tell('new_password_link', told, { link: url });
}

function entryOf({
  personId,
  record,
  ...call
}: Pick<AuditEntry, 'address' | 'requestId' | 'at'> & {
  readonly personId: number;
  readonly record: string;
}): AuditEntry {
  return {
    ...call,
    operation: 'painel POST /forgotten-password',
    by: { ...NOBODY, origin: 'panel' },
    forPersonId: personId,
    result: 'ok',
    record,
  };
}
