import { refuseAccount } from '../../accounts/refusals.ts';
import { registerNoticeAddress } from '../../gateway/kinds/pix/index.ts';
import {
  acquirerRefuse,
  checkSettings,
  type MerchantAccount,
  readProvider,
  type TestCard,
  testAccount,
} from '../../gateway/providers/index.ts';
import { Secret } from '../../platform/secret.ts';
import { recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, pageOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { SHOWN_KINDS } from './account-kinds.ts';
import { bankTestWords, pixTestWords, testedBank } from './bank-test-words.ts';
import { feeRoutes } from './fee-routes.ts';
import { pauseRoutes } from './pause-routes.ts';
import { AccountBody, type AccountRow, AcquirersQuery, NewAccountBody, TestBody } from './schema.ts';
import { type AcquirerDependencies, accountRows, showAccount } from './show-account.ts';
import { testWords } from './test-words.ts';

type Call = PanelCall<unknown, unknown>;
/** The account in the path. Throws `record_unknown`. */
type FindAccount = (call: Call) => Promise<MerchantAccount>;

/** Accounts of persons at acquirers: add, change, test. Secret settings are write-only. */
export function acquirerRoutes(dependencies: AcquirerDependencies): readonly AnyPanelRoute[] {
  const { merchantAccounts } = dependencies;
  const found: FindAccount = async (call) => {
    const account = await merchantAccounts.byId(recordIdOf(call));
    const inUse =
      account && (await merchantAccounts.list(account.personId)).find(({ id }) => id === account.id);
    if (!inUse) throw refusePanel('record_unknown');
    return inUse;
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/acquirers',
      access: 'platform.acquirers.read',
      query: AcquirersQuery,
      run: async ({ query }) => {
        const page = pageOf(query);
        const wanted = { personId: query.of, afterId: page.after ?? 0, limit: page.limit + 1 };
        const found = await merchantAccounts.page(wanted);
        const rows = await accountRows(dependencies, found.slice(0, page.limit));
        return answeredPage(found, page, ({ id }) => rows.get(id) as AccountRow);
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/acquirers/kinds',
      access: 'platform.acquirers.read',
      run: async () => ({ items: SHOWN_KINDS, mode: dependencies.mode }),
    }),
    panelRoute({
      method: 'GET',
      path: '/acquirers/:id',
      access: 'platform.acquirers.read',
      run: async (call) => showAccount(dependencies, await found(call)),
    }),
    addRoute(dependencies),
    ...changeRoutes(dependencies, found),
    ...pauseRoutes(dependencies, found),
    ...feeRoutes(dependencies, found),
    testRoute(dependencies, found),
  ];
}

function addRoute(dependencies: AcquirerDependencies): AnyPanelRoute {
  const { accounts, merchantAccounts, mode } = dependencies;
  return panelRoute({
    method: 'POST',
    path: '/acquirers',
    access: 'platform.acquirers.write',
    stepUp: true,
    body: NewAccountBody,
    run: async (call) => {
      const { personId, isDefault = false } = call.body;
      const provider = readProvider(call.body.provider);
      if (!provider) throw refusePanel('field_invalid', { field: 'provider' });
      const settings = givenSettings(call.body.settings);
      checkSettings(provider, settings, mode === 'production');
      if (!(await accounts.findPerson(personId)))
        throw refuseAccount('person_unknown', { field: 'personId' });
      const account = await call.auditAround(
        { detail: `${provider} de ${personId}`, forPersonId: personId },
        () => merchantAccounts.add({ personId, provider, settings, isDefault }),
        ({ id }) => ({ record: `acquirer:${id}` }),
      );
      await registeredNotices(dependencies, account);
      return showAccount(dependencies, account);
    },
  });
}

function changeRoutes(dependencies: AcquirerDependencies, found: FindAccount): readonly AnyPanelRoute[] {
  const { merchantAccounts, mode } = dependencies;
  return [
    panelRoute({
      method: 'PATCH',
      path: '/acquirers/:id',
      access: 'platform.acquirers.write',
      stepUp: true,
      body: AccountBody,
      run: async (call) => {
        const { id, personId, provider } = await found(call);
        const settings = givenSettings(call.body.settings);
        const detail = Object.keys(settings).join(', ') || undefined;
        await call.auditAround({ record: `acquirer:${id}`, detail, forPersonId: personId }, async () => {
          const changed = await merchantAccounts.change({
            personId,
            provider,
            settings,
            isDefault: call.body.isDefault,
            check: (after, before) => checkSettings(provider, after, mode === 'production', before),
          });
          if (!changed) throw acquirerRefuse('account_unknown');
        });
        const changed = await found(call);
        await registeredNotices(dependencies, changed);
        return showAccount(dependencies, changed);
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/acquirers/:id',
      access: 'platform.acquirers.write',
      stepUp: true,
      run: async (call) => {
        const { id, personId, provider } = await found(call);
        const detail = `${provider} de ${personId}`;
        await call.auditAround({ record: `acquirer:${id}`, detail, forPersonId: personId }, () =>
          merchantAccounts.remove(personId, provider),
        );
        return null;
      },
    }),
  ];
}

/** Of an account at a bank, whose keys may be others now. What the bank says to it is shown of the account, and by a test. */
async function registeredNotices(
  { banks, merchantAccounts, noticeAddresses: addresses, pixAccounts }: AcquirerDependencies,
  account: MerchantAccount,
): Promise<void> {
  const bank = banks.get(account.provider);
  if (!bank) return;
  const registering = { accounts: pixAccounts, addresses };
  await registerNoticeAddress(registering, bank, await merchantAccounts.settings(account));
}

function testRoute(
  {
    acquirers,
    banks,
    pixAcquirers,
    merchantAccounts,
    noticeAddresses,
    pixAccounts,
    clock,
    mode,
  }: AcquirerDependencies,
  found: FindAccount,
): AnyPanelRoute {
  return panelRoute({
    method: 'POST',
    path: '/acquirers/:id/test',
    access: 'platform.acquirers.write',
    body: TestBody,
    run: async (call) => {
      const account = await found(call);
      const { id, personId, provider } = account;
      const card = cardOf(call.body, mode === 'production');
      const bank = banks.get(provider);
      return call.auditAround(
        { record: `acquirer:${id}`, forPersonId: personId },
        async () => {
          if (bank) {
            const registering = { accounts: pixAccounts, addresses: noticeAddresses, clock };
            const settings = await merchantAccounts.settings(account);
            return bankTestWords(await testedBank(registering, bank, settings));
          }
          const route = await acquirers.routeOf({ accountId: id, provider });
          const settings = await merchantAccounts.settings(account);
          return {
            ...testWords(route && (await testAccount(route, card))),
            ...(await pixTestWords(pixAcquirers.get(provider), settings, clock.now())),
          };
        },
        ({ health }) => ({ detail: health.result === 'good' ? 'responde' : 'não responde' }),
      );
    },
  });
}

/** An empty value keeps the stored one, or the acquirer's default. */
function givenSettings(
  given: readonly { readonly name: string; readonly value?: string }[],
): Record<string, string> {
  return Object.fromEntries(given.flatMap(({ name, value }) => (value ? [[name, value]] : [])));
}

/** The operator's own card; the sandbox provides one. In production without a card: no check. */
function cardOf({ cardNumber, month, year, cvv }: TestBody, production: boolean): TestCard | undefined {
  if (cardNumber === undefined) return production ? undefined : 'sandbox';
  if (month === undefined || year === undefined) throw refusePanel('field_invalid', { field: 'month' });
  const number = cardNumber.replace(/[\s.-]/g, '');
  if (!/^\d{12,19}$/.test(number)) throw refusePanel('field_invalid', { field: 'cardNumber' });
  return {
    number: new Secret(number),
    cvv: cvv === undefined ? undefined : new Secret(cvv),
    expirationMonth: month,
    expirationYear: year,
    holderName: undefined,
    brand: undefined,
  };
}
