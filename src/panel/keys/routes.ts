import type { Accounts } from '../../accounts/accounts.ts';
import {
  type Credential,
  ISSUED_KINDS,
  type IssuedKind,
  lastValidMoment,
} from '../../accounts/credentials/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { actingFor, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { type KeyRow, NewKeyBody } from './schema.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The keys of a shop's integrations: create, list without secrets, revoke. */
export function keyRoutes({
  accounts,
  clock,
  publicUrl,
}: {
  readonly accounts: Accounts;
  readonly clock: Clock;
  publicUrl(): string;
}): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'GET',
      path: '/keys',
      access: 'keys.read',
      query: PageQuery,
      run: async (call) => {
        const page = pageOf(call.query);
        const credentials = await accounts.listCredentials({
          personId: actingFor(call),
          kinds: ISSUED_KINDS,
          beforeId: page.after,
          limit: page.limit + 1,
        });
        return answeredPage(credentials, page, keyRow);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/keys',
      access: 'keys.write',
      stepUp: true,
      body: NewKeyBody,
      run: async (call) => {
        const { kind, label, expiresInDays } = call.body;
        const { credential, signingSecret } = await accounts.issueWithSigningSecret(
          {
            personId: actingFor(call),
            kind,
            label,
            expiresAt: expiresInDays === undefined ? undefined : clock.now() + expiresInDays * DAY_MS,
          },
          (transaction, issued) => call.audit(transaction, `credential:${issued.credential.id}`),
        );
        return {
          kind,
          name: credential.name ?? null,
          secret: credential.secret.reveal(),
          signingSecret: signingSecret?.secret.reveal() ?? null,
          address: publicUrl(),
        };
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/keys/:id',
      access: 'keys.write',
      stepUp: true,
      run: async (call) => {
        const id = recordIdOf(call);
        await accounts.revokeCredentials({ id, personId: actingFor(call) }, (transaction) =>
          call.audit(transaction, `credential:${id}`),
        );
        return null;
      },
    }),
  ];
}

function keyRow(credential: Credential): KeyRow {
  const { id, kind, name, label, state, createdAt, lastUsedAt } = credential;
  const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    id,
    kind: kind as IssuedKind,
    name: name ?? null,
    label: label ?? null,
    state,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: time(lastUsedAt),
    expiresAt: time(lastValidMoment(credential)),
  };
}
