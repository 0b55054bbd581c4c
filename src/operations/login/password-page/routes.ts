import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../../../accounts/accounts.ts';
import { type AuditEntry, NOBODY } from '../../../accounts/audit/index.ts';
import type { Written } from '../../../accounts/options.ts';
import { LINK_PATH, type Person } from '../../../accounts/persons/index.ts';
import { refuseAccount } from '../../../accounts/refusals.ts';
import { formOf, pageHeaders, registerPages } from '../../../platform/http/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { Secret } from '../../../platform/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { DONE_PAGE, type FormFault, formPage, goneLinkPage } from './page.ts';

/** Two passwords of 256 characters, percent-encoded. */
const FORM_LIMIT_BYTES = 16 * 1024;
/** Shown on the form, where another password can be typed at once. */
const UNFIT = new Set(['password_invalid', 'password_document', 'password_common', 'password_repeated']);

export interface PasswordPageDependencies {
  readonly accounts: Pick<Accounts, 'findLink' | 'setPassword' | 'failures' | 'audit' | 'auditWithin'>;
  readonly clock: Clock;
}

/**
 * The page of a one-time link. GET shows the form and changes nothing, because mail scanners follow links too; POST
 * sets the password. Must be awaited, so that later registrations know its routes.
 */
export async function registerPasswordPage(
  app: FastifyInstance,
  { accounts, clock }: PasswordPageDependencies,
): Promise<void> {
  const entry = (
    request: FastifyRequest,
    result: string,
    person?: Pick<Person, 'id' | 'role'>,
  ): AuditEntry => ({
    requestId: request.id,
    at: clock.now(),
    operation: 'senha',
    by: { ...NOBODY, origin: 'link', personId: person?.id, role: person?.role },
    forPersonId: person?.id,
    address: request.clientAddress,
    result,
    record: person && `pessoa:${person.id}`,
  });

  const showForm = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const holder = await linkHolder(accounts, request);
      return answer(reply, 200, formPage(holder.name));
    } catch (error) {
      return goneLink(reply, error);
    }
  };
  const useForm = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const holder = await linkHolder(accounts, request);
      const fault = await setFromForm(accounts, request, (transaction, person) =>
        accounts.auditWithin(transaction, entry(request, 'ok', person)),
      );
      if (fault) return answer(reply, 400, formPage(holder.name, fault));
      return answer(reply, 200, DONE_PAGE);
    } catch (error) {
      if (isGone(error)) await accounts.audit(entry(request, 'link_invalid'));
      return goneLink(reply, error);
    }
  };

  await registerPages(app, (pages) => {
    const route = { bodyLimit: FORM_LIMIT_BYTES, schema: { hide: true } };
    pages.get(`${LINK_PATH}:token`, route, showForm);
    pages.post(`${LINK_PATH}:token`, route, useForm);
  });
}

/** A wrong token counts as a failed credential, so that nobody can try many. */
async function linkHolder(accounts: PasswordPageDependencies['accounts'], request: FastifyRequest) {
  accounts.failures.check(request.clientAddress);
  const holder = await accounts.findLink(tokenOf(request));
  if (holder) return holder;
  accounts.failures.record(request.clientAddress);
  throw refuseAccount('link_invalid');
}

async function setFromForm(
  accounts: PasswordPageDependencies['accounts'],
  request: FastifyRequest,
  written: Written<Person>,
): Promise<FormFault | undefined> {
  const form = formOf(request);
  const password = form.get('senha') ?? '';
  if (password !== (form.get('repetida') ?? '')) return 'different';
  try {
    await accounts.setPassword({ token: tokenOf(request), password: new Secret(password), written });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && UNFIT.has(error.code)) return { message: error.message };
    throw error;
  }
}

function tokenOf(request: FastifyRequest): Secret {
  return new Secret((request.params as { token: string }).token);
}

function isGone(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'link_invalid';
}

/** Throws what else went wrong. */
function goneLink(reply: FastifyReply, error: unknown) {
  if (!isGone(error)) throw error;
  return answer(reply, error.status, goneLinkPage(error.message));
}

function answer(reply: FastifyReply, status: number, page: string) {
  return reply.code(status).headers(pageHeaders()).send(page);
}
