import { isUntouched, takeFirstIds } from '../platform/database/index.ts';
import { Secret } from '../platform/secret.ts';
import { insertCredential } from './credentials/store.ts';
import { DEMO_DOCUMENTS } from './logins/demo-login.ts';
import type { AccountsOptions } from './options.ts';
import { hashPassword, type PasswordOptions } from './passwords/password.ts';
import { type AddedHook, writeNewPerson } from './persons/add.ts';
import { type Person, type PersonRole, waitingPerson } from './persons/record/person.ts';
import { insertCheckoutId } from './shops/checkout-ids/store.ts';
import type { AccountTables } from './tables.ts';

/** The sandbox's accounts (docs/contract/decided.md 1). Known to everybody: nothing here is a secret. */
const DEMO = {
  seller: { personId: 1, document: DEMO_DOCUMENTS.seller, password: 'guiche-vendedor' },
  operator: { personId: 2, document: DEMO_DOCUMENTS.operator, password: 'guiche-operador' },
  integrationKey: 'chaveDeDemonstracaoDoVendedor0001',
  api: { name: 'demo', key: '0123456789ABCDEF0123' },
  checkout: { user: 'C0DE0123456789ABCDEF', secret: '0123456789ABCDEFC0DE' },
  checkoutId: 'pub_dec0de5ee7c0ffee0dec0de5',
  /** Signs the demo seller's postbacks, so that receivers can be tried with it. */
  signingSecret: 'whsec_Z3VpY2hlLWFzc2luYS1hdmlzb3MtZGUtZXhlbXBsbyE=',
} as const;

export type DemoAccounts = typeof DEMO;

const DEMO_CREDENTIALS = [
  { id: 1, kind: 'api', name: DEMO.api.name, secret: DEMO.api.key },
  { id: 2, kind: 'checkout', name: DEMO.checkout.user, secret: DEMO.checkout.secret },
  { id: 3, kind: 'integration', name: undefined, secret: DEMO.integrationKey },
  { id: 4, kind: 'postback', name: undefined, secret: DEMO.signingSecret },
] as const;

/**
 * Creates the demo accounts in a database that never had a person: call it before anything else writes. Returns them,
 * or undefined if they exist already (or another instance was faster).
 */
export async function createDemoAccounts(
  options: AccountsOptions & PasswordOptions & AddedHook,
): Promise<DemoAccounts | undefined> {
  if (options.mode !== 'sandbox') throw new Error('demo accounts exist in the sandbox only');
  if (!(await isUntouched(options.database, 'person'))) return undefined;

  const now = options.clock.now();
  const [sellerHash, operatorHash] = await Promise.all([
    hashPassword(new Secret(DEMO.seller.password), options),
    hashPassword(new Secret(DEMO.operator.password), options),
  ]);

  return options.database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    if (!(await takeFirstIds(transaction, 'person', 2))) return undefined;
    await takeFirstIds(transaction, 'credential', DEMO_CREDENTIALS.length);
    const seller = demoPerson(DEMO.seller, 'seller', 'Vendedor de Demonstração', now);
    await writeNewPerson(options, transaction, seller, sellerHash);
    const operator = demoPerson(DEMO.operator, 'operator', 'Operador', now);
    await writeNewPerson(options, transaction, operator, operatorHash);
    for (const { id, kind, name, secret } of DEMO_CREDENTIALS) {
      await insertCredential(tables, options.vault, {
        id,
        personId: DEMO.seller.personId,
        kind,
        name,
        secret: new Secret(secret),
        createdAt: now,
        expiresAt: undefined,
      });
    }
    await takeFirstIds(transaction, 'checkout_id', 1);
    await insertCheckoutId(tables, {
      id: 1,
      personId: DEMO.seller.personId,
      publicId: DEMO.checkoutId,
      label: undefined,
      origins: [],
      createdAt: now,
      revokedAt: undefined,
    });
    return DEMO;
  });
}

function demoPerson(
  { personId, document }: { readonly personId: number; readonly document: string },
  role: PersonRole,
  name: string,
  now: number,
): Person {
  const waiting = waitingPerson({ role, document, name }, { checkDocuments: true, now });
  return { ...waiting, id: personId, status: 'active', activatedAt: now };
}
