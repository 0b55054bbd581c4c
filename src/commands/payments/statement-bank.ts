import { readFile } from 'node:fs/promises';
import { refuseAccount } from '../../accounts/refusals.ts';
import { importOfx, readOfx, refuseOfx } from '../../gateway/bank-statements/index.ts';
import { counted, moneyText } from '../../platform/text/number-text.ts';
import { localTime } from '../../platform/time/clock.ts';
import { type Command, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { readId } from '../line/values.ts';

export const statementBank: Command = {
  name: 'statement bank',
  summary: 'lê o extrato de uma conta de banco (OFX) e o confere com os pagamentos das adquirentes',
  options: {
    person: { summary: 'número da pessoa', value: 'ID', required: true },
    file: { summary: 'arquivo OFX do banco', value: 'ARQUIVO', required: true },
  },
  details: () =>
    'O mesmo arquivo de novo não muda nada. Cada entrada é comparada com os pagamentos do mesmo dia, sozinhos ou somados por tipo, conta e adquirente.',
  run: async (context, args) => {
    const personId = readId(args.text('person'), '--person');
    const path = args.text('file');
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) throw new UsageError(`--file ${path} não pôde ser lido.`);
    const read = readOfx(bytes);
    if (typeof read === 'string') throw new UsageError(refuseOfx.table[read].message);
    const { accounts, bankStatements } = await context.rooms();
    if (!(await accounts.findPerson(personId))) throw refuseAccount('person_unknown');
    const today = localTime(context.timeZone).day(Date.now());
    const statements = await importOfx(bankStatements, personId, read, today);
    return {
      text: textTable(
        ['Conta', 'De', 'Até', 'Novas', 'Conferidas', 'Sem pagamento', 'Não lidas'],
        statements.map((one) => [
          one.account,
          one.from,
          one.to,
          counted(one.added, 'linha'),
          `${one.matched} (${moneyText(one.matchedSum)})`,
          `${one.open} (${moneyText(one.openSum)})`,
          String(one.unread),
        ]),
      ),
      record: { personId, statements },
    };
  },
};
