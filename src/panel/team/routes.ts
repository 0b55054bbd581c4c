import type { Accounts } from '../../accounts/accounts.ts';
import { actorOfUser } from '../../accounts/audit/index.ts';
import type { Person } from '../../accounts/persons/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import {
  type FactorResetter,
  type Invited,
  rolesOf,
  TEAM_ROLES,
  type TeamRole,
  type User,
} from '../../accounts/team/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { answeredPage, PageQuery, pageOf } from '../interface/list-page.ts';
import {
  type AnyOpenRoute,
  type AnyPanelRoute,
  openRoute,
  type PanelCall,
  panelRoute,
} from '../interface/route.ts';
import { type TellPeople, toldUser } from '../mails/tell-people.ts';
import { InvitationBody, InviteBody, JoinBody, type Member, RoleBody } from './schema.ts';

interface TeamDependencies {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly people: TellPeople;
}

/** The team of a person, and invitations to join it. */
export function teamRoutes(dependencies: TeamDependencies): readonly (AnyPanelRoute | AnyOpenRoute)[] {
  const { accounts } = dependencies;
  return [
    listRoute(accounts),
    inviteRoute(dependencies),
    ...memberRoutes(dependencies),
    ...invitationRoutes(dependencies),
  ];
}

function listRoute(accounts: Accounts): AnyPanelRoute {
  return panelRoute({
    method: 'GET',
    path: '/team',
    access: 'team.read',
    query: PageQuery,
    run: async (call) => {
      const personId = teamOf(call);
      const person = await accounts.findPerson(personId);
      if (!person) throw refuseAccount('person_unknown');
      const page = pageOf(call.query);
      const members = await accounts.panel.listTeam({ personId, afterId: page.after, limit: page.limit + 1 });
      return { ...answeredPage(members, page, memberOf), roles: rolesOf(person.role) };
    },
  });
}

function inviteRoute(dependencies: TeamDependencies): AnyPanelRoute {
  const { panel } = dependencies.accounts;
  return panelRoute({
    method: 'POST',
    path: '/team',
    access: 'team.write',
    stepUp: true,
    body: InviteBody,
    run: async (call) => {
      const { name, email, role } = call.body;
      const invited = await panel.invite(
        { personId: teamOf(call), name, email, role: roleOf(role) },
        (write, user) => call.audit(write, `user:${user.id}`),
      );
      return { member: memberOf(invited.user), link: await handedOut(dependencies, call, invited) };
    },
  });
}

/** A role, a new link, and the ways to take access away. */
function memberRoutes(dependencies: TeamDependencies): readonly AnyPanelRoute[] {
  const { accounts, people } = dependencies;
  const { panel } = accounts;
  return [
    panelRoute({
      method: 'PATCH',
      path: '/team/:id',
      access: 'team.write',
      stepUp: true,
      body: RoleBody,
      run: async (call) => {
        const wanted = { ...memberIn(call), role: roleOf(call.body.role) };
        return memberOf(
          await panel.changeRole(wanted, (write, user) => call.audit(write, `user:${user.id}`)),
        );
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/team/:id/link',
      access: 'team.write',
      stepUp: true,
      run: async (call) => {
        const link = await panel.renewUserLink(memberIn(call), (write, user) =>
          call.audit(write, `user:${user.id}`),
        );
        return handedOut(dependencies, call, link);
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/team/:id',
      access: 'team.write',
      stepUp: true,
      run: async (call) => {
        await panel.endAccess(memberIn(call), (write, user) => call.audit(write, `user:${user.id}`));
        return null;
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/team/:id/second-factor',
      access: 'team.write',
      stepUp: true,
      run: async (call) => {
        const member = { ...memberIn(call), by: resetterOf(call) };
        const shop = await shopOf(dependencies, call);
        await panel.resetMemberSecondFactor(member, async (write, user) => {
          await call.audit(write, `user:${user.id}`);
          await people.tell('second_factor_removed', toldUser(user, shop), { write });
        });
        return null;
      },
    }),
  ];
}

/** Called by who was invited, who has no session yet. */
function invitationRoutes({ accounts, clock }: TeamDependencies): readonly AnyOpenRoute[] {
  const { panel } = accounts;
  return [
    openRoute({
      method: 'POST',
      path: '/invitation',
      access: 'anybody',
      body: InvitationBody,
      run: async ({ body }) => {
        const user = await panel.findInvited(new Secret(body.token));
        if (!user) throw refuseAccount('link_invalid');
        return { name: user.name, login: await panel.loginOf(user) };
      },
    }),
    openRoute({
      method: 'POST',
      path: '/invitation/join',
      access: 'anybody',
      body: JoinBody,
      run: async ({ body, requestId, address }) => {
        const { token, password } = body;
        const user = await panel.join({
          token: new Secret(token),
          password: new Secret(password),
          written: (transaction, joined) =>
            accounts.auditWithin(transaction, {
              requestId,
              at: clock.now(),
              operation: 'painel POST /invitation/join',
              by: { ...actorOfUser(joined), origin: 'link' },
              forPersonId: joined.personId,
              address,
              result: 'ok',
              record: `user:${joined.id}`,
            }),
        });
        return { login: await panel.loginOf(user) };
      },
    }),
  ];
}

/** The person whose team is requested; by default the visitor's own. */
function teamOf({ personId, visitor }: PanelCall<unknown, unknown>): number {
  return personId ?? visitor.person.id;
}

function memberIn(call: PanelCall<unknown, unknown>) {
  return { personId: teamOf(call), userId: idOf(call) };
}

/** An administrator of the integrator, who acts for the shop, is nobody of its team. */
function resetterOf(call: PanelCall<unknown, unknown>): FactorResetter {
  const { person, user } = call.visitor;
  return person.role === 'integrator' && teamOf(call) !== person.id ? 'integrator' : user.role;
}

function idOf({ params }: PanelCall<unknown, unknown>): number {
  const id = Number(params.id);
  if (!Number.isSafeInteger(id) || id < 1) throw refuseAccount('user_unknown');
  return id;
}

function roleOf(text: string): TeamRole {
  const role = TEAM_ROLES.find((one) => one === text);
  if (!role) throw refuseAccount('team_role_invalid', { field: 'role' });
  return role;
}

function memberOf(user: User): Member {
  return {
    id: user.id,
    name: user.name,
    email: user.email ?? null,
    role: user.role,
    owner: user.owner,
    state: user.state,
    secondFactor: user.secondFactor,
    createdAt: new Date(user.createdAt).toISOString(),
    lastLoginAt: user.lastLoginAt === undefined ? null : new Date(user.lastLoginAt).toISOString(),
  };
}

async function shopOf({ accounts }: TeamDependencies, call: PanelCall<unknown, unknown>): Promise<Person> {
  const shop = await accounts.findPerson(teamOf(call));
  if (!shop) throw refuseAccount('person_unknown');
  return shop;
}

/** The link for the screen; it goes by e-mail too where a mail server is set. */
async function handedOut(
  dependencies: TeamDependencies,
  call: PanelCall<unknown, unknown>,
  { user, url, expiresAt }: Invited,
) {
  const told = toldUser(user, await shopOf(dependencies, call));
  const kind = user.state === 'invited' ? 'invitation' : 'new_password_link';
  const mailedTo = await dependencies.people.tell(kind, told, { link: url });
  return { url: url.reveal(), expiresAt: new Date(expiresAt).toISOString(), mailedTo };
}
