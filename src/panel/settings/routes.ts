import type { Accounts } from '../../accounts/accounts.ts';
import { formatDocument, givenEmail, givenPhone, type Person } from '../../accounts/persons/index.ts';
import type { ShopSettings } from '../../accounts/shops/index.ts';
import { isPostBackUrl } from '../../gateway/http/index.ts';
import { BODY_WITH_PHOTO_BYTES, type Photos, type TechnicalPasswords } from '../../operations/index.ts';
import { Secret } from '../../platform/secret.ts';
import { actingFor, nameOf } from '../interface/acting-for.ts';
import { allAtOnce } from '../interface/all-at-once.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import type { TellPeople } from '../mails/tell-people.ts';
import { refusePanel } from '../refusals.ts';
import { photoChange } from './photo-change.ts';
import {
  MailsBody,
  SalesBody,
  SecurityBody,
  type SettingsAnswer,
  ShopBody,
  TechnicalPasswordBody,
} from './schema.ts';

interface SettingsDependencies {
  readonly accounts: Accounts;
  readonly photos: Photos;
  readonly technicalPasswords: TechnicalPasswords;
  readonly mode: 'sandbox' | 'production';
  readonly people: Pick<TellPeople, 'enabled'>;
}

/** A shop's profile and its settings for sales and team. */
export function settingsRoutes(dependencies: SettingsDependencies): readonly AnyPanelRoute[] {
  const { accounts } = dependencies;
  const answer = async (call: PanelCall<unknown, unknown>): Promise<SettingsAnswer> => {
    const personId = actingFor(call);
    const person = await accounts.findPerson(personId);
    if (!person) throw refusePanel('person_foreign');
    const settings = await accounts.shopSettings(personId);
    const { lockedUntil = null, password } = await dependencies.technicalPasswords.stateOf(personId);
    return {
      ...settingsAnswer(person, settings, dependencies.photos),
      mails: {
        enabled: dependencies.people.enabled,
        chosen: settings.mails,
        accountantEmail: settings.accountantEmail ?? null,
      },
      technicalPassword: {
        password,
        lockedUntil: lockedUntil === null ? null : new Date(lockedUntil).toISOString(),
      },
    };
  };
  return [
    panelRoute({ method: 'GET', path: '/settings', access: 'settings.read', run: answer }),
    panelRoute({
      method: 'PATCH',
      path: '/settings/shop',
      access: 'settings.write',
      body: ShopBody,
      bodyLimitBytes: BODY_WITH_PHOTO_BYTES,
      run: async (call) => {
        await saveShop(dependencies, call);
        return answer(call);
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/settings/sales',
      access: 'settings.write',
      body: SalesBody,
      run: async (call) => {
        await saveSales(dependencies, call);
        return answer(call);
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/settings/security',
      access: 'settings.write',
      stepUp: true,
      body: SecurityBody,
      run: async (call) => {
        const { idleMinutes, refundLimit, teamSecondFactor } = call.body;
        await accounts.changeShopSettings(
          {
            personId: actingFor(call),
            shop: {
              idleMinutes,
              refundLimit,
              ...(teamSecondFactor === undefined ? {} : { teamSecondFactor }),
            },
          },
          (transaction) => call.audit(transaction),
        );
        return answer(call);
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/settings/mails',
      access: 'settings.write',
      body: MailsBody,
      run: async (call) => {
        await saveMails(dependencies, call);
        return answer(call);
      },
    }),
    panelRoute({
      method: 'PATCH',
      path: '/settings/technical-password',
      access: 'settings.write',
      stepUp: true,
      body: TechnicalPasswordBody,
      run: async (call) => {
        const password = new Secret(call.body.technicalPassword);
        await dependencies.technicalPasswords.set(actingFor(call), password, (transaction) =>
          call.audit(transaction),
        );
        return answer(call);
      },
    }),
  ];
}

/** All in one commit, so that a refused colour leaves nothing half saved. */
async function saveShop(
  { accounts, photos }: SettingsDependencies,
  call: PanelCall<ShopBody, unknown>,
): Promise<void> {
  const { body, visitor } = call;
  const personId = actingFor(call);
  const person = await accounts.findPerson(personId);
  if (!person) throw refusePanel('person_foreign');
  const changes = {
    document: person.document,
    tradeName: body.tradeName ?? null,
    ...allAtOnce({
      name: () => nameOf(body),
      email: () => givenEmail(body.email),
      phone1: () => givenPhone(body.phone1, 'phone1'),
      phone2: () => givenPhone(body.phone2, 'phone2'),
    }),
    address: body.address ?? null,
  };
  const edit = { id: personId, editor: { personId: visitor.person.id, role: visitor.person.role }, changes };
  await accounts.checkEdit(edit);
  const photo = await photoChange(photos, personId, body);
  const shop = { colour: body.colour?.trim() || undefined, siteUrl: body.siteUrl?.trim() || undefined };
  await accounts.editPerson({
    ...edit,
    ...(photo ? { photo } : {}),
    written: async (transaction) => {
      await accounts.changeShopSettingsWithin(transaction, { personId, shop });
      await call.audit(transaction);
    },
  });
}

async function saveSales(
  { accounts, mode }: Pick<SettingsDependencies, 'accounts' | 'mode'>,
  call: PanelCall<SalesBody, unknown>,
): Promise<void> {
  const {
    statementName,
    postBackUrl,
    pixDiscount,
    extraPostbacks,
    postbackDelaySeconds,
    lateApproval,
    retryGuard,
    failover,
  } = call.body;
  const url = postBackUrl?.trim() || undefined;
  if (url !== undefined && !isPostBackUrl(url, mode === 'production')) {
    throw refusePanel('address_invalid', { field: 'postBackUrl' });
  }
  await accounts.changeShopSettings(
    {
      personId: actingFor(call),
      shop: {
        statementName: statementName?.trim() || undefined,
        postBackUrl: url,
        ...(pixDiscount === undefined ? {} : { pixDiscount }),
        ...(extraPostbacks === undefined ? {} : { extraPostbacks }),
      },
      person: {
        postbackDelaySeconds,
        lateApproval,
        ...(retryGuard && { retryGuard }),
        ...(failover && { failover }),
      },
    },
    (transaction) => call.audit(transaction),
  );
}

async function saveMails(
  { accounts }: Pick<SettingsDependencies, 'accounts'>,
  call: PanelCall<MailsBody, unknown>,
): Promise<void> {
  const personId = actingFor(call);
  const { mails, accountantEmail } = call.body;
  const accountant = givenEmail(accountantEmail, 'accountantEmail') ?? undefined;
  await accounts.changeShopSettings({ personId, shop: { mails } }, async (transaction) => {
    if (accountantEmail !== undefined) await accounts.accountants.set(transaction, personId, accountant);
    await call.audit(transaction);
  });
}

function settingsAnswer(
  person: Person,
  settings: ShopSettings,
  photos: Pick<Photos, 'url'>,
): Omit<SettingsAnswer, 'technicalPassword' | 'mails'> {
  return {
    shop: {
      name: person.name,
      tradeName: person.tradeName ?? null,
      document: formatDocument(person.document),
      email: person.email ?? null,
      phone1: person.phone1 ?? null,
      phone2: person.phone2 ?? null,
      address: (person.address ?? {}) as SettingsAnswer['shop']['address'],
      colour: settings.colour ?? null,
      siteUrl: settings.siteUrl ?? null,
      photoUrl: person.photoId === undefined ? null : photos.url(person.photoId),
    },
    sales: {
      statementName: settings.statementName ?? null,
      postBackUrl: settings.postBackUrl ?? null,
      pixDiscount: settings.pixDiscount,
      extraPostbacks: settings.extraPostbacks,
      postbackDelaySeconds: person.postbackDelaySeconds,
      lateApproval: person.lateApproval,
      retryGuard: person.retryGuard,
      failover: person.failover,
    },
    security: {
      idleMinutes: settings.idleMinutes,
      refundLimit: settings.refundLimit ?? null,
      teamSecondFactor: settings.teamSecondFactor,
    },
  };
}
