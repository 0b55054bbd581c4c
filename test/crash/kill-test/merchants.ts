import { runGuiche } from '../../support/command-line.ts';
import type { DatabasePlace } from '../../support/databases.ts';
import { API_PAIR } from '../../support/gateway-client.ts';
import type { ApiPair } from '../../support/merchants.ts';
import type { Acquirer, AcquirerAccount } from './acquirer.ts';
import type { Bank } from './pix/bank.ts';
import { setRoutes } from './two-acquirers/routes.ts';
import type { SecondAcquirer } from './two-acquirers/second-acquirer.ts';

const DEMO_PERSON = '1';
const OTHERS = [
  { document: '11222333000181', name: 'Loja que desfaz' },
  { document: '11444777000161', name: 'Loja com duas adquirentes' },
] as const;

/** One for each merchant. */
export const ACCOUNTS: readonly [AcquirerAccount, AcquirerAccount, AcquirerAccount] = [
  { pv: '10000001', key: 'chave-de-integracao-de-teste-0001' },
  { pv: '10000002', key: 'chave-de-integracao-de-teste-0002' },
  { pv: '10000003', key: 'chave-de-integracao-de-teste-0003' },
];

/** The parties outside of the service that take money. */
export interface Hosts {
  readonly acquirer: Acquirer;
  /** The other acquirer of the third merchant, where there is one. */
  readonly secondAcquirer: SecondAcquirer | undefined;
  /** Where Pix are paid. */
  readonly bank: Bank;
}

export interface Merchant {
  readonly personId: string;
  readonly api: ApiPair;
  /** Of its postbacks. */
  readonly secret: string;
}

/** The first merchant accepts late approvals, the second has them undone; with a second acquirer a third one has both. */
export function openMerchants(place: DatabasePlace, hosts: Hosts): Promise<readonly Merchant[]> {
  const prepare = async (personId: string, api: ApiPair, account: AcquirerAccount): Promise<Merchant> => {
    await addAccount(place, personId, ['REDE', '--default', ...hosts.acquirer.settings(account)]);
    await addAccount(place, personId, [hosts.bank.provider, ...hosts.bank.settings]);
    return { personId, api, secret: (await issue(place, personId, 'postback')).secret };
  };
  const undoing = async (): Promise<Merchant> => {
    const { personId, api } = await addMerchant(place, OTHERS[0]);
    await command(place, ['person', 'set', personId, '--late-approval', 'undo']);
    return prepare(personId, api, ACCOUNTS[1]);
  };
  const routed = async ({ provider, settings }: SecondAcquirer): Promise<Merchant> => {
    const { personId, api } = await addMerchant(place, OTHERS[1]);
    const merchant = await prepare(personId, api, ACCOUNTS[2]);
    await addAccount(place, personId, [provider, ...settings]);
    await setRoutes((words) => command(place, words), personId);
    return merchant;
  };
  const { secondAcquirer } = hosts;
  return Promise.all([
    prepare(DEMO_PERSON, API_PAIR, ACCOUNTS[0]),
    undoing(),
    ...(secondAcquirer ? [routed(secondAcquirer)] : []),
  ]);
}

/** Runs one command of the command line while the service runs. */
export async function command(
  place: DatabasePlace,
  words: readonly string[],
): Promise<Record<string, unknown>> {
  const { code, out, error } = await runGuiche(place, [...words, '--json']);
  if (code !== 0) throw new Error(`${words.join(' ')}: exit code ${code}: ${error}`);
  return JSON.parse(out) as Record<string, unknown>;
}

function addAccount(place: DatabasePlace, personId: string, words: readonly string[]): Promise<unknown> {
  return command(place, ['acquirer', 'add', '--person', personId, '--provider', ...words]);
}

async function addMerchant(
  place: DatabasePlace,
  { document, name: shop }: (typeof OTHERS)[number],
): Promise<{ personId: string; api: ApiPair }> {
  const person = ['--document', document, '--name', shop, '--role', 'seller'];
  const personId = String((await command(place, ['person', 'add', ...person])).id);
  await command(place, ['person', 'activate', personId]);
  const { name, secret } = await issue(place, personId, 'api');
  return { personId, api: { authenticationApi: name, authenticationKey: secret } };
}

async function issue(place: DatabasePlace, personId: string, kind: 'api' | 'postback') {
  const issued = await command(place, ['credential', 'issue', '--person', personId, '--kind', kind]);
  return { name: String(issued.name), secret: String(issued.secret) };
}
