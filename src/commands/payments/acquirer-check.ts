import { refuseAccount } from '../../accounts/refusals.ts';
import { addressOfLinks } from '../../composition/config/served-address.ts';
import type { Rooms } from '../../composition/rooms.ts';
import {
  acquirersOfCommand,
  buildLiveBanks,
  buildLivePixAcquirers,
} from '../../composition/wiring/acquirers.ts';
import { acquirerRefuse, readProvider, type TestCard, testAccount } from '../../gateway/providers/index.ts';
import { type AccountTest, bankTestWords, pixTestWords, testedBank, testWords } from '../../panel/index.ts';
import { Secret } from '../../platform/secret.ts';
import { findingsAnswer } from '../checks/finding.ts';
import { type Command, type CommandContext, UsageError } from '../line/command.ts';
import { settingValue } from '../line/setting-value.ts';
import { readId } from '../line/values.ts';

const CARD = /^([\d .-]{12,30}?)[ ;]+(\d{2})\/(\d{4})(?:[ ;]+(\d{3,4}))?$/;
const STATE = { good: 'good', bad: 'bad', skipped: 'info' } as const;

export const checkAcquirer: Command = {
  name: 'acquirer check',
  summary: 'pergunta à adquirente se aceita a conta e, com um cartão, verifica-o sem cobrar nada',
  options: {
    person: { summary: 'número da pessoa', value: 'ID', required: true },
    provider: { summary: 'adquirente, como REDE', value: 'NOME', required: true },
    card: { summary: 'em produção: um cartão seu; na sandbox há um', value: '@-|@ARQUIVO' },
  },
  details: () =>
    'O cartão é uma linha da entrada padrão (@-) ou de um arquivo, como 4111111111111111 12/2030 123: na linha de\n' +
    'comando todos o veriam. Sai com 1 quando a adquirente não aceita a conta ou não responde.',
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = readProvider(args.text('provider'));
    if (provider === undefined) throw new UsageError(`--provider não pode ser "${args.text('provider')}".`);
    const card = await cardOf(context, args.optionalText('card'));
    const test = await askAcquirer(context, { personId, provider, card });
    const findings = [
      { title: 'Conta', step: test.health },
      { title: 'Certificado', step: test.certificate },
      { title: 'Cobrança de teste', step: test.charge },
      { title: 'Avisos do banco', step: test.notices },
      { title: 'Cartão sem valor', step: test.zeroAmount },
    ].flatMap(({ title, step }) =>
      step ? [{ title, state: STATE[step.result], text: step.text, advice: null }] : [],
    );
    return findingsAnswer(findings, { personId, provider });
  },
};

interface Asked {
  readonly personId: number;
  readonly provider: string;
  readonly card: TestCard | undefined;
}

/** What the button of the panel does. */
async function askAcquirer(
  { config, ...context }: CommandContext,
  { personId, provider, card }: Asked,
): Promise<AccountTest> {
  const rooms = await context.rooms();
  if (!(await rooms.accounts.findPerson(personId))) throw refuseAccount('person_unknown');
  const accounts = await rooms.merchantAccounts.list(personId);
  const account = accounts.find((one) => one.provider === provider);
  if (!account) throw acquirerRefuse('account_unknown');
  const bank = buildLiveBanks({ config, rooms }).get(provider);
  if (bank) {
    const settings = await rooms.merchantAccounts.settings(account);
    return bankTestWords(await testedBank(registeringIn(rooms), bank, settings));
  }
  const acquirers = acquirersOfCommand({
    config,
    rooms,
    // What a connector throws is the outcome that is told.
    log: { warn: () => undefined, error: () => undefined },
    publicUrl: () => addressOfLinks(config),
  });
  const route = await acquirers.routeOf({ accountId: account.id, provider });
  const settings = await rooms.merchantAccounts.settings(account);
  return {
    ...testWords(route && (await testAccount(route, card))),
    ...(await pixTestWords(
      buildLivePixAcquirers({ config, rooms }).get(provider),
      settings,
      rooms.clock.now(),
    )),
  };
}

/** What registers where a bank tells payments. */
export function registeringIn({ pixAccounts, noticeAddresses, clock }: Rooms) {
  return { accounts: pixAccounts, addresses: noticeAddresses, clock };
}

/** Throws UsageError, which never repeats the card. */
async function cardOf(context: CommandContext, text: string | undefined): Promise<TestCard | undefined> {
  if (text === undefined) return context.config.mode === 'production' ? undefined : 'sandbox';
  if (!text.startsWith('@')) {
    throw new UsageError(
      'Um cartão não se escreve na linha de comando.',
      '--card @- lê uma linha da entrada padrão.',
    );
  }
  const [, digits, month, year, cvv] = CARD.exec((await settingValue(text, context.readInput)).trim()) ?? [];
  if (digits === undefined || month === undefined || year === undefined) {
    throw new UsageError(
      'O cartão deve ser uma linha NÚMERO MM/AAAA CVV, como 4111111111111111 12/2030 123.',
    );
  }
  return {
    number: new Secret(digits.replaceAll(/\D/g, '')),
    cvv: cvv === undefined ? undefined : new Secret(cvv),
    expirationMonth: month,
    expirationYear: year,
    holderName: undefined,
    brand: undefined,
  };
}
