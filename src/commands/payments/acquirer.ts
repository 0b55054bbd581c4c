import { refuseAccount } from '../../accounts/refusals.ts';
import type { Rooms } from '../../composition/rooms.ts';
import { buildLiveBanks } from '../../composition/wiring/acquirers.ts';
import { registerNoticeAddress } from '../../gateway/kinds/pix/index.ts';
import {
  ACCOUNT_KINDS,
  acquirerRefuse,
  connectorKindOf,
  isBank,
  type MerchantAccount,
  readProvider,
  tellsChanges,
} from '../../gateway/providers/index.ts';
import { noticeWords } from '../../panel/index.ts';
import { type Command, type CommandContext, type OptionSpec, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { readId } from '../line/values.ts';
import { checkAcquirer, registeringIn } from './acquirer-check.ts';
import { pauseAcquirer, resumeAcquirer } from './acquirer-pause.ts';
import {
  allSettingsHelp,
  readAcquirerSettings,
  refuseBadSettings,
  refuseOtherIdentity,
} from './acquirer-settings.ts';

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID' };
const PROVIDER: OptionSpec = { summary: 'adquirente, como REDE', value: 'NOME', required: true };
const SETTING: OptionSpec = {
  summary: 'um ajuste da conta',
  value: 'CHAVE=VALOR|@-|@ARQUIVO',
  repeatable: true,
};

const add: Command = {
  name: 'acquirer add',
  summary: 'dá a uma pessoa uma conta em uma adquirente; o que for secreto fica criptografado',
  options: {
    person: { ...PERSON, required: true },
    provider: PROVIDER,
    setting: SETTING,
    default: { summary: 'usada quando a venda não diz a adquirente' },
  },
  details: allSettingsHelp,
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = providerOf(args.text('provider'));
    const kind = connectorKindOf(provider);
    const settings = await readAcquirerSettings(args.texts('setting'), context.readInput, kind);
    const production = context.config.mode === 'production';
    if (kind) refuseBadSettings(kind, settings, production);
    else if (production) throw noConnector(provider);
    const rooms = await context.rooms();
    const { accounts, merchantAccounts } = rooms;
    if (!(await accounts.findPerson(personId))) throw refuseAccount('person_unknown');
    const account = await merchantAccounts.add({
      personId,
      provider,
      settings,
      isDefault: args.flag('default'),
    });
    const text = `Conta ${provider} da pessoa ${personId} criada.`;
    const notices = await registeredNotices(context, rooms, account);
    return {
      record: { ...(await record(rooms, account)), ...(notices && { notices: notices.result }) },
      text: notices ? `${text}\n${notices.text}` : text,
    };
  },
};

const set: Command = {
  name: 'acquirer set',
  summary: 'troca ajustes de uma conta, como a chave; os outros ficam',
  options: {
    person: { ...PERSON, required: true },
    provider: PROVIDER,
    setting: { ...SETTING, required: true },
  },
  details: allSettingsHelp,
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = providerOf(args.text('provider'));
    const kind = connectorKindOf(provider);
    const settings = await readAcquirerSettings(args.texts('setting'), context.readInput, kind);
    const rooms = await context.rooms();
    const { merchantAccounts } = rooms;
    const changed = await merchantAccounts.change({
      personId,
      provider,
      settings,
      check: (after, before) => {
        if (!kind) return;
        refuseBadSettings(kind, after, context.config.mode === 'production');
        refuseOtherIdentity(kind, before, after);
      },
    });
    if (!changed) throw acquirerRefuse('account_unknown');
    const text = `Conta ${provider} da pessoa ${personId}: ${Object.keys(settings).join(', ')} trocado.`;
    // A bank keeps the address for each Pix key, and a new key has none.
    const account = (await merchantAccounts.list(personId)).find((one) => one.provider === provider);
    const notices = account && (await registeredNotices(context, rooms, account));
    return {
      record: {
        personId,
        provider,
        changed: Object.keys(settings),
        ...(notices && { notices: notices.result }),
      },
      text: notices ? `${text}\n${notices.text}` : text,
    };
  },
};

const list: Command = {
  name: 'acquirer list',
  summary: 'lista as contas em adquirentes, sem os ajustes',
  options: { person: PERSON },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const personId = person === undefined ? undefined : readId(person, '--person');
    const rooms = await context.rooms();
    const found = await rooms.merchantAccounts.list(personId);
    const records = [];
    for (const account of found) records.push(await record(rooms, account));
    const rows = records.map((account) => [
      String(account.personId),
      account.provider,
      account.default ? 'padrão' : '',
      account.noticesUrl ?? '',
    ]);
    return {
      record: { accounts: records },
      text:
        rows.length > 0
          ? textTable(['PESSOA', 'ADQUIRENTE', '', 'ENDEREÇO DOS AVISOS'], rows)
          : 'Nenhuma conta em adquirente.',
    };
  },
};

const remove: Command = {
  name: 'acquirer remove',
  summary: 'retira a conta de uma pessoa em uma adquirente',
  options: { person: { ...PERSON, required: true }, provider: PROVIDER },
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = providerOf(args.text('provider'));
    const { merchantAccounts } = await context.rooms();
    const removed = await merchantAccounts.remove(personId, provider);
    if (!removed) throw acquirerRefuse('account_unknown');
    return {
      record: { personId, provider, removed },
      text: `Conta ${provider} da pessoa ${personId} retirada.`,
    };
  },
};

export const acquirerCommands: readonly Command[] = [
  add,
  set,
  list,
  checkAcquirer,
  pauseAcquirer,
  resumeAcquirer,
  remove,
];

function providerOf(text: string): string {
  const provider = readProvider(text);
  if (provider === undefined) throw new UsageError(`--provider não pode ser "${text}".`);
  return provider;
}

function noConnector(provider: string): UsageError {
  const providers = ACCOUNT_KINDS.map((kind) => kind.provider).join(', ');
  return new UsageError(`Não há conector de produção para ${provider}.`, `Há: ${providers}`);
}

async function record(rooms: Rooms, { id, personId, provider, isDefault }: MerchantAccount) {
  const noticesUrl = isBank(provider)
    ? await rooms.noticeAddresses.urlOf(id)
    : tellsChanges(provider)
      ? rooms.acquirerNotices.urlOf(id)
      : undefined;
  return { personId, provider, default: isDefault, ...(noticesUrl === undefined ? {} : { noticesUrl }) };
}

/** The account is there, whatever the bank says to the address for its notices. */
async function registeredNotices({ config }: CommandContext, rooms: Rooms, account: MerchantAccount) {
  const bank = buildLiveBanks({ config, rooms }).get(account.provider);
  if (!bank) return undefined;
  const settings = await rooms.merchantAccounts.settings(account);
  return noticeWords(await registerNoticeAddress(registeringIn(rooms), bank, settings));
}
