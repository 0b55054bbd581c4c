import { refuseAccount } from '../accounts/index.ts';
import { acquirerRefuse, type MerchantAccount } from '../gateway/acquirers/index.ts';
import { type Command, type OptionSpec, UsageError } from './command.ts';
import { textTable } from './text-table.ts';
import { readId } from './values.ts';

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID' };
const PROVIDER: OptionSpec = { summary: 'adquirente, como REDE', value: 'NOME', required: true };
const PROVIDER_NAME = /^[A-Z0-9][A-Z0-9_.-]{0,39}$/;
const SETTING = /^([A-Za-z][\w.-]{0,39})=(.+)$/s;

const add: Command = {
  name: 'acquirer add',
  summary: 'dá a uma pessoa uma conta em um adquirente; o que for secreto fica cifrado',
  options: {
    person: { ...PERSON, required: true },
    provider: PROVIDER,
    setting: { summary: 'um ajuste da conta', value: 'CHAVE=VALOR', repeatable: true },
    default: { summary: 'usada quando a venda não diz o adquirente' },
  },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = readProvider(args.text('provider'));
    const settings = readSettings(args.texts('setting'));
    const { accounts, merchantAccounts, liveProviders } = await context.rooms();
    if (context.config.mode === 'production' && !liveProviders.includes(provider)) {
      throw new UsageError(
        `Não há conector de produção para ${provider}.`,
        liveProviders.length > 0 ? `Há: ${liveProviders.join(', ')}` : 'Esta versão ainda não traz nenhum.',
      );
    }
    if (!(await accounts.findPerson(personId))) throw refuseAccount('person_unknown');
    const account = await merchantAccounts.add({
      personId,
      provider,
      settings,
      isDefault: args.flag('default'),
    });
    return { record: record(account), text: `Conta ${provider} da pessoa ${personId} criada.` };
  },
};

const list: Command = {
  name: 'acquirer list',
  summary: 'lista as contas em adquirentes, sem os ajustes',
  options: { person: PERSON },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const personId = person === undefined ? undefined : readId(person, '--person');
    const { merchantAccounts } = await context.rooms();
    const found = await merchantAccounts.list(personId);
    const rows = found.map((account) => [
      String(account.personId),
      account.provider,
      account.isDefault ? 'padrão' : '',
    ]);
    return {
      record: found.map(record),
      text: rows.length > 0 ? textTable(['PESSOA', 'ADQUIRENTE', ''], rows) : 'Nenhuma conta em adquirente.',
    };
  },
};

const remove: Command = {
  name: 'acquirer remove',
  summary: 'retira a conta de uma pessoa em um adquirente',
  options: { person: { ...PERSON, required: true }, provider: PROVIDER },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = readProvider(args.text('provider'));
    const { merchantAccounts } = await context.rooms();
    const removed = await merchantAccounts.remove(personId, provider);
    if (!removed) throw acquirerRefuse('account_unknown');
    return {
      record: { personId, provider, removed },
      text: `Conta ${provider} da pessoa ${personId} retirada.`,
    };
  },
};

export const acquirerCommands: readonly Command[] = [add, list, remove];

function readProvider(text: string): string {
  const provider = text.toUpperCase();
  if (!PROVIDER_NAME.test(provider)) throw new UsageError(`--provider não pode ser "${text}".`);
  return provider;
}

function readSettings(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = SETTING.exec(text) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError('--setting tem a forma CHAVE=VALOR.');
      return [name, value];
    }),
  );
}

function record(account: MerchantAccount) {
  return { personId: account.personId, provider: account.provider, default: account.isDefault };
}
