import type { Visitor } from '../../accounts/entry/index.ts';
import { givenEmail, givenPhone, type Person, type PersonWithLink } from '../../accounts/persons/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { recordIdOf } from '../interface/acting-for.ts';
import { allAtOnce } from '../interface/all-at-once.ts';
import { answeredPage, pageOf, wantedOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { type TellPeople, toldPerson } from '../mails/tell-people.ts';
import { refusePanel } from '../refusals.ts';
import {
  NewPersonBody,
  type OneTimeLink,
  PersonBody,
  type PersonRow,
  PersonSettingsBody,
  PersonsQuery,
  ReasonBody,
} from './schema.ts';
import { type PersonsDependencies, personRows, showPerson } from './show-person.ts';

type Call = PanelCall<unknown, unknown>;

/** Persons: the platform's team sees all, an integrator those that it created. */
export function personRoutes(dependencies: PersonsDependencies): readonly AnyPanelRoute[] {
  const { accounts } = dependencies;
  const found = async (call: Call): Promise<Person> => {
    const person = await accounts.findPerson(recordIdOf(call));
    if (!person || !reaches(call.visitor, person)) throw refusePanel('person_foreign');
    return person;
  };
  const changeable = async (call: Call): Promise<Person> => {
    const person = await found(call);
    requireAdminFor(person.role, call.visitor);
    return person;
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/persons',
      access: 'persons.read',
      compressed: true,
      query: PersonsQuery,
      run: async ({ query, visitor }) => {
        const persons = await accounts.searchPersons({
          ...wantedOf(query),
          status: query.status,
          role: query.kind,
          createdBy: visitor.person.role === 'operator' ? undefined : visitor.person.id,
        });
        const rows = await personRows(dependencies, persons);
        return answeredPage(persons, pageOf(query), ({ id }) => rows.get(id) as PersonRow);
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/persons/:id',
      access: 'persons.read',
      run: async (call) => showPerson(dependencies, await found(call)),
    }),
    panelRoute({
      method: 'POST',
      path: '/persons',
      access: 'persons.write',
      body: NewPersonBody,
      run: async (call) => {
        const { visitor, body } = call;
        const role = visitor.person.role === 'operator' ? (body.kind ?? 'seller') : 'seller';
        requireAdminFor(role, visitor);
        const person = await accounts.addPerson(
          {
            ...profileOf(body),
            role,
            createdBy: visitor.person.role === 'operator' ? undefined : visitor.person.id,
          },
          undefined,
          (transaction, added) => auditOf(call, transaction, added),
        );
        return showPerson(dependencies, person);
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/persons/:id',
      access: 'persons.write',
      body: PersonBody,
      run: async (call) => {
        const { id } = await changeable(call);
        const { visitor } = call;
        const person = await accounts.editPerson({
          id,
          editor: { personId: visitor.person.id, role: visitor.person.role },
          changes: profileOf(call.body),
          written: (transaction, edited) => auditOf(call, transaction, edited),
        });
        return showPerson(dependencies, person);
      },
    }),
    ...firstAccessRoutes(dependencies, changeable),
    ...accessRoutes(dependencies, changeable),
  ];
}

type Changeable = (call: Call) => Promise<Person>;

/**
 * Granting access to persons: only for the platform's team, and to operators only for its administrators.
 * Whoever activates also refuses, and hands out the first link.
 */
function firstAccessRoutes(
  { accounts, people }: PersonsDependencies,
  changeable: Changeable,
): readonly AnyPanelRoute[] {
  const activates = 'platform.persons.activate';
  return [
    panelRoute({
      method: 'POST',
      path: '/persons/:id/activate',
      access: activates,
      stepUp: true,
      run: async (call) =>
        handedOut(
          people,
          'invitation',
          await accounts.activatePerson((await changeable(call)).id, (transaction, person) =>
            auditOf(call, transaction, person),
          ),
        ),
    }),
    panelRoute({
      method: 'POST',
      path: '/persons/:id/refuse',
      access: activates,
      body: ReasonBody,
      run: async (call) => {
        const { id } = await changeable(call);
        await accounts.refusePerson(id, (transaction, person) =>
          auditOf(call, transaction, person, reasonOf(call.body)),
        );
        return null;
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/persons/:id/link',
      access: activates,
      stepUp: true,
      run: async (call) =>
        handedOut(
          people,
          'new_password_link',
          await accounts.newLink(
            (await changeable(call)).id,
            (transaction, person) => auditOf(call, transaction, person),
            { firstOnly: !isPlatformAdmin(call.visitor) },
          ),
        ),
    }),
  ];
}

/** Taking access away and giving it back, for the same. */
function accessRoutes(dependencies: PersonsDependencies, changeable: Changeable): readonly AnyPanelRoute[] {
  const { accounts, people } = dependencies;
  const access = 'platform.persons.write';
  const shown = async (id: number) => {
    const person = await accounts.findPerson(id);
    if (!person) throw refuseAccount('person_unknown');
    return showPerson(dependencies, person);
  };
  return [
    panelRoute({
      method: 'POST',
      path: '/persons/:id/deactivate',
      access,
      stepUp: true,
      body: ReasonBody,
      run: async (call) => {
        const { id } = await changeable(call);
        if (id === call.visitor.person.id) throw refusePanel('person_own');
        await accounts.deactivatePerson(id, (transaction, person) =>
          auditOf(call, transaction, person, reasonOf(call.body)),
        );
        return shown(id);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/persons/:id/reactivate',
      access,
      stepUp: true,
      run: async (call) => {
        const { id } = await changeable(call);
        await accounts.reactivatePerson(id, (transaction, person) => auditOf(call, transaction, person));
        return shown(id);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/persons/:id/unlock',
      access,
      run: async (call) => {
        const { id } = await changeable(call);
        await accounts.unlockLogin(id, (transaction, person) => auditOf(call, transaction, person));
        return shown(id);
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/persons/:id/second-factor',
      access,
      stepUp: true,
      run: async (call) => {
        const person = await changeable(call);
        const { id } = person;
        const reset = { personId: id, by: call.visitor.user.role };
        await accounts.panel.resetPersonSecondFactor(reset, async (write) => {
          await auditOf(call, write, { id });
          await people.tell('second_factor_removed', toldPerson(person), { write });
        });
        return shown(id);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/persons/:id/settings',
      access,
      body: PersonSettingsBody,
      run: async (call) => {
        const { id } = await changeable(call);
        await accounts.changeSettings(id, call.body, (transaction) => auditOf(call, transaction, { id }));
        return shown(id);
      },
    }),
  ];
}

/**
 * Setting an operator's password, or creating an operator, gives access to the whole platform, so only administrators
 * of the platform's team may do it. Throws `not_allowed`.
 */
function requireAdminFor(role: Person['role'], visitor: Visitor): void {
  if (role === 'operator' && !isPlatformAdmin(visitor)) throw refusePanel('not_allowed');
}

function isPlatformAdmin({ user }: Visitor): boolean {
  return user.role === 'platform_admin';
}

/** An entry about the person in the path, regardless of the person on whose behalf the call acts. */
function auditOf(
  { audit }: Pick<Call, 'audit'>,
  transaction: Parameters<Call['audit']>[0],
  { id }: Pick<Person, 'id'>,
  detail?: string,
): Promise<void> {
  return audit(transaction, `person:${id}`, { detail, forPersonId: id });
}

function reaches({ person: { id, role } }: Visitor, person: Person): boolean {
  return role === 'operator' || person.createdBy === id || person.id === id;
}

function profileOf({ document, name, tradeName, email, phone, address }: PersonBody) {
  return {
    document,
    name,
    tradeName: tradeName ?? null,
    ...allAtOnce({ email: () => givenEmail(email), phone1: () => givenPhone(phone, 'phone') }),
    address: address ?? null,
  };
}

function reasonOf({ reason = '' }: { readonly reason?: string }): string {
  const trimmed = reason.trim();
  if (trimmed === '') throw refusePanel('reason_missing', { field: 'reason' });
  return trimmed;
}

/** The link for the screen; it goes by e-mail too where a mail server is set and the person has an address. */
async function handedOut(
  people: TellPeople,
  kind: 'invitation' | 'new_password_link',
  { person, url, expiresAt }: PersonWithLink,
): Promise<OneTimeLink> {
  const mailedTo = await people.tell(kind, toldPerson(person), { link: url });
  return { url: url.reveal(), expiresAt: new Date(expiresAt).toISOString(), mailedTo };
}
