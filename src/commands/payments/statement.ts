import { refuseAccount } from '../../accounts/refusals.ts';
import { buildLiveStatements } from '../../composition/wiring/acquirers.ts';
import {
  accountToRead,
  judgeLinesWithoutClass,
  readDays,
  STATEMENT_CLASSES,
  type StatementClass,
  StatementFault,
  type StoredLine,
} from '../../gateway/money/index.ts';
import { acquirerRefuse, readProvider } from '../../gateway/providers/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { type Command, type OptionSpec, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { readDay, readId } from '../line/values.ts';
import { statementBank } from './statement-bank.ts';

const PERSON: OptionSpec = { summary: 'número da pessoa', value: 'ID', required: true };
const LISTED = 1_000;

const run: Command = {
  name: 'statement run',
  summary: 'lê o extrato de uma adquirente em um período, e o confere',
  options: {
    person: PERSON,
    provider: { summary: 'adquirente, como REDE', value: 'NOME', required: true },
    from: { summary: 'primeiro dia', value: 'AAAA-MM-DD', required: true },
    to: { summary: 'último dia, inclusive', value: 'AAAA-MM-DD', required: true },
  },
  details: () =>
    'A conta precisa do ajuste statement=on. O que já foi lido não muda; o que a adquirente corrigiu fica no lugar do anterior, e linhas sem classe são conferidas de novo.',
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const provider = readProvider(args.text('provider'));
    if (provider === undefined) throw new UsageError(`--provider não pode ser "${args.text('provider')}".`);
    const period = { from: readDay(args.text('from'), '--from'), to: readDay(args.text('to'), '--to') };
    if (period.from > period.to) throw new UsageError('--from vem depois de --to.');
    const rooms = await context.rooms();
    if (!(await rooms.accounts.findPerson(personId))) throw refuseAccount('person_unknown');
    const accounts = await rooms.merchantAccounts.list(personId);
    const account = accounts.find((one) => one.provider === provider);
    if (!account) throw acquirerRefuse('account_unknown');
    const sources = buildLiveStatements({ config: context.config, rooms });
    const toRead = await accountToRead({ sources, accounts: rooms.merchantAccounts }, account);
    if (!toRead) {
      throw new UsageError(
        'O extrato desta conta não é lido.',
        `guiche acquirer set --person ${personId} --provider ${provider} --setting statement=on`,
      );
    }
    const { signal } = new AbortController();
    await judgeLinesWithoutClass(rooms.database, account.id);
    try {
      const read = await readDays(rooms.money.statements, toRead, period, { signal });
      return {
        text: `Extrato de ${provider} lido de ${period.from} a ${period.to}: ${read.payouts} pagamentos, ${read.corrections} correções.`,
        record: { personId, provider, ...period, ...read },
      };
    } catch (fault) {
      if (!(fault instanceof StatementFault)) throw fault;
      throw new UsageError(`O extrato não pôde ser lido: ${fault.message}.`);
    }
  },
};

const list: Command = {
  name: 'statement list',
  summary: 'lista as linhas de extratos, por classe, da mais nova à mais antiga',
  options: {
    person: { ...PERSON, required: false },
    class: { summary: `uma de ${STATEMENT_CLASSES.join(', ')}`, value: 'CLASSE' },
    from: { summary: 'primeiro dia', value: 'AAAA-MM-DD' },
    to: { summary: 'último dia, inclusive', value: 'AAAA-MM-DD' },
  },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const from = args.optionalText('from');
    const to = args.optionalText('to');
    const named = args.optionalText('class');
    const found = STATEMENT_CLASSES.find((one) => one === named);
    if (named !== undefined && !found) {
      throw new UsageError(`--class não pode ser "${named}".`, `É uma de ${STATEMENT_CLASSES.join(', ')}.`);
    }
    const { money } = await context.rooms();
    const lines = await money.statements.told.list(
      {
        merchantId: person === undefined ? undefined : readId(person, '--person'),
        classes: found && ([found] satisfies readonly StatementClass[]),
        from: from === undefined ? undefined : readDay(from, '--from'),
        to: to === undefined ? undefined : readDay(to, '--to'),
      },
      { limit: LISTED },
    );
    return {
      text:
        lines.length === 0
          ? 'Nenhuma linha.'
          : textTable(['Dia', 'Classe', 'Linha', 'Venda', 'Líquido', 'Diferença'], lines.map(rowOf)),
      record: { lines },
    };
  },
};

export const statementCommands: readonly Command[] = [run, list, statementBank];

function rowOf(line: StoredLine): readonly string[] {
  return [
    line.day,
    line.class ?? '',
    line.kind,
    line.transactionId ?? line.tid ?? line.reasonText ?? line.key,
    moneyText(line.net),
    moneyText(line.difference),
  ];
}
